import type { Mailing, MessageFilter } from '@attest/contract/mailings'
import { Download, Mail, SearchX } from 'lucide-react'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { MessageTable } from './message-table.tsx'
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
