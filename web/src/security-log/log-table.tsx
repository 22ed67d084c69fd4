import type { SecurityEntry } from '@attest/contract/security-log'
import { ScrollText } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { ListTable } from '../ui/table.tsx'
import { LogRow } from './log-row.tsx'
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

const COLUMNS = [
  { name: 'Time', width: 'w-44' },
  { name: 'What', width: 'w-[23%]' },
  { name: 'Who' },
  { name: 'From', width: 'w-[27%]' },
]

const Entries = ({ entries, rows, stale }: EntriesProps) => (
  <ListTable columns={COLUMNS} busy={stale || !entries} stale={stale}>
    {entries?.map((entry) => <LogRow key={entry.id} entry={entry} />) ?? (
      <RowsSkeleton rows={rows} columns={COLUMNS.length} />
    )}
  </ListTable>
)
