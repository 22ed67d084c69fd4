import { countryName } from '@attest/contract/country-name'
import { fullName } from '@attest/contract/full-name'
import { formatPhone } from '@attest/contract/phone'
import { placeLine, US } from '@attest/contract/place'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import { formatDay } from '../lib/format.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { EmailAddress } from '../ui/email-address.tsx'
import { DisputedMark, ExcusedMark } from './client-marks.tsx'
import { HUGE_ONLY, WIDE_ONLY } from './client-table-head.tsx'
import { ResendButton } from './resend-button.tsx'
import type { ListedClient } from './use-clients.ts'

interface ClientRowProps {
  client: ListedClient
  among: number[]
  no: number
  selected: boolean
  onSelect: (id: number, selected: boolean) => void
  onOpen: (id: number) => void
}

const rowClass =
  'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-2.5 max-md:last:border-b-0'

const cell =
  'px-2 py-1.5 leading-snug wrap-anywhere md:h-11.5 md:border-b md:border-line md:group-last:border-b-0 max-md:p-0'
const meta = `${cell} max-md:col-start-2 max-md:text-sm max-md:text-ink-3`

const cellClasses = {
  box: `${cell} md:pl-5.5 max-md:-m-3 max-md:row-span-3 max-md:p-3 max-md:pt-3.75`,
  no: `${cell} whitespace-nowrap text-ink-3 ${WIDE_ONLY}`,
  first: `${cell} text-left font-semibold max-md:col-start-2 max-md:row-start-1`,
  last: `${cell} text-left font-semibold max-md:hidden`,
  number: `${meta} max-md:row-start-2`,
  email: `${meta} pr-0! md:text-md max-md:row-start-3`,
  phone: `${cell} whitespace-nowrap text-left text-md ${HUGE_ONLY}`,
  address: `${cell} text-left text-md ${HUGE_ONLY}`,
  status: `${cell} pr-0! max-md:col-start-3 max-md:row-start-1 max-md:justify-self-end`,
  updated: `${cell} whitespace-nowrap text-ink-3 ${WIDE_ONLY}`,
  resend: `${cell} text-right md:pr-5.5 max-md:col-start-3 max-md:row-span-2 max-md:row-start-2 max-md:self-end`,
}

/** Memoized: a table has up to a hundred rows. */
export const ClientRow = memo(function ClientRow(props: ClientRowProps) {
  const { client, among, no, selected, onSelect, onOpen } = props
  const name = fullName(client)
  const open = () => onOpen(client.id)
  const toggle = () => onSelect(client.id, !selected)
  const country = client.country === US ? '' : `, ${countryName(client.country)}`
  const address = `${client.address}, ${placeLine(client)}${country}`
  return (
    <tr
      tabIndex={0}
      aria-selected={selected}
      onClick={(event) => {
        if (event.target === event.currentTarget.cells[0]) toggle()
        else if (opensRow(event)) open()
      }}
      onKeyDown={(event) => handleKey(event, open, toggle)}
      className={`group cursor-pointer focus-visible:-outline-offset-2 hover:bg-sunk aria-selected:bg-accent-soft ${rowClass}`}
    >
      <td className={cellClasses.box}>
        <Checkbox aria-label={`Select ${name}`} checked={selected} onChange={toggle} />
      </td>
      <td className={cellClasses.no}>{no}</td>
      <td dir="auto" className={cellClasses.first}>
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
      </td>
      <td dir="auto" className={cellClasses.last}>
        {client.last_name}
      </td>
      <td className={cellClasses.number}>{client.client_number}</td>
      <td className={cellClasses.email}>
        {client.email === '' ? (
          <span className="text-ink-3">No email</span>
        ) : (
          <EmailAddress address={client.email} />
        )}
      </td>
      <td className={cellClasses.phone}>{formatPhone(client.phone_number)}</td>
      <td dir="auto" className={cellClasses.address}>
        {address}
      </td>
      <td className={cellClasses.status}>
        <span className="inline-flex items-center gap-1 align-middle">
          <StatusBadge status={client.status} />
          <ExcusedMark client={client} />
          <DisputedMark client={client} />
        </span>
      </td>
      <td className={cellClasses.updated}>{formatDay(client.last_updated)}</td>
      <td className={cellClasses.resend}>
        <ResendButton client={client} />
      </td>
    </tr>
  )
})

/** Presses on controls, links and selected text do not open the row. */
const opensRow = (event: MouseEvent) =>
  !event.metaKey &&
  !event.ctrlKey &&
  !(event.target as Element).closest('a, button, input') &&
  !getSelection()?.toString()

function handleKey(
  event: KeyboardEvent<HTMLTableRowElement>,
  open: () => void,
  toggle: () => void,
) {
  if (event.target !== event.currentTarget) return
  if (event.key === 'Enter') open()
  if (event.key === ' ') {
    // Keeps the page from scrolling.
    event.preventDefault()
    toggle()
  }
  const { nextElementSibling: next, previousElementSibling: previous } = event.currentTarget
  const neighbour = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : null
  if (neighbour instanceof HTMLElement) {
    event.preventDefault()
    neighbour.focus()
  }
}
