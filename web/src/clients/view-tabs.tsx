import { ClientFilter } from '@attest/contract/clients'
import type { OwnColumn } from '@attest/contract/own-columns'
import { removeView, type View } from '@attest/contract/views'
import { Link } from '@tanstack/react-router'
import { Plus, Save } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { action, mayRetry } from '../lib/use-action.ts'
import { useOwnColumns } from '../lib/use-own-columns.ts'
import { viewSearch } from '../lib/use-views.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { known } from './list-columns.tsx'
import { isChanged, type ListQuery, useOpenView } from './list-state.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'))

const useRemoveView = action(removeView, {
  refreshes: ['views'],
  success: { title: 'View deleted', text: 'No client was deleted.' },
  failure: mayRetry('Not deleted', 'The view could not be deleted.'),
})

interface ViewTabsProps {
  query: ListQuery
  columns: string[] | undefined
  onOpen: (search: Record<string, string>) => void
}

export function ViewTabs({ query, columns, onOpen }: ViewTabsProps) {
  const { views, open } = useOpenView(query.view)
  const [asking, setAsking] = useState<'new' | 'change' | 'rename' | 'remove' | null>(null)
  const remove = useRemoveView()
  const { data: own } = useOwnColumns()
  const close = () => setAsking(null)
  const state = {
    filter: ClientFilter.parse(query),
    sort: query.sort,
    columns: known(columns ?? [], own),
  }
  return (
    <>
      <div className="flex items-stretch gap-3 border-b border-line pr-4 md:pr-5.5">
        <nav
          aria-label="Views"
          className="flex min-w-0 flex-1 gap-5.5 overflow-x-auto px-4 md:px-5.5"
        >
          <Tab search={{}} current={!open}>
            All Clients
          </Tab>
          {views.map((view) => (
            <Tab key={view.id} search={viewSearch(view)} current={view.id === open?.id}>
              {view.name}
            </Tab>
          ))}
        </nav>
        <div className="flex min-h-12 shrink-0 items-center gap-1">
          {(!open || isChanged(query, open)) && (
            <Button
              variant="link"
              size="inline"
              blocked={!columns || !own}
              onClick={() => setAsking(open ? 'change' : 'new')}
            >
              {open ? <Save aria-hidden /> : <Plus aria-hidden />}
              {open ? 'Save Changes' : 'Save as View'}
            </Button>
          )}
          {open && (
            <Menu
              label={`More for the view ${open.name}`}
              items={[
                { label: 'Rename or Share', onSelect: () => setAsking('rename') },
                { label: 'Save as a New View', onSelect: () => setAsking('new') },
                { label: 'Delete View', danger: true, onSelect: () => setAsking('remove') },
              ]}
            />
          )}
        </div>
      </div>
      {open && own && <Gone view={open} own={own} />}
      {(asking === 'new' || ((asking === 'change' || asking === 'rename') && open)) && (
        <ViewDialog
          view={asking === 'new' ? undefined : open}
          // A new name must not save a filter that was changed on screen only.
          state={asking === 'rename' && open ? open : state}
          onSaved={(view) => onOpen(viewSearch(view))}
          onClose={close}
        />
      )}
      {asking === 'remove' && open && (
        <ConfirmDialog
          title={`Delete the view ${open.name}?`}
          text={`${open.shared ? 'It disappears for every administrator. ' : ''}Its clients stay as they are.`}
          action="Delete View"
          onConfirm={() =>
            remove.mutate({ params: { id: open.id } }, { onSuccess: () => onOpen({}) })
          }
          onClose={close}
        />
      )}
    </>
  )
}

interface TabProps {
  search: Record<string, string>
  current: boolean
  children: ReactNode
}

const Tab = ({ search, current, children }: TabProps) => (
  <Link
    to="/user-management"
    search={search}
    resetScroll={false}
    activeOptions={{ exact: true }}
    aria-current={current ? 'page' : undefined}
    className="-mb-px flex max-w-60 shrink-0 items-center border-b-[2.5px] border-transparent font-semibold text-ink-2 no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-accent"
  >
    <span className="truncate">{children}</span>
  </Link>
)

function Gone({ view, own }: { view: View; own: OwnColumn[] }) {
  const columns = view.columns.length - known(view.columns, own).length
  const lost = [
    view.filter.gone && `the filter “${view.filter.gone}”, so it matches nobody`,
    columns > 0 && (columns === 1 ? 'one of its columns' : `${columns} of its columns`),
  ].filter(Boolean)
  if (lost.length === 0) return null
  return (
    <p role="status" className="border-b border-line bg-sunk px-4 py-2.5 text-md md:px-5.5">
      This view has lost {lost.join(', and ')}. Change what you need and save it again.
    </p>
  )
}
