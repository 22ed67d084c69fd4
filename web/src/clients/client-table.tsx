import { formatPhone, fullName } from '@attest/contract/client-fields'
import type { ClientQuery } from '@attest/contract/clients'
import { countryName, placeLine, US } from '@attest/contract/place'
import { useNavigate } from '@tanstack/react-router'
import { BellOff, SearchX, ShieldAlert, Users } from 'lucide-react'
import { type CSSProperties, useCallback, useMemo } from 'react'
import { excuseName } from '../history/field-text.ts'
import { formatDay } from '../lib/format.ts'
import { StatusBadge } from '../ui/badge.tsx'
import type { Column } from '../ui/column.tsx'
import { EmailAddress } from '../ui/email-address.tsx'
import { ClientLink } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/panel.tsx'
import { ListTable } from '../ui/table.tsx'
import { type ChangeQuery, isFiltered } from './client-filters.tsx'
import { ResendButton } from './resend-button.tsx'
import { SelectionBar, useClientSelection } from './selection-bar.tsx'
import { type ListedClient, useClients } from './use-clients.ts'

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
  const selection = useClientSelection(reading.data, query)
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
          <Table page={page} stale={stale} query={query} onQuery={onQuery} selection={selection} />
        )}
      </PagedList>
      <SelectionBar
        selected={selection.request}
        total={reading.data?.total ?? 0}
        onClear={selection.clear}
        onEvery={selection.selectEvery}
      />
    </div>
  )
}

interface TableProps extends ClientTableProps {
  page: ReturnType<typeof useClients>['data']
  stale: boolean
  selection: ReturnType<typeof useClientSelection>
}

function Table({ page, stale, query, onQuery, selection }: TableProps) {
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
      stale={stale}
      className="min-[75rem]:min-w-240"
      cells="py-1.5 leading-snug wrap-anywhere md:h-11.5"
      selection={{ ...selection, open, label: fullName }}
      sort={query.sort}
      onSort={(sort) => onQuery({ sort: sort as ClientQuery['sort'], page: 1 })}
    />
  )
}

/** Room for the longest text of the page, within reason. */
function roomFor(
  clients: ListedClient[],
  field: 'first_name' | 'last_name' | 'email',
  most: number,
) {
  const longest = Math.max(0, ...clients.map((client) => client[field].length))
  // Names are bold.
  const each = field === 'email' ? 1.05 : 1.15
  return {
    '--room': `max(5.5rem, calc(${Math.min(longest, most) * each}ch + 1rem))`,
  } as CSSProperties
}

/** In a narrow table these are hidden. */
const WIDE_ONLY = { className: 'max-[75rem]:hidden' }
const HUGE_ONLY = { className: 'max-[100rem]:hidden' }

/** At 1280 px fourteen letters, so that one long name leaves room for the emails of the page. */
const NAME_WIDTH = 'w-[13%] min-[75rem]:w-[min(var(--room),max(8.125rem,8vw))]'

const metaClass = 'max-md:text-sm max-md:text-ink-3'

/** The email gets what is left, on a large screen the address. `from` is the first row's number. */
const clientColumns = (
  clients: ListedClient[],
  from: number,
  highest: number,
): Column<ListedClient>[] => [
  {
    name: 'No.',
    cell: (_, n) => from + n,
    style: { width: `max(2.25rem, calc(${String(highest).length}ch + 1.125rem))` },
    cellClass: 'whitespace-nowrap text-ink-3',
    ...WIDE_ONLY,
  },
  {
    name: 'First Name',
    sort: 'first_name',
    cell: nameLink(clients.map(({ id }) => id)),
    width: NAME_WIDTH,
    style: roomFor(clients, 'first_name', 20),
    cellClass: 'text-left font-semibold',
    dir: 'auto',
  },
  {
    name: 'Last Name',
    sort: 'last_name',
    cell: ({ last_name }) => last_name,
    place: 'none',
    width: NAME_WIDTH,
    style: roomFor(clients, 'last_name', 20),
    cellClass: 'text-left font-semibold',
    dir: 'auto',
  },
  {
    name: 'Client Number',
    sort: 'client_number',
    cell: ({ client_number }) => client_number,
    width: 'w-25',
    cellClass: metaClass,
  },
  {
    name: 'Email',
    sort: 'email',
    cell: ({ email }) =>
      email === '' ? (
        <span className="text-ink-3">No email</span>
      ) : (
        <EmailAddress address={email} />
      ),
    width: 'min-[100rem]:w-(--room)',
    style: roomFor(clients, 'email', 34),
    cellClass: `${metaClass} pr-0! md:text-md`,
  },
  {
    name: 'Phone',
    cell: ({ phone_number }) => formatPhone(phone_number),
    width: 'w-36',
    cellClass: 'whitespace-nowrap text-left text-md',
    ...HUGE_ONLY,
  },
  { name: 'Address', cell: addressOf, cellClass: 'text-left text-md', dir: 'auto', ...HUGE_ONLY },
  {
    name: 'Status',
    sort: 'status',
    cell: statusOf,
    place: 'end',
    width: 'w-31',
    cellClass: 'pr-0! max-md:justify-self-end',
  },
  {
    name: 'Last Updated',
    sort: 'last_updated',
    cell: ({ last_updated }) => formatDay(last_updated),
    width: 'w-23.5',
    cellClass: 'whitespace-nowrap text-ink-3',
    ...WIDE_ONLY,
  },
  {
    name: 'Actions',
    cell: (client) => <ResendButton client={client} />,
    place: 'end',
    width: 'w-24.5',
    cellClass: 'text-right max-md:row-span-2 max-md:row-start-2! max-md:self-end',
    unnamed: true,
  },
]

/** The client's page gets the ids `among` which it leads on. */
const nameLink = (among: number[]) => (client: ListedClient) => (
  <ClientLink id={client.id} state={{ among }} tabIndex={-1} className="text-ink no-underline">
    {client.first_name}
    <span className="md:hidden"> {client.last_name}</span>
  </ClientLink>
)

function addressOf(client: ListedClient) {
  const country = client.country === US ? '' : `, ${countryName(client.country)}`
  return `${client.address}, ${placeLine(client)}${country}`
}

const statusOf = (client: ListedClient) => (
  <span className="inline-flex items-center gap-1 align-middle">
    <StatusBadge status={client.status} />
    <ExcusedMark client={client} />
    <DisputedMark client={client} />
  </span>
)

/** Beside a status, where there is no room for words. */
const ExcusedMark = ({ client: { excused_reason } }: { client: ListedClient }) =>
  excused_reason && (
    <span title={`Do not ask: ${excuseName(excused_reason)}`}>
      <BellOff aria-hidden className="inline size-4 text-ink-2" />
      <span className="sr-only">Do not ask</span>
    </span>
  )

const DisputedMark = ({ client }: { client: ListedClient }) =>
  client.disputed_at && (
    <span title="Disputed">
      <ShieldAlert aria-hidden className="inline size-4 text-danger" />
      <span className="sr-only">Disputed</span>
    </span>
  )
