import type { Message } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { listCellClass as cell, ListTable } from '../ui/table.tsx'
import {
  asksForAnswer,
  hasReason,
  MessageAnswer,
  MessageBadge,
  MessageReason,
  messageTime,
} from './message-outcome.tsx'

interface MessageTableProps {
  messages: Message[] | undefined
  rows: number
  stale: boolean
}

const CLIENT = { name: 'Client', width: 'w-[30%]' }
const FIXED = [
  { name: 'Result', width: 'w-36' },
  { name: 'Time', width: 'w-46' },
]
const ANSWER = { name: 'Answer', width: 'w-46' }
const REASON = { name: 'Reason' }

export function MessageTable({ messages, rows, stale }: MessageTableProps) {
  const answers = !messages || messages.some(asksForAnswer)
  const reasons = messages?.some(hasReason) ?? false
  const columns = [
    reasons ? CLIENT : { name: 'Client' },
    ...FIXED,
    ...(answers ? [ANSWER] : []),
    ...(reasons ? [REASON] : []),
  ]
  return (
    <ListTable columns={columns} rows={rows} stale={stale}>
      {messages?.map((message) => (
        <MessageRow key={message.id} message={message} answers={answers} reasons={reasons} />
      ))}
    </ListTable>
  )
}

interface MessageRowProps {
  message: Message
  answers: boolean
  reasons: boolean
}

function MessageRow({ message, answers, reasons }: MessageRowProps) {
  const { client_id, first_name, last_name, client_number, email } = message
  return (
    <tr className="group max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <td className={`${cell} md:pl-5.5`}>
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
        <MessageBadge message={message} />
      </td>
      <td className={`${cell} text-ink-2 max-md:col-span-2 max-md:text-sm`}>
        {messageTime(message)}
      </td>
      {answers && (
        <td className={`${cell} max-md:col-span-2 max-md:text-sm md:last:pr-5.5`}>
          <MessageAnswer message={message} />
        </td>
      )}
      {reasons && (
        <td className={`${cell} md:pr-5.5 max-md:col-span-2 max-md:text-md`}>
          <MessageReason message={message} />
        </td>
      )}
    </tr>
  )
}
