import { countryName } from '@attest/contract/country-name'
import { formatPhone } from '@attest/contract/phone'
import { placeLine, US } from '@attest/contract/place'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { formatDay } from '../lib/format.ts'
import { StatusBadge } from '../ui/badge.tsx'
import type { Column } from '../ui/column.tsx'
import { EmailAddress } from '../ui/email-address.tsx'
import { DisputedMark, ExcusedMark } from './client-marks.tsx'
import { ResendButton } from './resend-button.tsx'
import type { ListedClient } from './use-clients.ts'

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
export const clientColumns = (
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
  <Link
    to="/user-management/$userId"
    params={{ userId: String(client.id) }}
    state={{ among }}
    tabIndex={-1}
    className="text-ink no-underline"
  >
    {client.first_name}
    <span className="md:hidden"> {client.last_name}</span>
  </Link>
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
