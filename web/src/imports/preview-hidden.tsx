import type { Preview } from '@attest/contract/import-previews'
import { counted } from '../lib/format.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import type { ChangePreview } from './use-preview.ts'

interface PreviewHiddenProps {
  preview: Preview
  change: ChangePreview
}

/** A filtered list hides rows that nobody may want to import. */
export function PreviewHidden({ preview: { hidden, includeHidden }, change }: PreviewHiddenProps) {
  const parts = [
    hidden.rows > 0 && counted(hidden.rows, 'hidden row', 'hidden rows'),
    hidden.columns > 0 && counted(hidden.columns, 'hidden column', 'hidden columns'),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Checkbox
      label={`Include ${parts.join(' and ')} of the sheet`}
      checked={includeHidden}
      onChange={(event) => change({ includeHidden: event.target.checked })}
    />
  )
}
