import type { ColumnField, Preview } from '@attest/contract/import-previews'
import { OwnKind } from '@attest/contract/own-column-calls'
import { isOwnField, ownField } from '@attest/contract/own-columns'
import { useId, useState } from 'react'
import { counted } from '../lib/format.ts'
import { KIND_NAMES, useOwnColumns } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { LabeledSelect, Select } from '../ui/field.tsx'
import { COLUMN_FIELDS } from './import-words.tsx'
import type { ChangePreview } from './use-preview.ts'

interface PreviewColumnsProps {
  preview: Preview
  change: ChangePreview
}

/** Which field each column fills. Columns to check come first. */
export function PreviewColumns({ preview: { columns }, change }: PreviewColumnsProps) {
  const numbered = columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ header, field, samples }) => header || field !== 'ignored' || samples.length > 0)
  // Includes a person's own choices. A column keeps its place when it gets a field, as the focus is in it.
  const [shown] = useState(
    () =>
      new Set(
        numbered.filter((each) => each.field === null || each.chosen).map(({ index }) => index),
      ),
  )
  const choose = (index: number, field: ColumnField | null) => change({ column: { index, field } })
  const matched = numbered.filter(({ index }) => !shown.has(index))
  const open = numbered.filter(({ field }) => field === null).length
  return (
    <div className="grid gap-3">
      {shown.size > 0 && (
        <section aria-label="Columns to look at">
          <p role="status" className="mb-2 font-semibold">
            {open === 0
              ? 'Every column has a field.'
              : `${counted(open, 'column has', 'columns have')} no field yet, and would not be imported.`}
          </p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2">
            {numbered
              .filter(({ index }) => shown.has(index))
              .map((column) => (
                <ColumnCard key={column.index} column={column} onChoose={choose} />
              ))}
          </ul>
        </section>
      )}
      {matched.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink">
            {matched.length === numbered.length && 'All '}
            {counted(matched.length, 'column', 'columns')} matched
          </summary>
          <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-2">
            {matched.map((column) => (
              <ColumnCard key={column.index} column={column} onChoose={choose} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const KEEP = 'keep'

interface ColumnCardProps {
  column: Preview['columns'][number] & { index: number }
  onChoose: (index: number, field: ColumnField | null) => void
}

function ColumnCard({ column, onChoose }: ColumnCardProps) {
  const { index, header, field, samples, chosen, wholeNames, keepAs = 'text' } = column
  const id = useId()
  const { data: columns } = useOwnColumns()
  const own = columns?.map(({ id, name }) => [ownField(id), name] as const) ?? []
  const isNew = field?.startsWith('new.')
  const isGone =
    columns && field !== null && isOwnField(field) && !own.some(([each]) => each === field)
  const choose = (value: string) => onChoose(index, (value || null) as ColumnField | null)
  return (
    <li
      className={`grid min-w-0 content-start gap-1 rounded-md border px-2.5 py-2 ${field === null ? 'border-accent bg-accent-soft' : 'border-line'}`}
    >
      <label htmlFor={id} className="text-sm text-ink-2 wrap-anywhere">
        {header || 'No header'}
      </label>
      <div className="flex items-center gap-1.5">
        <Select
          id={id}
          small
          className="min-w-0 flex-1"
          value={isNew ? KEEP : isGone ? '' : (field ?? '')}
          aria-describedby={`${id}-samples`}
          options={[...COLUMN_FIELDS, ...own]}
          onChange={({ target: { value } }) => choose(value === KEEP ? `new.${keepAs}` : value)}
        >
          <option value="">{isGone ? 'Deleted column' : 'Choose a field'}</option>
          <option value="ignored">Ignore</option>
          <option value={KEEP}>Keep as a Column of Your Own</option>
        </Select>
        {field === null && (
          <Button size="sm" aria-label={`Ignore ${header}`} onClick={() => choose('ignored')}>
            Ignore
          </Button>
        )}
      </div>
      {field === null && header && (
        <Button
          size="sm"
          className="justify-self-start"
          aria-label={`Keep as a Column of Your Own: ${header}`}
          onClick={() => choose(`new.${keepAs}`)}
        >
          Keep as a Column of Your Own
        </Button>
      )}
      {isNew && (
        <div className="flex items-center gap-2 text-sm text-ink-2">
          <LabeledSelect
            label="New column, kind"
            value={field?.slice('new.'.length)}
            options={OwnKind.options.map((kind) => [kind, KIND_NAMES[kind]])}
            onValueChange={(value) => choose(`new.${value}`)}
          />
        </div>
      )}
      <p id={`${id}-samples`} className="text-sm text-ink-3 wrap-anywhere">
        {samples.join(' · ') || 'Empty'}
      </p>
      {chosen && <p className="text-sm text-ink-2">Your choice, kept for later files</p>}
      {wholeNames && field === 'last_name' && (
        <p className="text-sm text-ink-2">
          First and last name are in one cell: see below under Suggestions how they would be split.
        </p>
      )}
    </li>
  )
}
