import { fullName } from '@attest/contract/client-fields'
import type { ClientQuery } from '@attest/contract/clients'
import { USUAL_COLUMNS } from '@attest/contract/views'
import { useNavigate } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import { type CSSProperties, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/panel.tsx'
import { ListTable } from '../ui/table.tsx'
import { isFiltered } from './client-filters.tsx'
import { useClientSelection } from './client-selection.ts'
import { leastWidth, type OwnColumns, tableColumns } from './list-columns.tsx'
import { type ChangeQuery, useClients } from './use-clients.ts'

const SelectionBar = lazyPart(() => import('./selection-bar.tsx'))

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
  /** Ids of columns; undefined while they load. */
  columns: string[] | undefined
  own?: OwnColumns
  onQuery: ChangeQuery
}

export function ClientTable({ query, columns, own, onQuery }: ClientTableProps) {
  const reading = useClients(query)
  const selection = useClientSelection(reading.data, query)
  // The bar stays mounted after its first use: its question outlives the selection.
  const [used, setUsed] = useState(false)
  if (!used && selection.selected.size > 0) setUsed(true)
  return (
    <div data-focus-box>
      <PagedList
        reading={reading}
        query={query}
        onQuery={onQuery}
        failure="Failed to fetch users"
        empty={<EmptyState {...(isFiltered(query) ? NONE_FOUND : NO_CLIENTS)} />}
      >
        {(page, stale) => (
          <Table
            page={columns && page}
            columns={columns ?? USUAL_COLUMNS}
            {...{ stale, query, onQuery, selection, own }}
          />
        )}
      </PagedList>
      {used && (
        <SelectionBar
          selected={selection.request}
          total={reading.data?.total ?? 0}
          onClose={selection.clear}
          onEvery={selection.selectEvery}
        />
      )}
    </div>
  )
}

interface TableProps extends ClientTableProps {
  columns: string[]
  page: ReturnType<typeof useClients>['data']
  stale: boolean
  selection: ReturnType<typeof useClientSelection>
}

function Table({ page, columns: ids, own, stale, query, onQuery, selection }: TableProps) {
  const navigate = useNavigate()
  const { users, from = 1 } = page ?? {}
  const highest = query.page * query.limit
  const columns = useMemo(
    () => tableColumns(ids, { clients: users ?? [], from, highest }, own),
    [ids, users, from, highest, own],
  )
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
      stale={stale}
      className="min-[75rem]:min-w-(--least-width)"
      style={{ '--least-width': leastWidth(ids, users ?? []) } as CSSProperties}
      cells="py-1.5 leading-snug wrap-anywhere md:h-11.5"
      selection={{ ...selection, open, label: fullName }}
      sort={query.sort}
      onSort={(sort) => onQuery({ sort: sort as ClientQuery['sort'], page: 1 })}
    />
  )
}
