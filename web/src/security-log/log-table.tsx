import type { SecurityEntry } from '@attest/contract/security-log'
import { ScrollText } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { headCellClass } from '../ui/table.tsx'
import { LogRow, LogRowsSkeleton } from './log-row.tsx'
import { type LogQuery, useSecurityLog } from './use-security-log.ts'

interface LogTableProps {
  query: LogQuery
  onQuery: (changes: Partial<LogQuery>, options?: { replace?: boolean }) => void
}

export const LogTable = ({ query, onQuery }: LogTableProps) => (
  <PagedList
    reading={useSecurityLog(query)}
    query={query}
    onQuery={onQuery}
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
    {(data, stale) => <Entries entries={data?.entries} rows={query.limit} stale={stale} />}
  </PagedList>
)

interface EntriesProps {
  entries: SecurityEntry[] | undefined
  rows: number
  stale: boolean
}

function Entries({ entries, rows, stale }: EntriesProps) {
  return (
    <div className="overflow-x-auto" aria-busy={stale || !entries}>
      <table className="w-full min-w-160 table-fixed border-collapse max-md:block max-md:min-w-0">
        <colgroup>
          <col className="w-44" />
          <col className="w-[23%]" />
          <col />
          <col className="w-[27%]" />
        </colgroup>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col" className={`${headCellClass} md:pl-5.5`}>
              Time
            </th>
            <th scope="col" className={headCellClass}>
              What
            </th>
            <th scope="col" className={headCellClass}>
              Who
            </th>
            <th scope="col" className={`${headCellClass} md:pr-5.5`}>
              From
            </th>
          </tr>
        </thead>
        <tbody
          className={`max-md:block motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}
        >
          {entries?.map((entry) => <LogRow key={entry.id} entry={entry} />) ?? (
            <LogRowsSkeleton rows={rows} />
          )}
        </tbody>
      </table>
    </div>
  )
}
