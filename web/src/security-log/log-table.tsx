import { PAGE_SIZES } from '@attest/contract/clients'
import type { SecurityEntry } from '@attest/contract/security-log'
import { ScrollText } from 'lucide-react'
import { usePageInRange } from '../lib/use-page-in-range.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { headCellClass } from '../ui/table.tsx'
import { LogRow, LogRowsSkeleton } from './log-row.tsx'
import { type LogQuery, useSecurityLog } from './use-security-log.ts'

interface LogTableProps {
  query: LogQuery
  onQuery: (changes: Partial<LogQuery>, options?: { replace?: boolean }) => void
}

/** One page of the entries that `query` asks for. */
export function LogTable({ query, onQuery }: LogTableProps) {
  const reading = useSecurityLog(query)
  const { data: page, error, isPlaceholderData } = reading
  // The last query's entries stand in for the next ones; that it had none says nothing about them.
  const data = isPlaceholderData && page?.total === 0 ? undefined : page

  usePageInRange(query, isPlaceholderData ? undefined : data?.total, (page) =>
    onQuery({ page }, { replace: true }),
  )

  if (error && !data) {
    return <ReadError title="Failed to fetch the log" reading={reading} />
  }
  if (data?.total === 0) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No entries found"
        text={
          query.search || query.event
            ? 'Nothing in the log matches. Try adjusting your search or filter.'
            : 'Nothing has been logged yet.'
        }
      />
    )
  }
  return (
    <>
      <Entries entries={data?.entries} rows={query.limit} stale={isPlaceholderData} />
      <Pagination
        page={query.page}
        pageSize={query.limit}
        pageSizes={PAGE_SIZES}
        total={data?.total}
        onPage={(next) => onQuery({ page: next })}
        onPageSize={(limit) => onQuery({ limit, page: 1 })}
      />
    </>
  )
}

interface EntriesProps {
  /** Undefined while they are fetched. */
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
