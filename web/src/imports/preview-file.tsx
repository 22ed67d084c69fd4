import { ENCODINGS, type Encoding } from '@attest/contract/encodings'
import type { Preview } from '@attest/contract/import-previews'
import { FileSpreadsheet } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import type { ChangePreview } from './use-preview.ts'

/** Further down, nobody looks for headers. */
const HEADER_ROWS = 30

interface PreviewFileProps {
  preview: Preview
  change: ChangePreview
  onFile: () => void
}

export function PreviewFile({ preview, change, onFile }: PreviewFileProps) {
  const { file_name, sheets, sheet, headerRow, encoding } = preview
  const rows = Array.from({ length: Math.max(HEADER_ROWS, headerRow) + 1 }, (_, n) => n)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="flex min-w-0 items-center gap-2 font-semibold wrap-anywhere">
        <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
        {file_name}
      </p>
      <Button size="sm" className="md:mr-auto" onClick={onFile}>
        Choose Another File
      </Button>
      {sheets.length > 1 && (
        <Choice
          label="Sheet"
          value={sheet}
          options={sheets.map((name) => [name, name])}
          onChoose={(chosen) => change({ sheet: chosen })}
        />
      )}
      {encoding && (
        <Choice
          label="Characters"
          value={encoding.name}
          options={Object.entries(ENCODINGS)}
          onChoose={(chosen) => change({ encoding: chosen as Encoding })}
        />
      )}
      <Choice
        label="Headers in row"
        value={String(headerRow)}
        options={rows.map((row) => [String(row), row === 0 ? 'None' : String(row)])}
        onChoose={(chosen) => change({ headerRow: Number(chosen) })}
      />
      {encoding && (
        <p className="w-full text-md text-ink-2 wrap-anywhere">
          {encoding.mixed && 'Some lines are UTF-8. '}
          Its accented words look like this: {encoding.words.join(', ')}. If they look wrong, choose
          other characters.
        </p>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: (readonly [value: string, name: string])[]
  onChoose: (option: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 items-center gap-2 text-md">
      <label htmlFor={id} className="shrink-0 text-ink-2">
        {label}
      </label>
      <Select
        id={id}
        small
        className="max-w-60 min-w-0"
        value={value}
        options={options}
        onChange={(event) => onChoose(event.target.value)}
      />
    </div>
  )
}
