import type { ClientQuery } from '@attest/contract/clients'
import { useNavigate } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination, usePageInRange } from '../ui/paged-list.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { type ChangeQuery, isFiltered } from './client-filters.tsx'
import { ClientRow } from './client-row.tsx'
import { ClientColumns, ClientTableHead, COLUMN_COUNT } from './client-table-head.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useClientSelection } from './use-client-selection.ts'
import { useClients } from './use-clients.ts'

const NONE_FOUND = {
  icon: SearchX,
  title: 'No users found',
  text: 'No users found matching your criteria. Try adjusting your search or filters.',
}
const NO_CLIENTS = {
  icon: Users,
  title: 'No users yet',
  text: 'Add the first one with the Create User button under Clients, or import a spreadsheet.',
}

interface ClientTableProps {
  query: ClientQuery
  onQuery: ChangeQuery
}

export function ClientTable({ query, onQuery }: ClientTableProps) {
  const reading = useClients(query)
  const { data: page, error, isPlaceholderData } = reading
  usePageInRange(query, isPlaceholderData ? undefined : page?.total, onQuery)
  const { data, faded } = useShown(page, isPlaceholderData)
  const selection = useClientSelection(data, query)
  const failed = error && !data
  const isEmpty = data?.total === 0
  return (
    <div data-focus-box>
      {failed && <ReadError title="Failed to fetch users" reading={reading} />}
      {isEmpty && <EmptyState {...(isFiltered(query) ? NONE_FOUND : NO_CLIENTS)} />}
      {!failed && !isEmpty && (
        <Table page={data} faded={faded} query={query} onQuery={onQuery} {...selection} />
      )}
      <SelectionBar
        selected={selection.request}
        total={data?.total ?? 0}
        onClear={selection.clear}
        onEvery={selection.selectEvery}
      />
      {!failed && !isEmpty && <Pagination query={query} total={data?.total} onQuery={onQuery} />}
    </div>
  )
}

type Page = NonNullable<ReturnType<typeof useClients>['data']>

/** Rows to draw, `faded` while they are the last query's. Deferred, so that a key press does not wait for them. */
function useShown(page: Page | undefined, isPlaceholder: boolean) {
  // No rows beyond the last page; an empty result of the last query says nothing about this one.
  const says = page && (page.users.length > 0 || (page.total === 0 && !isPlaceholder))
  const data = says ? page : undefined
  const faded = isPlaceholder && says === true
  return useDeferredValue(useMemo(() => ({ data, faded }), [data, faded]))
}

interface TableProps extends ClientTableProps {
  page: Page | undefined
  faded: boolean
  selected: ReadonlySet<number>
  select: (id: number, on: boolean) => void
  setAll: (on: boolean) => void
}

function Table({ page, faded, query, onQuery, selected, select, setAll }: TableProps) {
  return (
    <div className="relative overflow-x-auto" aria-busy={!page || faded}>
      <table className="w-full min-w-160 table-fixed border-collapse max-md:block max-md:min-w-0 min-[75rem]:min-w-240">
        <ClientColumns clients={page?.users} highest={query.page * query.limit} />
        <ClientTableHead
          chosen={selected.size}
          of={page?.users.length ?? 0}
          sort={query.sort}
          onAll={setAll}
          onQuery={onQuery}
        />
        <tbody
          aria-hidden={!page}
          className={`max-md:block motion-safe:transition-opacity ${faded ? 'opacity-60' : ''}`}
        >
          {page ? (
            <Rows page={page} selected={selected} onSelect={select} />
          ) : (
            <RowsSkeleton
              rows={query.limit}
              columns={COLUMN_COUNT}
              height="h-[calc(var(--rows)*2.875rem)] max-md:h-[calc(var(--rows)*5.175rem)]"
            />
          )}
        </tbody>
      </table>
    </div>
  )
}

interface RowsProps {
  page: Page
  selected: ReadonlySet<number>
  onSelect: (id: number, on: boolean) => void
}

function Rows({ page, selected, onSelect }: RowsProps) {
  const navigate = useNavigate()
  const among = useMemo(() => page.users.map(({ id }) => id), [page.users])
  const open = useCallback(
    (id: number) =>
      void navigate({
        to: '/user-management/$userId',
        params: { userId: String(id) },
        state: { among },
      }),
    [navigate, among],
  )
  return page.users.map((client, n) => (
    <ClientRow
      key={client.id}
      client={client}
      among={among}
      no={page.from + n}
      selected={selected.has(client.id)}
      onSelect={onSelect}
      onOpen={open}
    />
  ))
}
