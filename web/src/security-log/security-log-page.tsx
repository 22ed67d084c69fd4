import { listSecurityLog, SECURITY_EVENTS } from '@attest/contract/security-log'
import { ScrollText } from 'lucide-react'
import { usePage } from '../lib/use-read.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { ListTable } from '../ui/table.tsx'
import { LogRow } from './log-row.tsx'

const COLUMNS = [
  { name: 'Time', width: 'w-44' },
  { name: 'Event', width: 'w-[23%]' },
  { name: 'Person' },
  { name: 'Address', width: 'w-[27%]' },
]

export default function SecurityLogPage() {
  const [query, setQuery] = useUrlQuery(listSecurityLog.query)
  const reading = usePage(listSecurityLog, { query, queryKey: ['security-log', query] })
  return (
    <>
      <PageHeader
        title="Security Log"
        text="Sign-ins, exports and deletions. Entries are only added: nobody can change or delete one."
      />
      <Panel>
        <FilterBar
          placeholder="Search by person, detail or address"
          query={query}
          onQuery={setQuery}
        >
          <Select
            aria-label="Event"
            className="w-64 max-md:w-full"
            value={query.event}
            options={[['', 'All Events'], ...Object.entries(SECURITY_EVENTS)]}
            onChange={(event) => setQuery({ event: event.target.value, page: 1 })}
          />
        </FilterBar>
        <PagedList
          reading={reading}
          query={query}
          onQuery={setQuery}
          failure="Failed to fetch the log"
          empty={
            <EmptyState
              icon={ScrollText}
              title="No entries found"
              text={
                query.search || query.event
                  ? 'Nothing in the log matches. Try adjusting your search or filter.'
                  : 'Nothing has been logged yet.'
              }
            />
          }
        >
          {(data, stale) => (
            <ListTable columns={COLUMNS} rows={query.limit} stale={stale}>
              {data?.entries.map((entry) => (
                <LogRow key={entry.id} entry={entry} />
              ))}
            </ListTable>
          )}
        </PagedList>
      </Panel>
    </>
  )
}
