import { type Client, type ClientQuery, PAGE_SIZES } from '@attest/contract/clients'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useDeferredValue } from 'react'
import { messageOf } from '../lib/call.ts'
import { usePageInRange } from '../lib/use-page-in-range.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { ChangeQuery } from './client-filters.tsx'
import { ClientRow } from './client-row.tsx'
import { ClientRowsSkeleton } from './client-rows-skeleton.tsx'
import { ClientColumns, ClientTableHead } from './client-table-head.tsx'
import { NoClients } from './no-clients.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useClients } from './use-clients.ts'
import { useSelection } from './use-selection.ts'

interface ClientTableProps {
  query: ClientQuery
  onQuery: ChangeQuery
}

/** One page of the clients that `query` asks for, with everything one can do to them there. */
export function ClientTable({ query, onQuery }: ClientTableProps) {
  const { data: page, error, isPending, isPlaceholderData, refetch } = useClients(query)
  // The last query's rows stand in for the next ones; that it had none says nothing about them.
  const data = isPlaceholderData && page?.total === 0 ? undefined : page
  const { selected, select, clear, setAll } = useSelection(data?.users)

  usePageInRange(query, isPlaceholderData ? undefined : data?.total, (page) =>
    onQuery({ page }, { replace: true }),
  )

  if (error && !data) {
    return (
      <ErrorState
        title="Failed to fetch users"
        text={messageOf(error, 'The list could not be read.')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data?.total === 0) return <NoClients query={query} />
  return (
    <>
      <div className="relative overflow-x-auto" aria-busy={isPending || isPlaceholderData}>
        <table className="w-full min-w-160 table-fixed border-collapse max-md:block max-md:min-w-0 min-[75rem]:min-w-240">
          <ClientColumns highest={query.page * query.limit} />
          <ClientTableHead
            chosen={selected.size}
            of={data?.users.length ?? 0}
            sort={query.sort}
            onAll={setAll}
            onQuery={onQuery}
          />
          <Rows
            clients={data?.users}
            query={query}
            faded={isPlaceholderData}
            selected={selected}
            onSelect={select}
          />
        </table>
      </div>
      {selected.size > 0 && <SelectionBar ids={[...selected]} onClear={clear} />}
      <Pagination
        page={query.page}
        pageSize={query.limit}
        pageSizes={PAGE_SIZES}
        total={data?.total}
        onPage={(page) => onQuery({ page })}
        onPageSize={(limit) => onQuery({ limit, page: 1 })}
      />
    </>
  )
}

interface RowsProps {
  clients: Client[] | undefined
  query: ClientQuery
  /** They are the last query's. */
  faded: boolean
  selected: ReadonlySet<number>
  onSelect: (id: number, on: boolean) => void
}

/** Most of what a screen has to draw: its other parts do not wait for them, nor does a key that is pressed meanwhile. */
function Rows({ clients, query, faded, selected, onSelect }: RowsProps) {
  const drawn = useDeferredValue(clients)
  const navigate = useNavigate()
  const open = useCallback(
    (id: number) =>
      void navigate({ to: '/user-management/$userId', params: { userId: String(id) } }),
    [navigate],
  )
  return (
    <tbody
      aria-hidden={drawn === undefined}
      className={`max-md:block motion-safe:transition-opacity ${faded ? 'opacity-60' : ''}`}
    >
      {drawn?.map((client, n) => (
        <ClientRow
          key={client.id}
          client={client}
          no={(query.page - 1) * query.limit + n + 1}
          selected={selected.has(client.id)}
          onSelect={onSelect}
          onOpen={open}
        />
      )) ?? <ClientRowsSkeleton rows={query.limit} />}
    </tbody>
  )
}
