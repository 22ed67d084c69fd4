import type { PreviewField, PreviewRow, RowChange } from '@attest/contract/import-previews'
import { Check, Lock, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { differs, KINDS, type OwnShown, previewFieldLabel } from './import-words.tsx'

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

const cellClass = 'px-2 py-2 align-top max-md:block max-md:p-0 max-md:py-1'

/** Breaks only words that are longer than the widest column. */
const textClass = 'block max-w-56 wrap-break-word max-md:inline max-md:wrap-anywhere'

/** On a phone, a row shows only these cells and those to check. */
const ALWAYS: readonly PreviewField[] = ['client_number', 'first_name', 'last_name', 'email']

interface PreviewCellProps {
  row: PreviewRow
  field: PreviewField
  editing: boolean
  onSet: (cells: PreviewRow['cells']) => void
}

function PreviewCell({ row, field, editing, onSet }: PreviewCellProps) {
  const id = useId()
  // A corrected cell stays an input, as the focus is in it.
  const [corrected, setCorrected] = useState(false)
  const value = row.cells[field] ?? ''
  const problem = row.problems[field]
  const suggestion = row.suggestions.find((each) => each.field === field)
  const open = editing || corrected || problem !== undefined
  const isQuiet =
    !open &&
    !suggestion &&
    row.old[field] === undefined &&
    !differs(row, field) &&
    !row.missing.includes(field) &&
    !row.kept.includes(field)
  const save = (text: string) => {
    if (text === value) return
    setCorrected(true)
    onSet({ [field]: text })
  }
  return (
    <td
      className={`${cellClass} ${row.old[field] === undefined ? '' : 'bg-accent-soft'} ${isQuiet && !ALWAYS.includes(field) ? 'max-md:hidden' : ''}`}
    >
      <span className="mr-2 text-sm text-ink-3 md:hidden">{previewFieldLabel(field)}</span>
      {row.old[field] && (
        <del className={`${textClass} text-sm text-ink-3 max-md:mr-2`}>
          <span className="sr-only">Before: </span>
          {row.old[field]}
        </del>
      )}
      {open ? (
        <input
          key={value}
          defaultValue={value}
          maxLength={1000}
          aria-label={`${previewFieldLabel(field)}, row ${row.row}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          className={`${controlClass} h-8! min-w-20 px-2! text-md`}
          onBlur={(event) => save(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && save(event.currentTarget.value)}
        />
      ) : (
        <CellText value={value} row={row} field={field} />
      )}
      {problem && (
        <p id={id} className="mt-1 max-w-56 text-sm text-danger wrap-break-word">
          {problem}
        </p>
      )}
      {suggestion && (
        <p className="mt-1 max-w-56 text-sm text-ink-2 wrap-break-word">
          <span className="block">{suggestion.text}</span>
          <Button
            size="inline"
            variant="link"
            aria-label={`${suggestion.action}, row ${row.row}`}
            onClick={() => {
              setCorrected(problem !== undefined)
              onSet(suggestion.cells)
            }}
          >
            <Check aria-hidden />
            {suggestion.action}
          </Button>
        </p>
      )}
    </td>
  )
}

/** Own values cannot be corrected in the preview, only later on the client's page. */
function OwnPreviewCell({ row, column }: { row: PreviewRow; column: OwnShown }) {
  const { text } = useOwnTexts()
  const { field, name } = column
  const old = row.ownOld[field]
  const value = row.own[field]
  return (
    <td
      className={`${cellClass} ${old === undefined ? 'max-md:hidden' : 'bg-accent-soft max-md:block!'}`}
    >
      <span className="mr-2 text-sm text-ink-3 md:hidden">{name}</span>
      {old && (
        <del className={`${textClass} text-sm text-ink-3 max-md:mr-2`}>
          <span className="sr-only">Before: </span>
          {text(field, old)}
        </del>
      )}
      <span className={textClass}>{text(field, value)}</span>
    </td>
  )
}

function CellText({ value, row, field }: { value: string; row: PreviewRow; field: PreviewField }) {
  if (row.missing.includes(field)) return <span className="text-ink-3 italic">Ask the client</span>
  return (
    <span className={textClass}>
      {value}
      {field === 'client_number' && row.former !== null && (
        <span className="mt-0.5 block text-sm text-ink-3">Former number {row.former}</span>
      )}
      {row.kept.includes(field) && (
        <span className="mt-0.5 flex items-center gap-1 text-sm text-ink-3">
          <Lock aria-hidden className="size-3.5" />
          Client’s own
        </span>
      )}
      {row.replaced.includes(field) && (
        <span className="mt-0.5 flex items-center gap-1 text-sm text-danger">
          <TriangleAlert aria-hidden className="size-3.5" />
          Replaces the client’s answer
        </span>
      )}
    </span>
  )
}
