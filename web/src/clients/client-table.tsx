import type { ClientQuery } from '@attest/contract/clients'
import { fullName } from '@attest/contract/full-name'
import { useNavigate } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination, usePageInRange } from '../ui/paged-list.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { ListTable } from '../ui/table.tsx'
import { clientColumns } from './client-columns.tsx'
import { type ChangeQuery, isFiltered } from './client-filters.tsx'
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
        <Table page={data} faded={faded} query={query} onQuery={onQuery} selection={selection} />
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
  selection: ReturnType<typeof useClientSelection>
}

function Table({ page, faded, query, onQuery, selection }: TableProps) {
  const navigate = useNavigate()
  const { users, from = 1 } = page ?? {}
  const highest = query.page * query.limit
  const columns = useMemo(() => clientColumns(users ?? [], from, highest), [users, from, highest])
  const open = useCallback(
    ({ id }: { id: number }) =>
      void navigate({
        to: '/user-management/$userId',
        params: { userId: String(id) },
        state: { among: users?.map((each) => each.id) },
      }),
    [navigate, users],
  )
  return (
    <ListTable
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      expected={query.limit}
      height="h-[calc(var(--rows)*2.875rem)] max-md:h-[calc(var(--rows)*5.175rem)]"
      stale={faded}
      className="min-[75rem]:min-w-240"
      cells="py-1.5 leading-snug wrap-anywhere md:h-11.5"
      selection={{ ...selection, open, label: fullName }}
      sort={query.sort}
      onSort={(sort) => onQuery({ sort: sort as ClientQuery['sort'], page: 1 })}
    />
  )
}
