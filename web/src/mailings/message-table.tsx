import type { Message } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { listCellClass as cell, ListTable } from '../ui/table.tsx'
import { MessageBadge, MessageReason, messageTime } from './message-outcome.tsx'

interface MessageTableProps {
  messages: Message[] | undefined
  rows: number
  stale: boolean
}

const COLUMNS = [
  { name: 'Client', width: 'w-[36%]' },
  { name: 'Result', width: 'w-31' },
  { name: 'Time', width: 'w-46' },
  { name: 'Reason' },
]

export const MessageTable = ({ messages, rows, stale }: MessageTableProps) => (
  <ListTable columns={COLUMNS} rows={rows} stale={stale}>
    {messages?.map((message) => (
      <MessageRow key={message.id} message={message} />
    ))}
  </ListTable>
)

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
