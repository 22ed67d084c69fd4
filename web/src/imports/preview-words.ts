import { CLIENT_FIELDS, FIELD_LABELS, NEEDED_FIELDS } from '@attest/contract/client-fields'
import type {
  ColumnField,
  Preview,
  PreviewField,
  PreviewKind,
  PreviewRow,
  PreviewTab,
} from '@attest/contract/import-previews'
import type { SheetNote } from '@attest/contract/imports'
import { counted } from '../lib/format.ts'

export const KINDS: Record<PreviewKind, string> = {
  created: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  undecided: 'Same person?',
  rejected: 'Not imported',
  skipped: 'Skipped',
}

export const TABS: readonly (readonly [tab: PreviewTab, name: string])[] = [
  ['all', 'All Rows'],
  ['created', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['incomplete', 'Incomplete'],
  ['replaced', 'Replaces Answers'],
  ['suggested', 'Suggestions'],
  ['rejected', 'Not Imported'],
  ['undecided', 'Likely the Same Person'],
  ['skipped', 'Skipped'],
]

const OPTIONAL: readonly PreviewField[] = CLIENT_FIELDS.filter(
  (field) => !NEEDED_FIELDS.includes(field),
)

export const previewFieldLabel = (field: PreviewField): string => FIELD_LABELS[field]

export const COLUMN_FIELDS: readonly (readonly [field: ColumnField, name: string])[] = [
  ...CLIENT_FIELDS.map((field): [ColumnField, string] => [field, previewFieldLabel(field)]),
  ['address_2', 'Address, second line'],
  ['address_3', 'Address, third line'],
]

/** The fields to show: an optional one only if the file has it or a row needs it. */
export function shownFields({ columns }: Preview, rows: readonly PreviewRow[]): PreviewField[] {
  const inFile = new Set<string | null>(columns.map(({ field }) => field))
  const isNeeded = (field: PreviewField) => rows.some(({ problems }) => problems[field])
  return CLIENT_FIELDS.filter(
    (field) => !OPTIONAL.includes(field) || inFile.has(field) || isNeeded(field),
  )
}

export const differs = ({ cells, alike }: PreviewRow, field: PreviewField) =>
  alike !== null && (cells[field] ?? '') !== '' && cells[field] !== alike[field]

const NOTES = { macros: 'macros', links: 'links to other files' }

export function notesText(notes: SheetNote[]): string {
  const parts = notes.flatMap((note) => (note in NOTES ? NOTES[note as keyof typeof NOTES] : []))
  const formulas = notes.find((note) => note.startsWith('formulas '))
  return [
    parts.length > 0 &&
      `The file has ${parts.join(' and ')}. They were not run or followed: only the values in its cells are read.`,
    formulas && formulasText(Number(formulas.split(' ')[1])),
  ]
    .filter(Boolean)
    .join(' ')
}

const formulasText = (count: number) =>
  `${counted(count, 'cell was', 'cells were')} read as empty: the file has the formulas, but not their results. Open the file in a spreadsheet program, save it and choose it again.`

export const writtenCount = ({ counts: { created, changed, unchanged } }: Preview) =>
  created + changed + unchanged

export function rowCount({ counts }: Preview, tab: PreviewTab): number {
  if (tab !== 'all') return counts[tab]
  const { created, changed, unchanged, undecided, rejected, skipped } = counts
  return created + changed + unchanged + undecided + rejected + skipped
}
