import type { OutstandingClient, RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { Phone } from 'lucide-react'
import { formatDay } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { headCellClass } from '../ui/table.tsx'
import { lastContact, reasonText, telOf } from './contact.ts'
import { Reason } from './reasons.tsx'
import { momentOf } from './round-time.ts'

const COLUMNS = [
  { name: 'Client', width: 'w-[24%]' },
  { name: 'Reason' },
  { name: 'Last contact', width: 'w-[17%]' },
  { name: 'Next step', width: 'w-48' },
  { name: 'Answer', width: 'w-35', hidden: true },
]

const cell =
  'px-2 py-2.5 align-middle md:h-15.5 md:border-b md:border-line md:group-last:border-b-0 md:first:pl-5.5 md:last:pr-5.5 max-md:p-0'

interface OutstandingTableProps {
  round: RoundPage
  clients: OutstandingClient[] | undefined
  /** As many as are expected. */
  rows: number
  stale: boolean
  onRecord: (clientId: number) => void
}

export function OutstandingTable(props: OutstandingTableProps) {
  const { round, clients, rows, stale, onRecord } = props
  const open = round.closed_at === null
  return (
    <div className="overflow-x-auto" aria-busy={stale || !clients}>
      <table className="w-full min-w-180 table-fixed border-collapse max-md:block max-md:min-w-0">
        <thead className="max-md:sr-only">
          <tr>
            {COLUMNS.slice(0, open ? 5 : 3).map(({ name, width, hidden }) => (
              <th
                key={name}
                scope="col"
                className={`${headCellClass} md:first:pl-5.5 md:last:pr-5.5 ${width ?? ''}`}
              >
                {hidden ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={`max-md:block motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}
        >
          {clients?.map((client) => (
            <Row key={client.client_id} round={round} client={client} onRecord={onRecord} />
          )) ?? <Loading rows={rows} />}
        </tbody>
      </table>
    </div>
  )
}

const Loading = ({ rows }: { rows: number }) => (
  <tr>
    <td colSpan={5} className="p-4 md:px-5.5">
      <span style={{ height: `${rows * 3.875 - 2}rem` }} className="block">
        <Skeleton className="h-full rounded-md!" />
      </span>
    </td>
  </tr>
)

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
              aria-label={`Record the answer of ${name}`}
              onClick={() => onRecord(client_id)}
            >
              Record Answer
            </Button>
          </td>
        </>
      )}
    </tr>
  )
}

function NextStep({ round, client }: Omit<RowProps, 'onRecord'>) {
  const { reason, phone_number } = client
  const next = round.reminders.find(({ day }) => day === round.nextReminder?.day)
  if (reason === 'asked' && next && !round.paused)
    return <span className="text-md text-ink-3">Reminder {momentOf(next.at)}</span>
  if (reason === 'queued') return <span className="text-md text-ink-3">Email goes out</span>
  if (!phone_number) return <span className="text-md text-ink-2">Write a letter</span>
  return (
    <a href={telOf(phone_number)} className={buttonClass({ size: 'sm' })}>
      <Phone aria-hidden />
      {phone_number}
    </a>
  )
}
