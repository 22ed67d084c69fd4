import type { PreviewField, PreviewRow, RowChange } from '@attest/contract/import-previews'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { cellClass, textClass } from './preview-cell.tsx'
import { differs, previewFieldLabel } from './preview-words.ts'

interface PersonProps {
  row: PreviewRow
  fields: PreviewField[]
  change: (row: RowChange) => void
}

/** The client on file, or the earlier row, that is likely the same person, and the choice between them. */
export function PreviewPerson({ row, fields, change }: PersonProps) {
  const { row: number, alike, alikeRow, choice } = row
  const choose = (taken: PreviewRow['choice']) => change({ row: number, choice: taken })
  if (choice) {
    return (
      <Line columns={fields.length + 1}>
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
        <td className="max-md:hidden" />
      </tr>
      <Line columns={fields.length + 1}>
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
