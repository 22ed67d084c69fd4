import type { ImportSummary } from '@attest/contract/imports'
import { Link } from '@tanstack/react-router'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { useUrlList } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import { type Column, rowLinkClass } from '../ui/column.tsx'
import { BackLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { PagedTable } from '../ui/table.tsx'
import { useOpenImport } from './import-dialog-host.tsx'
import { ImportBadge } from './import-words.tsx'
import { ImportQuery, useImports } from './use-import-record.ts'

const FIGURES = [
  { name: 'New', field: 'created', width: 'w-18' },
  { name: 'Changed', field: 'updated', width: 'w-22' },
  { name: 'Unchanged', field: 'unchanged', width: 'w-26' },
  { name: 'Not Imported', field: 'rejected', width: 'w-28' },
] as const

const COLUMNS: Column<ImportSummary>[] = [
  { name: 'File', cell: fileOf },
  { name: 'Started', cell: startedOf, width: 'w-46', cellClass: 'text-ink-2 max-md:text-sm' },
  ...FIGURES.map(
    ({ name, field, width }): Column<ImportSummary> => ({
      name,
      cell: (summary) => (
        <span
          className={
            field === 'rejected' && summary.rejected > 0 ? 'font-semibold text-danger' : ''
          }
        >
          {formatNumber(summary[field])}
        </span>
      ),
      place: 'none',
      width,
      className: 'text-right max-[75rem]:hidden',
    }),
  ),
  { name: 'Result', cell: badgeOf, place: 'end', width: 'w-38', className: 'md:pl-5!' },
]

export default function ImportListPage() {
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
        <PagedTable
          {...useUrlList(ImportQuery, useImports)}
          failure="Failed to fetch the imports"
          empty={<NoImports />}
          rowsOf={({ imports }) => imports}
          columns={COLUMNS}
          rowKey={({ importId }) => importId}
          rowClass="relative hover:bg-sunk"
        />
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

function fileOf({ importId, file_name, admin_email, mailingId, error, state }: ImportSummary) {
  return (
    <>
      <Link
        to="/imports/$importId"
        params={{ importId }}
        className={`font-semibold ${rowLinkClass}`}
      >
        {file_name}
      </Link>
      <span className="block text-sm text-ink-3">
        {admin_email}
        {state === 'finished' && (mailingId === null ? ' · No emails' : ' · With emails')}
      </span>
      {error && <span className="block text-sm text-danger">{error}</span>}
    </>
  )
}

function startedOf(summary: ImportSummary) {
  return (
    <>
      {formatDateTime(summary.created_at)}
      <span className="min-[75rem]:hidden"> · {inWords(summary)}</span>
    </>
  )
}

function badgeOf({ state, done_rows, total_rows, undo_done, undo_total }: ImportSummary) {
  const [done, total] = state === 'undoing' ? [undo_done, undo_total] : [done_rows, total_rows]
  return <ImportBadge state={state} done={done} total={total} />
}

const inWords = (summary: ImportSummary) =>
  FIGURES.filter(({ field }) => summary[field] > 0)
    .map(({ name, field }) => `${formatNumber(summary[field])} ${name.toLowerCase()}`)
    .join(', ') || 'nothing imported'
