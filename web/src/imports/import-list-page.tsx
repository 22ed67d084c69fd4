import type { ImportSummary } from '@attest/contract/imports'
import { Link } from '@tanstack/react-router'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { BackLink, PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { listCellClass as cell, ListTable } from '../ui/table.tsx'
import { ImportBadge } from './import-badge.tsx'
import { useOpenImport } from './import-dialog-host.tsx'
import { ImportQuery, useImports } from './use-import-record.ts'

const FIGURES = [
  { name: 'New', field: 'created', width: 'w-18' },
  { name: 'Changed', field: 'updated', width: 'w-22' },
  { name: 'Unchanged', field: 'unchanged', width: 'w-26' },
  { name: 'Not Imported', field: 'rejected', width: 'w-28' },
] as const

const COLUMNS = [
  { name: 'File' },
  { name: 'Started', width: 'w-46' },
  ...FIGURES.map(({ name, width }) => ({ name, width, className: 'text-right' })),
  { name: 'Result', width: 'w-38', className: 'pl-5!' },
]

export default function ImportListPage() {
  const [query, setQuery] = useUrlQuery(ImportQuery)
  const reading = useImports(query)
  const openImport = useOpenImport()
  return (
    <>
      <PageHeader
        above={<BackLink to="/dashboard">Dashboard</BackLink>}
        title="Imports"
        text="Each imported file, and what it did to the clients."
        actions={
          <Button variant="primary" onClick={openImport}>
            <Upload aria-hidden />
            Import New File
          </Button>
        }
      />
      <Panel>
        <PagedList
          reading={reading}
          query={query}
          onQuery={setQuery}
          failure="Failed to fetch the imports"
          empty={<NoImports />}
        >
          {(data, stale) => (
            <ListTable columns={COLUMNS} rows={query.limit} stale={stale}>
              {data?.imports.map((each) => (
                <ImportRow key={each.importId} summary={each} />
              ))}
            </ListTable>
          )}
        </PagedList>
      </Panel>
    </>
  )
}

const NoImports = () => (
  <EmptyState
    icon={FileSpreadsheet}
    title="No imports yet"
    text="Each file that you import appears here."
  />
)

function ImportRow({ summary }: { summary: ImportSummary }) {
  const { created_at, state, done_rows, total_rows, undo_done, undo_total } = summary
  const [done, total] = state === 'undoing' ? [undo_done, undo_total] : [done_rows, total_rows]
  return (
    <tr className="group relative hover:bg-sunk max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <FileCell summary={summary} />
      <td className={`${cell} text-ink-2 max-md:col-start-1 max-md:text-sm`}>
        {formatDateTime(created_at)}
        <span className="md:hidden"> · {inWords(summary)}</span>
      </td>
      {FIGURES.map(({ name, field }) => (
        <td
          key={name}
          className={`${cell} text-right max-md:hidden ${field === 'rejected' && summary.rejected > 0 ? 'font-semibold text-danger' : ''}`}
        >
          {formatNumber(summary[field])}
        </td>
      ))}
      <td className={`${cell} md:pr-5.5 md:pl-5 max-md:col-start-2 max-md:row-start-1`}>
        <ImportBadge state={state} done={done} total={total} />
      </td>
    </tr>
  )
}

function FileCell({ summary }: { summary: ImportSummary }) {
  const { importId, file_name, admin_email, mailingId, error, state } = summary
  return (
    <td className={`${cell} md:pl-5.5`}>
      <Link
        to="/imports/$importId"
        params={{ importId }}
        className="font-semibold text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      >
        {file_name}
      </Link>
      <span className="block text-sm text-ink-3">
        {admin_email}
        {state === 'finished' && (mailingId === null ? ' · No emails' : ' · With emails')}
      </span>
      {error && <span className="block text-sm text-danger">{error}</span>}
    </td>
  )
}

const inWords = (summary: ImportSummary) =>
  FIGURES.filter(({ field }) => summary[field] > 0)
    .map(({ name, field }) => `${formatNumber(summary[field])} ${name.toLowerCase()}`)
    .join(', ') || 'nothing imported'
