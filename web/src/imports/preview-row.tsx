import type { PreviewField, PreviewRow, RowChange } from '@attest/contract/import-previews'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { differs, KINDS, type OwnShown, previewFieldLabel } from './import-words.tsx'
import { cellClass, OwnPreviewCell, PreviewCell, textClass } from './preview-cell.tsx'

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

export function PreviewRowView({ row, fields, own, change }: PreviewRowProps) {
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

/** Shows who is likely the same person, a client on file or an earlier row, and lets the office decide. */
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
