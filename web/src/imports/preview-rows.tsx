import {
  downloadRejected,
  type Preview,
  type PreviewField,
  type PreviewRow,
  type PreviewTab,
  type RowChange,
} from '@attest/contract/import-previews'
import { Check, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSaveDownload } from '../lib/download.ts'
import { formatNumber } from '../lib/format.ts'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { headCellClass } from '../ui/column.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import {
  differs,
  KINDS,
  type OwnShown,
  previewFieldLabel,
  shownFields,
  shownOwn,
} from './import-words.tsx'
import { cellClass, OwnPreviewCell, PreviewCell, textClass } from './preview-cell.tsx'
import { type ChangePreview, usePreviewRows } from './use-preview.ts'

interface PreviewRowsProps {
  preview: Preview
  kind: PreviewTab
  change: ChangePreview
}

/** The rows of a tab. A corrected row stays until the tab is opened again. */
export function PreviewRows({ preview, kind, change }: PreviewRowsProps) {
  const [paging, setPaging] = useState({ page: 1, limit: 50 })
  const reading = usePreviewRows(preview.previewId, { kind, ...paging })
  return (
    <PagedList
      reading={reading}
      query={paging}
      onQuery={(changes) => setPaging((old) => ({ ...old, ...changes }))}
      failure="Failed to read the rows"
      empty={<p className="py-8 text-center text-ink-2">No rows here.</p>}
    >
      {(data, stale) => (
        <>
          {kind === 'rejected' && <Repair preview={preview} />}
          {kind === 'replaced' && <ReplacedNote />}
          {kind === 'suggested' && <AcceptAll preview={preview} change={change} />}
          {kind === 'undecided' && <DecideAll change={change} />}
          <RowTable preview={preview} rows={data?.rows} stale={stale} change={change} />
        </>
      )}
    </PagedList>
  )
}

const toolsClass = 'flex flex-wrap items-center gap-2.5 py-3'

function Repair({ preview: { previewId } }: { preview: Preview }) {
  const saving = useSaveDownload({
    ask: () => [downloadRejected, { params: { previewId } }, 'rows-not-imported.csv'],
    success: (file) => ({ title: 'File saved', text: `Saved as ${file}.` }),
    failure: { title: 'Failed to download the rows', text: 'Please try again.' },
  })
  return (
    <div className={toolsClass}>
      <p className="min-w-60 flex-1 text-ink-2">
        Correct a cell, and its row is imported. Or download these rows, correct the file and import
        it.
      </p>
      <Button size="sm" blocked={saving.isPending} onClick={() => saving.mutate(undefined)}>
        <Download aria-hidden />
        Download Rows
      </Button>
    </div>
  )
}

const ReplacedNote = () => (
  <p className="py-3 text-ink-2">
    In these rows the file replaces what the client has answered. Correct a cell to keep the answer.
  </p>
)

function AcceptAll({ preview, change }: { preview: Preview; change: ChangePreview }) {
  const counts = Object.entries(preview.suggestions) as [PreviewField, number][]
  return (
    <div className={toolsClass}>
      <p className="min-w-60 flex-1 text-ink-2">
        These are guesses: look at each before you accept all of a kind.
      </p>
      {counts
        .filter(([, rows]) => rows > 0)
        .map(([field, rows]) => (
          <Button key={field} size="sm" onClick={() => change({ accept: field })}>
            <Check aria-hidden />
            Accept {formatNumber(rows)} for {previewFieldLabel(field)}
          </Button>
        ))}
    </div>
  )
}

const DecideAll = ({ change }: { change: ChangePreview }) => (
  <div className={toolsClass}>
    <p className="min-w-60 flex-1 text-ink-2">
      Each of these rows looks like a client on file or an earlier row, with another number. It is
      not imported until you decide.
    </p>
    <Button size="sm" onClick={() => change({ undecided: 'same' })}>
      All Are the Same
    </Button>
    <Button size="sm" onClick={() => change({ undecided: 'another' })}>
      All Are New
    </Button>
    <Button size="sm" onClick={() => change({ undecided: 'skip' })}>
      Skip All
    </Button>
  </div>
)

interface RowTableProps {
  preview: Preview
  rows: PreviewRow[] | undefined
  stale: boolean
  change: ChangePreview
}

function RowTable({ preview, rows, stale, change }: RowTableProps) {
  const fields = shownFields(preview, rows ?? [])
  const texts = useOwnTexts()
  const own = shownOwn(preview, texts.columns)
  return (
    <div className="overflow-x-auto" aria-busy={stale || !rows}>
      <table className="w-full border-collapse text-md max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {['Row', ...fields.map(previewFieldLabel)].map((name) => (
              <th key={name} scope="col" className={headCellClass}>
                {name}
              </th>
            ))}
            {own.map(({ field, name }) => (
              <th key={field} scope="col" className={headCellClass}>
                {name}
              </th>
            ))}
            <th scope="col" className={headCellClass}>
              <span className="sr-only">Edit</span>
            </th>
          </tr>
        </thead>
        <tbody
          data-focus-box
          className={`max-md:block motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}
        >
          {rows ? (
            rows.map((row) => (
              <PreviewRowView
                key={row.row}
                row={row}
                fields={fields}
                own={own}
                change={(own) => change({ row: { ...own, sheet: preview.sheet } })}
              />
            ))
          ) : (
            <RowsSkeleton rows={8} columns={fields.length + own.length + 2} />
          )}
        </tbody>
      </table>
    </div>
  )
}

interface PreviewRowProps {
  row: PreviewRow
  fields: PreviewField[]
  own: OwnShown[]
  change: (row: RowChange) => void
}

const COLOURS: Partial<Record<PreviewRow['kind'], string>> = {
  rejected: 'text-danger',
  undecided: 'text-accent',
}

function PreviewRowView({ row, fields, own, change }: PreviewRowProps) {
  const [editing, setEditing] = useState(false)
  const { row: number, kind, reason, problems } = row
  const isWhole = reason !== null && Object.keys(problems).length === 0
  return (
    <>
      <tr className="border-t border-line max-md:block max-md:py-3">
        <th scope="row" className={`${cellClass} text-left font-normal whitespace-nowrap`}>
          <span className="max-md:hidden">{number}</span>
          <span className="md:hidden">Row {number}</span>
          <span
            className={`block text-sm max-md:ml-2 max-md:inline ${COLOURS[kind] ?? 'text-ink-3'}`}
          >
            {KINDS[kind]}
          </span>
        </th>
        {fields.map((field) => (
          <PreviewCell
            key={field}
            row={row}
            field={field}
            editing={editing}
            onSet={(cells) => change({ row: number, cells })}
          />
        ))}
        {own.map((column) => (
          <OwnPreviewCell key={column.field} row={row} column={column} />
        ))}
        <td className={`${cellClass} bg-panel text-right max-md:text-left md:sticky md:right-0`}>
          <Button
            size="inline"
            variant="link"
            aria-label={editing ? `Finish row ${number}` : `Edit row ${number}`}
            onClick={() => setEditing(!editing)}
          >
            {editing ? 'Finish' : 'Edit'}
          </Button>
        </td>
      </tr>
      {isWhole && (
        <tr className="max-md:block">
          <td
            colSpan={fields.length + own.length + 2}
            className="px-2 pb-2.5 text-danger max-md:block max-md:px-0"
          >
            {reason}
          </td>
        </tr>
      )}
      <PreviewPerson row={row} fields={fields} own={own} change={change} />
    </>
  )
}

/** The client on file, or the earlier row, that is likely the same person, and the choice between them. */
function PreviewPerson({ row, fields, own, change }: PreviewRowProps) {
  const { row: number, alike, alikeRow, choice } = row
  const choose = (taken: PreviewRow['choice']) => change({ row: number, choice: taken })
  if (choice) {
    return (
      <Line columns={fields.length + own.length + 1}>
        <span className="text-ink-2">{TAKEN[choice]}</span>
        <Button size="sm" onClick={() => choose(null)}>
          Decide Again
        </Button>
      </Line>
    )
  }
  if (!alike) return null
  return (
    <>
      <tr className="max-md:block">
        <th scope="row" className={`${cellClass} text-left font-normal whitespace-nowrap`}>
          {alikeRow === null ? 'On file' : `Row ${alikeRow}`}
        </th>
        {fields.map((field) => (
          <td
            key={field}
            className={`${cellClass} ${differs(row, field) ? 'bg-accent-soft' : 'text-ink-2 max-md:hidden'}`}
          >
            <span className="mr-2 text-sm text-ink-3 md:hidden">{previewFieldLabel(field)}</span>
            <span className={textClass}>{alike[field]}</span>
          </td>
        ))}
        <td colSpan={own.length + 1} className="max-md:hidden" />
      </tr>
      <Line columns={fields.length + own.length + 1}>
        <Button size="sm" onClick={() => choose('same')}>
          {alikeRow === null
            ? `Same Client, ${alike.client_number}`
            : `Same as Row ${alikeRow}, Skip`}
        </Button>
        <Button size="sm" onClick={() => choose('another')}>
          New Client
        </Button>
        {alikeRow === null && (
          <Button size="sm" onClick={() => choose('skip')}>
            Skip
          </Button>
        )}
      </Line>
    </>
  )
}

const TAKEN = {
  same: 'Will update the client on file.',
  another: 'Will be imported as a new client.',
  skip: 'Skipped.',
}

const Line = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="max-md:block">
    <td className="max-md:hidden" />
    <td colSpan={columns} className="px-2 pb-3 max-md:block max-md:px-0">
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </td>
  </tr>
)
