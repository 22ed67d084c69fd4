import { formatPhone } from '@attest/contract/phone'
import type { OutstandingClient, RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { formatDay } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ListTable } from '../ui/table.tsx'
import { lastContact, reasonText, telOf } from './contact.ts'
import { Reason } from './reasons.tsx'
import { weekdayOf } from './round-time.ts'

const COLUMNS = [
  { name: 'Client', width: 'w-[24%]' },
  { name: 'Reason' },
  { name: 'Last contact', width: 'w-[17%]' },
  { name: 'Next step', width: 'w-48' },
  { name: 'Answer', width: 'w-35', className: 'text-right' },
]

const cell =
  'px-2 py-2.5 align-middle wrap-anywhere md:h-15.5 md:border-b md:border-line md:group-last:border-b-0 md:first:pl-5.5 md:last:pr-5.5 max-md:p-0'

interface OutstandingTableProps {
  round: RoundPage
  clients: OutstandingClient[] | undefined
  rows: number
  stale: boolean
  onRecord: (clientId: number) => void
}

export function OutstandingTable(props: OutstandingTableProps) {
  const { round, clients, rows, stale, onRecord } = props
  const open = round.closed_at === null
  return (
    <ListTable columns={open ? COLUMNS : COLUMNS.slice(0, 3)} rows={rows} stale={stale}>
      {clients?.map((client) => (
        <Row key={client.client_id} round={round} client={client} onRecord={onRecord} />
      ))}
    </ListTable>
  )
}

interface RowProps {
  round: RoundPage
  client: OutstandingClient
  onRecord: (clientId: number) => void
}

function Row({ round, client, onRecord }: RowProps) {
  const { client_id, client_number, name, reason } = client
  const contact = lastContact(client)
  return (
    <tr className="group max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1.5 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3.25 max-md:last:border-b-0">
      <td className={cell}>
        <Link
          to="/user-management/$userId"
          params={{ userId: String(client_id) }}
          className="font-semibold text-ink underline decoration-line-strong underline-offset-3 wrap-anywhere hover:decoration-ink"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-sm text-ink-3">{client_number}</span>
      </td>
      <td className={`${cell} max-md:col-span-2 max-md:row-start-2`}>
        <Reason reason={reason} text={reasonText(client)} />
      </td>
      <td
        className={`${cell} leading-snug max-md:col-start-2 max-md:row-start-1 max-md:text-right`}
      >
        {contact ? (
          <>
            {contact.what}
            <span className="block text-sm text-ink-3 wrap-anywhere">
              {formatDay(contact.at)}
              {contact.by && `, ${contact.by}`}
            </span>
          </>
        ) : (
          <span className="text-ink-3">None yet</span>
        )}
      </td>
      {round.closed_at === null && (
        <>
          <td className={`${cell} max-md:row-start-3 max-md:self-center`}>
            <NextStep round={round} client={client} />
          </td>
          <td className={`${cell} text-right max-md:row-start-3`}>
            <Button
              variant="link"
              size="inline"
              aria-label={`Record an Answer: ${name}`}
              onClick={() => onRecord(client_id)}
            >
              Record an Answer
            </Button>
          </td>
        </>
      )}
    </tr>
  )
}

function NextStep({ round, client }: Omit<RowProps, 'onRecord'>) {
  const { client_id, reason, phone_number } = client
  if (reason === 'asked' && round.nextReminder && !round.paused)
    return <span className="text-md text-ink-3">Reminder {weekdayOf(round.nextReminder.at)}</span>
  if (reason === 'queued') return <span className="text-md text-ink-3">Email goes out</span>
  return (
    <>
      {phone_number ? (
        <a href={telOf(phone_number)} className={buttonClass({ size: 'sm' })}>
          <Phone aria-hidden />
          {formatPhone(phone_number)}
        </a>
      ) : (
        <span className="text-md text-ink-2">Write a letter</span>
      )}
      {(reason === 'failed' || reason === 'unusable_address') && (
        <Link
          to="/user-management/$userId"
          params={{ userId: String(client_id) }}
          className="mt-1 block text-sm"
        >
          or correct the email
        </Link>
      )}
    </>
  )
}
