import type { Mailing, Message, MessageFilter } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { Download, Mail, SearchX } from 'lucide-react'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { listCellClass as cell, ListTable } from '../ui/table.tsx'
import {
  asksForAnswer,
  hasReason,
  MessageAnswer,
  MessageBadge,
  MessageReason,
  messageTime,
} from './message-outcome.tsx'
import { isRunning, MessageQuery, useExportMessages, useMessages } from './use-mailings.ts'

export function MessageList({ mailing }: { mailing: Mailing }) {
  const [query, setQuery] = useUrlQuery(MessageQuery)
  const reading = useMessages(mailing.id, query, isRunning(mailing))
  return (
    <Panel>
      <Filters
        id={mailing.id}
        toOutbox={mailing.provider === 'outbox'}
        query={query}
        onQuery={setQuery}
      />
      <PagedList
        reading={reading}
        query={query}
        onQuery={setQuery}
        failure="Failed to fetch the messages"
        empty={<NoMessages query={query} />}
      >
        {(data, stale) => (
          <MessageTable messages={data?.messages} rows={query.limit} stale={stale} />
        )}
      </PagedList>
    </Panel>
  )
}

const NoMessages = ({ query }: { query: MessageQuery }) =>
  query.search || query.state !== 'all' ? (
    <EmptyState
      icon={SearchX}
      title="No emails found"
      text="No email of this mailing matches. Try adjusting your search or filter."
    />
  ) : (
    <EmptyState icon={Mail} title="No emails" text="This mailing had no recipients." />
  )

interface FiltersProps {
  id: number
  toOutbox: boolean
  query: MessageQuery
  onQuery: (changes: Partial<MessageQuery>, options?: { replace?: boolean }) => void
}

function Filters({ id, toOutbox, query, onQuery }: FiltersProps) {
  const save = useExportMessages(id)
  return (
    <FilterBar placeholder="Search by name, number or email" query={query} onQuery={onQuery}>
      <Select
        aria-label="Result"
        className="w-42.5 max-md:flex-1"
        value={query.state}
        options={[
          ['all', 'All Emails'],
          ['accepted', toOutbox ? 'In the outbox' : 'Sent'],
          ['failed', 'Failed'],
          ['waiting', 'Waiting'],
          ['canceled', 'Canceled'],
          ['in_doubt', 'May have arrived twice'],
        ]}
        onChange={(event) => onQuery({ state: event.target.value as MessageFilter, page: 1 })}
      />
      <Button blocked={save.isPending} onClick={() => save.mutate(query)}>
        <Download aria-hidden />
        Export as CSV
      </Button>
    </FilterBar>
  )
}

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
