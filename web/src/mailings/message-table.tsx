import type { Message } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { headCellClass } from '../ui/table.tsx'
import { MessageBadge, MessageReason, messageTime } from './message-outcome.tsx'

const cell =
  'px-2 py-2.5 align-top md:border-b md:border-line md:group-last:border-b-0 max-md:block max-md:p-0'

const WIDTHS = ['w-52', 'w-18', 'w-36', 'w-24']

interface MessageTableProps {
  messages: Message[] | undefined
  rows: number
  stale: boolean
}

export function MessageTable({ messages, rows, stale }: MessageTableProps) {
  return (
    <div className="overflow-x-auto" aria-busy={stale || !messages}>
      <table className="w-full min-w-160 table-fixed border-collapse max-md:block max-md:min-w-0">
        <colgroup>
          <col className="w-[36%]" />
          <col className="w-31" />
          <col className="w-46" />
          <col />
        </colgroup>
        <thead className="max-md:sr-only">
          <tr>
            {['Client', 'Result', 'Time', 'Reason'].map((name) => (
              <th key={name} scope="col" className={`${headCellClass} first:pl-5.5 last:pr-5.5`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={`max-md:block motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}
        >
          {messages?.map((message) => <MessageRow key={message.id} message={message} />) ?? (
            <RowsSkeleton rows={rows} widths={WIDTHS} cell={cell} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function MessageRow({ message }: { message: Message }) {
  const { client_id, first_name, last_name, client_number, email, state } = message
  return (
    <tr className="group max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <td className={`${cell} wrap-anywhere md:pl-5.5`}>
        {client_id === null ? (
          <span className="text-ink-3">Deleted client</span>
        ) : (
          <Link
            to="/user-management/$userId"
            params={{ userId: String(client_id) }}
            className="font-semibold text-ink no-underline hover:underline"
          >
            <bdi>
              {first_name} {last_name}
            </bdi>
          </Link>
        )}
        {client_number && <span className="text-sm text-ink-3"> {client_number}</span>}
        <span className="block text-md text-ink-2">{email}</span>
      </td>
      <td className={`${cell} max-md:col-start-2 max-md:row-start-1`}>
        <MessageBadge state={state} />
      </td>
      <td className={`${cell} text-ink-2 max-md:col-span-2 max-md:text-sm`}>
        {messageTime(message)}
      </td>
      <td className={`${cell} wrap-anywhere md:pr-5.5 max-md:col-span-2 max-md:text-md`}>
        <MessageReason message={message} />
      </td>
    </tr>
  )
}
