import { ClientFilter, ClientQuery } from '@attest/contract/clients'
import type { OwnColumn } from '@attest/contract/own-columns'
import { USUAL_COLUMNS } from '@attest/contract/views'
import { Link, useNavigate } from '@tanstack/react-router'
import { Columns3, Download, Mail, Plus } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useMemo, useState } from 'react'
import { BulkEmailDialog, CreateClientDialog, ExportDialog } from '../lazy-dialogs.ts'
import { useOwnColumns } from '../lib/use-own-columns.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { MoveButtons } from '../ui/move-buttons.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { ClientFilters, isFiltered } from './client-filters.tsx'
import { ClientTable } from './client-table.tsx'
import { columnChoices, NAME_COLUMN } from './list-columns.tsx'
import { ListQuery, useListColumns, useOwnOf } from './list-state.ts'
import { useClients } from './use-clients.ts'
import { ViewTabs } from './view-tabs.tsx'

export default function ClientListPage() {
  const [address, setQuery] = useUrlQuery(ListQuery)
  const query = useMemo(() => ClientQuery.parse(address), [address])
  const { columns, change } = useListColumns(address.columns, (columns) => setQuery({ columns }))
  const own = useOwnOf(columns)
  const navigate = useNavigate()
  const { data, isPlaceholderData } = useClients(query)
  const filteredCount = isFiltered(query) && !isPlaceholderData ? data?.total : undefined
  const [open, setOpen] = useState<'create' | 'bulk' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Clients"
        text={<Link to="/user-management/trash">Trash</Link>}
        actions={
          <>
            <Button onClick={() => setOpen('export')}>
              <Download aria-hidden />
              Export
            </Button>
            <Button onClick={() => setOpen('bulk')}>
              <Mail aria-hidden />
              Bulk Email
            </Button>
            <Button variant="primary" onClick={() => setOpen('create')}>
              <Plus aria-hidden />
              Create User
            </Button>
          </>
        }
      />
      <Panel>
        <ViewTabs
          query={address}
          columns={columns}
          onOpen={(search) => void navigate({ to: '.', search: search as never })}
        />
        <ClientFilters query={query} onChange={setQuery}>
          <ColumnsMenu columns={columns} onChange={change} />
        </ClientFilters>
        <ClientTable query={query} columns={own && columns} own={own} onQuery={setQuery} />
      </Panel>
      {open === 'create' && <CreateClientDialog onClose={close} />}
      {open === 'export' && (
        <ExportDialog chosen={ClientFilter.parse(query)} count={filteredCount} onClose={close} />
      )}
      {open === 'bulk' && <BulkEmailDialog onClose={close} />}
    </>
  )
}

interface ColumnsMenuProps {
  columns: string[] | undefined
  onChange: (columns: string[]) => void
}

/** Chooses the table's columns and their order. A phone has its own rows instead. */
function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const { data: own, isPending } = useOwnColumns()
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button className="max-md:hidden" blocked={!columns || isPending}>
          <Columns3 aria-hidden />
          Columns
        </Button>
      </Popover.Trigger>
      <Popover.Portal container={document.getElementById('main')}>
        <Popover.Content
          data-motion
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Columns"
          className="z-20 max-h-(--radix-popover-content-available-height) w-68 overflow-y-auto rounded-lg border border-line bg-panel p-3.5 shadow-up outline-none"
        >
          {columns && <Choices columns={columns} own={own} onChange={onChange} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ChoicesProps extends ColumnsMenuProps {
  columns: string[]
  own: OwnColumn[] | undefined
}

/** While the menu is open, a hidden column keeps its place in the list. */
function Choices({ columns, own, onChange }: ChoicesProps) {
  const [order, setOrder] = useState(() => columnChoices(columns, own))
  // A box must change at once, whereas `columns` follow a moment later.
  const [shown, setShown] = useState(columns)
  const isShown = (id: string) => shown.includes(id)
  const apply = (next: typeof order, isWanted: (id: string) => boolean) => {
    const ids = next.map(({ id }) => id).filter(isWanted)
    setOrder(next)
    setShown(ids)
    onChange(ids)
  }
  const toggle = (id: string) => apply(order, (each) => (each === id) !== isShown(each))
  const beside = (place: number, by: 1 | -1) =>
    by === 1
      ? order.findIndex(({ id }, n) => n > place && isShown(id))
      : order.findLastIndex(({ id }, n) => n < place && isShown(id))
  const move = (place: number, by: 1 | -1) => {
    const next = order.filter((_, n) => n !== place)
    next.splice(beside(place, by), 0, order[place]!)
    apply(next, isShown)
  }
  return (
    <>
      <ul className="grid gap-0.5">
        {order.map(({ id, name }, n) => (
          <li key={id} className="flex min-h-8 items-center gap-1">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <Checkbox
                label={name}
                checked={isShown(id)}
                disabled={id === NAME_COLUMN}
                onChange={() => toggle(id)}
              />
            </span>
            {isShown(id) && (
              <MoveButtons
                name={name}
                may={(by) => beside(n, by) !== -1}
                onMove={(by) => move(n, by)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2.5 grid gap-2 border-t border-line pt-3">
        <Link to="/settings" className={buttonClass({ size: 'sm' })}>
          <Plus aria-hidden />
          Add a Column
        </Link>
        <Button
          size="sm"
          variant="quiet"
          blocked={String(shown) === String(USUAL_COLUMNS)}
          onClick={() =>
            apply(columnChoices(USUAL_COLUMNS, own), (id) => USUAL_COLUMNS.includes(id))
          }
        >
          Usual Columns
        </Button>
      </div>
    </>
  )
}
