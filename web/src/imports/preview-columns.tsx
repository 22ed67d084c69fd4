import type { ColumnField, Preview } from '@attest/contract/import-previews'
import { useId, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { COLUMN_FIELDS } from './preview-words.ts'
import type { ChangePreview } from './use-preview.ts'

interface PreviewColumnsProps {
  preview: Preview
  change: ChangePreview
}

/** Which field each column fills. Open if a person has to look. */
export function PreviewColumns({ preview: { columns }, change }: PreviewColumnsProps) {
  const unknown = columns.filter(({ field }) => field === null).length
  const [open, setOpen] = useState(unknown > 0)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm text-lg font-semibold">
        Columns{' '}
        <span className="text-md font-normal text-ink-2">
          {unknown === 0
            ? `All ${formatNumber(columns.length)} have a field.`
            : `${formatNumber(unknown)} of ${formatNumber(columns.length)} have no field yet.`}
        </span>
      </summary>
      <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-2">
        {columns.map((column, index) => (
          <ColumnCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
            key={index}
            column={column}
            onChoose={(field) => change({ column: { index, field } })}
          />
        ))}
      </ul>
    </details>
  )
}

interface ColumnCardProps {
  column: Preview['columns'][number]
  onChoose: (field: ColumnField | null) => void
}

function ColumnCard({ column: { header, field, samples }, onChoose }: ColumnCardProps) {
  const id = useId()
  return (
    <li
      className={`grid content-start gap-1 rounded-md border px-2.5 py-2 ${field === null ? 'border-accent bg-accent-soft' : 'border-line'}`}
    >
      <label htmlFor={id} className="truncate text-sm text-ink-2" title={header}>
        {header || 'No header'}
      </label>
      <div className="flex items-center gap-1.5">
        <Select
          id={id}
          small
          className="min-w-0 flex-1"
          value={field ?? ''}
          aria-describedby={`${id}-samples`}
          onChange={(event) => onChoose((event.target.value || null) as ColumnField | null)}
        >
          <option value="">Choose a field</option>
          <option value="ignored">Ignore</option>
          {COLUMN_FIELDS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        {field === null && (
          <Button size="sm" aria-label={`Ignore ${header}`} onClick={() => onChoose('ignored')}>
            Ignore
          </Button>
        )}
      </div>
      <p id={`${id}-samples`} className="truncate text-sm text-ink-3">
        {samples.join(', ') || 'Empty'}
      </p>
    </li>
  )
}
