import {
  downloadRejected,
  type Preview,
  type PreviewField,
  type PreviewRow,
  type PreviewTab,
} from '@attest/contract/import-previews'
import { Check, Download } from 'lucide-react'
import { useState } from 'react'
import { useSaveDownload } from '../lib/download.ts'
import { formatNumber } from '../lib/format.ts'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { headCellClass } from '../ui/column.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { previewFieldLabel, shownFields, shownOwn } from './import-words.tsx'
import { PreviewRowView } from './preview-row.tsx'
import { type ChangePreview, usePreviewRows } from './use-preview.ts'

interface PreviewRowsProps {
  preview: Preview
  kind: PreviewTab
  change: ChangePreview
}

/** The rows of a tab. A corrected row stays there until the tab is opened again. */
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
    saved: 'File saved',
    failure: { title: 'Failed to download the rows', text: 'Please try again.' },
  })
  return (
    <div className={toolsClass}>
      <p className="min-w-60 flex-1 text-ink-2">
        Each row says why. Change what it names, and the row is imported. Or download these rows,
        correct the file and import it.
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
