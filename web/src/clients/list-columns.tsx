import { formatPhone } from '@attest/contract/client-fields'
import { type OwnColumn, ownField } from '@attest/contract/own-columns'
import { postalLines } from '@attest/contract/place'
import { USUAL_COLUMNS } from '@attest/contract/views'
import { BellOff, ShieldAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { excuseName } from '../history/field-text.ts'
import { formatDay } from '../lib/format.ts'
import { StatusBadge } from '../ui/badge.tsx'
import type { Column } from '../ui/column.tsx'
import { EmailAddress } from '../ui/email-address.tsx'
import { ClientLink } from '../ui/page.tsx'
import { ResendButton } from './resend-button.tsx'
import type { ListedClient } from './use-clients.ts'

interface Page {
  clients: ListedClient[]
  from: number
  highest: number
}

/** A column of the list. Its heading sorts by the column's id. */
interface ListColumn extends Omit<Column<ListedClient>, 'style' | 'cell'> {
  /** The least width in rem. In a wide window, several columns share the rest. */
  least: number
  cell: (page: Page) => Column<ListedClient>['cell']
  style?: (page: Page) => CSSProperties
}

/** The width of the page's longest text, within limits. */
const roomFor =
  (field: 'first_name' | 'last_name' | 'email', most: number) =>
  ({ clients }: Page) => {
    const longest = Math.max(0, ...clients.map((client) => client[field].length))
    const each = field === 'email' ? 1.05 : 1.15
    return {
      '--room': `max(5.5rem, calc(${Math.min(longest, most) * each}ch + 1rem))`,
    } as CSSProperties
  }

/** Hidden in a narrow table. */
const WIDE_ONLY = { className: 'max-[75rem]:hidden' }

/** Fourteen letters at 1280 px, so that a long name leaves room for the emails. */
const NAME_WIDTH = 'w-[13%] min-[75rem]:w-[min(var(--room),max(8.125rem,8vw))]'

/** A phone shows name, number and email in this order, whatever the table's is. */
const metaClass = 'max-md:text-sm max-md:text-ink-3'

const plain = (cell: Column<ListedClient>['cell']) => () => cell

/** A column of text that a phone leaves out. */
const textColumn = (
  name: string,
  least: number,
  cell: (client: ListedClient) => string,
): ListColumn => ({
  name,
  least,
  width: 'w-(--least)',
  style: () => ({ '--least': `${least}rem` }) as CSSProperties,
  cell: plain(cell),
  place: 'none',
  cellClass: 'text-left text-md',
  dir: 'auto',
})

const COLUMNS: Record<string, ListColumn> = {
  no: {
    name: 'No.',
    least: 2.25,
    cell:
      ({ from }) =>
      (_, n) =>
        from + n,
    style: ({ highest }) => ({
      width: `max(2.25rem, calc(${String(highest).length}ch + 1.125rem))`,
    }),
    cellClass: 'whitespace-nowrap text-ink-3',
    ...WIDE_ONLY,
  },
  first_name: {
    name: 'First Name',
    least: 8.125,
    cell: ({ clients }) => nameLink(clients.map(({ id }) => id)),
    width: NAME_WIDTH,
    style: roomFor('first_name', 20),
    cellClass: 'text-left font-semibold max-md:order-1 md:bg-inherit',
    dir: 'auto',
  },
  last_name: {
    name: 'Last Name',
    least: 8.125,
    cell: plain(({ last_name }) => last_name),
    place: 'none',
    width: NAME_WIDTH,
    style: roomFor('last_name', 20),
    cellClass: 'text-left font-semibold',
    dir: 'auto',
  },
  client_number: {
    name: 'Client Number',
    least: 6.25,
    cell: plain(({ client_number }) => client_number),
    width: 'w-25',
    cellClass: `${metaClass} max-md:order-2`,
  },
  email: {
    name: 'Email',
    least: 11,
    cell: plain(({ email }) =>
      email === '' ? (
        <span className="text-ink-3">No email</span>
      ) : (
        <EmailAddress address={email} />
      ),
    ),
    cellClass: `${metaClass} pr-0! max-md:order-3 md:text-md`,
  },
  status: {
    name: 'Status',
    least: 7.75,
    cell: plain(statusOf),
    place: 'end',
    width: 'w-31',
    cellClass: 'pr-0! max-md:justify-self-end',
  },
  last_updated: {
    name: 'Last Updated',
    least: 5.875,
    cell: plain(({ last_updated }) => formatDay(last_updated)),
    width: 'w-23.5',
    cellClass: 'whitespace-nowrap text-ink-3',
    ...WIDE_ONLY,
  },
  phone_number: textColumn('Phone', 9.5, (client) => formatPhone(client.phone_number)),
  address: textColumn('Address', 14, (client) => postalLines(client).join(', ')),
  city: textColumn('City', 8, ({ city }) => city),
  state: textColumn('State', 5, ({ state }) => state),
  last_answer: textColumn('Last Answer', 6.5, ({ last_answer }) =>
    last_answer ? formatDay(last_answer) : '',
  ),
  created_at: textColumn('Added', 6, ({ created_at }) => formatDay(created_at)),
}

/** This column's cell links to the client, so it cannot be hidden. */
export const NAME_COLUMN = 'first_name'

type Own = OwnColumn[] | undefined

const nameOf = (id: string, own: Own) =>
  COLUMNS[id]?.name ?? own?.find((column) => ownField(column.id) === id)?.name

export function columnChoices(shown: string[], own: Own) {
  const owns = own?.map(({ id }) => ownField(id)) ?? []
  const all = [...shown, ...USUAL_COLUMNS, ...Object.keys(COLUMNS), ...owns]
  return known([...new Set(all)], own).map((id) => ({ id, name: nameOf(id, own)! }))
}

export const known = (ids: string[], own: Own) => ids.filter((id) => nameOf(id, own))

/** The sort menu of a phone, whose table has no headings. `now` may be an own column. */
export function sortChoices(now: string) {
  const { no: _, ...sortable } = COLUMNS
  const sorts = Object.entries(sortable).flatMap(([id, { name }]): [string, string][] => [
    [id, name],
    [`-${id}`, `${name}, descending`],
  ])
  return sorts.some(([sort]) => sort === now) ? sorts : [...sorts, [now, 'Another column'] as const]
}

const OWN_LEAST_REM = 8

const ACTIONS: Column<ListedClient> = {
  name: 'Actions',
  cell: (client) => <ResendButton client={client} />,
  place: 'end',
  width: 'w-24.5',
  className: 'md:sticky md:right-0 md:z-1',
  cellClass: 'text-right max-md:row-span-2 max-md:row-start-2! max-md:self-end md:bg-inherit',
  unnamed: true,
}

/** The width of a row's checkbox and buttons. */
const ENDS_REM = 9.125

/** A wide table scrolls inside the panel; the name and the buttons stay in sight. */
const STICKY = 'md:sticky md:left-0 md:z-1'

export interface OwnColumns {
  columns: Own
  text: (column: OwnColumn, value: string) => string
}

export function tableColumns(ids: string[], page: Page, own?: OwnColumns): Column<ListedClient>[] {
  const shown = known(ids, own?.columns).map((id) => {
    const { cell, style, className = '', ...column } = COLUMNS[id] ?? ownColumn(id, own!)
    return {
      ...column,
      key: id,
      ...(id === 'no' ? {} : { sort: id }),
      cell: cell(page),
      style: style?.(page),
      className: id === NAME_COLUMN ? `${className} ${STICKY}` : className,
    }
  })
  return [...shown, ACTIONS]
}

function ownColumn(id: string, { columns = [], text }: OwnColumns): ListColumn {
  const column = columns.find((each) => ownField(each.id) === id)!
  return textColumn(column.name, OWN_LEAST_REM, ({ own }) => {
    const value = own[column.id]
    return value === undefined ? '' : text(column, value)
  })
}

/** Counts names by their longest text, so short ones leave room to other columns. */
export function leastWidth(ids: string[], clients: ListedClient[]): string {
  const least = (id: string) => {
    if (id !== 'first_name' && id !== 'last_name') return COLUMNS[id]?.least ?? OWN_LEAST_REM
    const longest = Math.max(0, ...clients.map((client) => client[id].length))
    return Math.min(Math.max(5.5, longest * 0.575 + 1), COLUMNS[id]!.least)
  }
  return `${ids.reduce((sum, id) => sum + least(id), ENDS_REM)}rem`
}

/** The client's page steps through the ids `among`. */
const nameLink = (among: number[]) => (client: ListedClient) => (
  <ClientLink id={client.id} state={{ among }} tabIndex={-1} className="text-ink no-underline">
    {client.first_name}
    <span className="md:hidden"> {client.last_name}</span>
  </ClientLink>
)

function statusOf(client: ListedClient) {
  return (
    <span className="inline-flex items-center gap-1 align-middle">
      <StatusBadge status={client.status} />
      <ExcusedMark client={client} />
      {client.disputed_at && <Alarm title="Disputed" />}
      {client.reported_as && !client.excused_reason && <Alarm title="Reported" />}
    </span>
  )
}

const ExcusedMark = ({ client: { excused_reason } }: { client: ListedClient }) =>
  excused_reason && (
    <span title={`Do not ask: ${excuseName(excused_reason)}`}>
      <BellOff aria-hidden className="inline size-4 text-ink-2" />
      <span className="sr-only">Do not ask</span>
    </span>
  )

const Alarm = ({ title }: { title: string }) => (
  <span title={title}>
    <ShieldAlert aria-hidden className="inline size-4 text-danger" />
    <span className="sr-only">{title}</span>
  </span>
)
