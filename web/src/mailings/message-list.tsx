import { PAGE_SIZES } from '@attest/contract/clients'
import type { Mailing, MessageFilter } from '@attest/contract/mailings'
import { Download, Mail, SearchX } from 'lucide-react'
import { usePageInRange } from '../lib/use-page-in-range.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { MessageTable } from './message-table.tsx'
import { isRunning, MessageQuery, useExportMessages, useMessages } from './use-mailings.ts'

/** Who got a mailing and who did not. */
export function MessageList({ mailing }: { mailing: Mailing }) {
  const [query, setQuery] = useUrlQuery(MessageQuery)
  const reading = useMessages(mailing.id, query, isRunning(mailing))
  const { data: page, error, isPlaceholderData } = reading
  // The last query's rows stand in for the next ones; that it had none says nothing about them.
  const data = isPlaceholderData && page?.total === 0 ? undefined : page

  usePageInRange(
    query,
    isPlaceholderData ? undefined : data?.total,
    (page) => void setQuery({ page }, { replace: true }),
  )
  return (
    <Sheet>
      <Filters id={mailing.id} query={query} onQuery={setQuery} />
      <ReadError title="Failed to fetch the messages" reading={reading} />
      {data?.total === 0 && <NoMessages query={query} />}
      {!(error && !data) && data?.total !== 0 && (
        <>
          <MessageTable messages={data?.messages} rows={query.limit} stale={isPlaceholderData} />
          <Pagination
            page={query.page}
            pageSize={query.limit}
            pageSizes={PAGE_SIZES}
            total={data?.total}
            onPage={(next) => void setQuery({ page: next })}
            onPageSize={(limit) => void setQuery({ limit, page: 1 })}
          />
        </>
      )}
    </Sheet>
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
    <EmptyState icon={Mail} title="No emails" text="There was nobody to send this mailing to." />
  )

interface FiltersProps {
  id: number
  query: MessageQuery
  onQuery: (changes: Partial<MessageQuery>, options?: { replace?: boolean }) => void
}

function Filters({ id, query, onQuery }: FiltersProps) {
  const save = useExportMessages(id)
  return (
    <search className="flex flex-wrap gap-2.5 border-b border-line px-4 py-3.5 md:px-5.5">
      <SearchBox
        placeholder="Search by name, number or email"
        value={query.search}
        onChange={(search) => onQuery({ search, page: 1 }, { replace: true })}
      />
      <Select
        aria-label="State"
        className="w-42.5 max-md:flex-1"
        value={query.state}
        onChange={(event) => onQuery({ state: event.target.value as MessageFilter, page: 1 })}
      >
        <option value="all">All Emails</option>
        <option value="accepted">Sent</option>
        <option value="failed">Failed</option>
        <option value="waiting">Waiting</option>
        <option value="canceled">Canceled</option>
        <option value="in_doubt">Perhaps twice</option>
      </Select>
      <Button blocked={save.isPending} onClick={() => save.mutate(query)}>
        <Download aria-hidden />
        Export as CSV
      </Button>
    </search>
  )
}
