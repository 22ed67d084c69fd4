import type { Mailing, Message, MessageFilter } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { Download, Mail, SearchX } from 'lucide-react'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/column.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { PagedTable } from '../ui/table.tsx'
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
      <PagedTable
        reading={reading}
        query={query}
        onQuery={setQuery}
        failure="Failed to fetch the messages"
        empty={<NoMessages query={query} />}
        rowsOf={({ messages }) => messages}
        columns={messageColumns}
        rowKey={({ id }) => id}
      />
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

export const messageColumns = (messages?: Message[]): Column<Message>[] => [
  { name: 'Client', cell: recipientOf, width: messages?.some(hasReason) ? 'w-[30%]' : undefined },
  {
    name: 'Result',
    cell: (message) => <MessageBadge message={message} />,
    place: 'end',
    width: 'w-36',
  },
  {
    name: 'Time',
    cell: messageTime,
    place: 'line',
    width: 'w-46',
    cellClass: 'text-ink-2 max-md:text-sm',
  },
  {
    name: 'Answer',
    cell: (message) => <MessageAnswer message={message} />,
    place: 'line',
    width: 'w-46',
    cellClass: 'max-md:text-sm',
    shown: !messages || messages.some(asksForAnswer),
  },
  {
    name: 'Reason',
    cell: (message) => <MessageReason message={message} />,
    place: 'line',
    cellClass: 'max-md:text-md',
    shown: messages?.some(hasReason) ?? false,
  },
]

const recipientOf = ({ client_id, first_name, last_name, client_number, email }: Message) => (
  <>
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
  </>
)
