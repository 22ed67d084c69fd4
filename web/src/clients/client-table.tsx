import { type Client, type ClientQuery, PAGE_SIZES } from '@attest/contract/clients'
import { useNavigate } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../lib/call.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { headCellClass, SortableHead } from '../ui/table.tsx'
import type { ChangeQuery } from './client-filters.tsx'
import { ClientRow } from './client-row.tsx'
import { ClientRowsSkeleton } from './client-rows-skeleton.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useClients } from './use-clients.ts'

const COLUMNS = [
  ['First Name', 'first_name'],
  ['Last Name', 'last_name'],
  ['Client Number', 'client_number'],
  ['Email', 'email'],
  ['Status', 'status'],
  ['Last Updated', 'last_updated'],
] as const

interface ClientTableProps {
  query: ClientQuery
  onQuery: ChangeQuery
}

/** One page of the clients that `query` asks for, with everything one can do to them there. */
export function ClientTable({ query, onQuery }: ClientTableProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = useClients(query)
  const { selected, select, clear, setAll } = useSelection(data?.users)

  // The page shown may have vanished, by a deletion or an old link.
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / query.limit))
  const beyond = data && !isPlaceholderData && query.page > lastPage
  useEffect(() => {
    if (beyond) onQuery({ page: lastPage }, { replace: true })
  }, [beyond, lastPage, onQuery])

  if (error && !data) {
    return (
      <ErrorState
        title="Failed to fetch users"
        text={messageOf(error, 'The list could not be read.')}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data?.total === 0 && !isPlaceholderData) return <NoClients query={query} />
  return (
    <>
      {selected.size > 0 && <SelectionBar ids={[...selected]} onClear={clear} />}
      <div className="relative overflow-x-auto" aria-busy={isPending || isPlaceholderData}>
        <table className="w-full min-w-215 table-fixed border-collapse max-md:block max-md:min-w-0">
          <Columns />
          <Head
            chosen={selected.size}
            of={data?.users.length ?? 0}
            sort={query.sort}
            onAll={setAll}
            onQuery={onQuery}
          />
          <tbody
            className={`max-md:block motion-safe:transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {data ? (
              <Rows clients={data.users} query={query} selected={selected} onSelect={select} />
            ) : (
              <ClientRowsSkeleton rows={query.limit} />
            )}
          </tbody>
        </table>
      </div>
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

/** Fixed, so that no page of names moves the columns; the names and the e-mail share what is left. */
const Columns = () => (
  <colgroup>
    <col className="w-12" />
    <col className="w-12" />
    <col className="w-[12.5%]" />
    <col className="w-[13.5%]" />
    <col className="w-30" />
    <col />
    <col className="w-29" />
    <col className="w-29" />
    <col className="w-26" />
  </colgroup>
)

interface RowsProps {
  clients: Client[]
  query: ClientQuery
  selected: ReadonlySet<number>
  onSelect: (id: number, on: boolean) => void
}

function Rows({ clients, query, selected, onSelect }: RowsProps) {
  const navigate = useNavigate()
  const open = useCallback(
    (id: number) =>
      void navigate({ to: '/user-management/$userId', params: { userId: String(id) } }),
    [navigate],
  )
  return clients.map((client, n) => (
    <ClientRow
      key={client.id}
      client={client}
      no={(query.page - 1) * query.limit + n + 1}
      selected={selected.has(client.id)}
      onSelect={onSelect}
      onOpen={open}
    />
  ))
}

interface HeadProps {
  chosen: number
  of: number
  sort: string
  onAll: (on: boolean) => void
  onQuery: ChangeQuery
}

/** Folded, only its select-all box is left, in a line above the entries. */
function Head({ chosen, of, sort, onAll, onQuery }: HeadProps) {
  const sortBy = (field: string) => onQuery({ sort: field as ClientQuery['sort'], page: 1 })
  return (
    <thead className="max-md:block">
      <tr className="max-md:flex max-md:items-center max-md:border-b max-md:border-line max-md:bg-sunk max-md:px-4">
        <th
          scope="col"
          className={`${headCellClass} md:pl-5.5 max-md:flex max-md:items-center max-md:border-0 max-md:px-0`}
        >
          <Checkbox
            id="select-all"
            aria-label="Select all"
            disabled={of === 0}
            checked={of > 0 && chosen === of}
            mixed={chosen > 0 && chosen < of}
            onChange={(event) => onAll(event.target.checked)}
          />
          <label htmlFor="select-all" className="pl-3 md:hidden">
            Select all
          </label>
        </th>
        <th scope="col" className={`${headCellClass} max-md:hidden`}>
          No.
        </th>
        {COLUMNS.map(([label, field]) => (
          <SortableHead
            key={field}
            label={label}
            field={field}
            sort={sort}
            onSort={sortBy}
            className="max-md:hidden"
          />
        ))}
        <th scope="col" className={`${headCellClass} md:pr-5.5 max-md:hidden`}>
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

function NoClients({ query }: { query: ClientQuery }) {
  if (query.search || query.status !== 'all') {
    return (
      <EmptyState
        icon={SearchX}
        title="No users found"
        text="No users found matching your criteria. Try adjusting your search or filters."
      />
    )
  }
  return (
    <EmptyState
      icon={Users}
      title="No users yet"
      text="Add the first one with the Create User button under Users, or import a spreadsheet."
    />
  )
}

/** Ids chosen among the rows on screen; rows that leave the screen leave the selection. */
function useSelection(shown: Client[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const ids = shown?.map(({ id }) => id) ?? []
  const selected = new Set(ids.filter((id) => chosen.has(id)))
  const select = useCallback((id: number, on: boolean) => {
    setChosen((old) => {
      const next = new Set(old)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return {
    selected,
    select,
    clear: () => setChosen(new Set()),
    setAll: (on: boolean) => setChosen(new Set(on ? ids : [])),
  }
}
