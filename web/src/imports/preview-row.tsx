import type { PreviewField, PreviewRow, RowChange } from '@attest/contract/import-previews'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cellClass, PreviewCell } from './preview-cell.tsx'
import { PreviewPerson } from './preview-person.tsx'
import { KINDS } from './preview-words.ts'

interface PreviewRowProps {
  row: PreviewRow
  fields: PreviewField[]
  change: (row: RowChange) => void
}

const COLOURS: Partial<Record<PreviewRow['kind'], string>> = {
  rejected: 'text-danger',
  undecided: 'text-accent',
}

export function PreviewRowView({ row, fields, change }: PreviewRowProps) {
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
            colSpan={fields.length + 2}
            className="px-2 pb-2.5 text-danger max-md:block max-md:px-0"
          >
            {reason}
          </td>
        </tr>
      )}
      <PreviewPerson row={row} fields={fields} change={change} />
    </>
  )
}
