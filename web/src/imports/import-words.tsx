import { CLIENT_FIELDS, FIELD_LABELS, NEEDED_FIELDS } from '@attest/contract/client-fields'
import type {
  ColumnField,
  Preview,
  PreviewField,
  PreviewKind,
  PreviewRow,
  PreviewTab,
} from '@attest/contract/import-previews'
import type { Import, ImportSummary, SheetNote } from '@attest/contract/imports'
import { type OwnColumn, type OwnField, ownField } from '@attest/contract/own-columns'
import { Ban, Check, CircleAlert, Clock, Undo2 } from 'lucide-react'
import { counted, formatNumber } from '../lib/format.ts'
import type { Toast } from '../lib/toast.ts'
import { Badge, UNKNOWN_STATE } from '../ui/badge.tsx'

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
  ['do_not_email', 'Do Not Email'],
]

/** The fields to show: an optional one only if the file has it or a row needs it. */
export function shownFields({ columns }: Preview, rows: readonly PreviewRow[]): PreviewField[] {
  const inFile = new Set<string | null>(columns.map(({ field }) => field))
  const isNeeded = (field: PreviewField) => rows.some(({ problems }) => problems[field])
  return CLIENT_FIELDS.filter(
    (field) => !OPTIONAL.includes(field) || inFile.has(field) || isNeeded(field),
  )
}

export interface OwnShown {
  field: OwnField
  name: string
}

/** The own columns that the file fills. A column that the import creates has a negative id. */
export const shownOwn = ({ columns }: Preview, own: readonly OwnColumn[]): OwnShown[] =>
  columns.flatMap(({ field, header }, position) => {
    if (field?.startsWith('new.')) return [{ field: ownField(-position - 1), name: header }]
    const column = own.find(({ id }) => ownField(id) === field)
    return column ? [{ field: ownField(column.id), name: column.name }] : []
  })

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
    ...notes.map(countText),
  ]
    .filter(Boolean)
    .join(' ')
}

function countText(note: SheetNote): string {
  const [, kind, digits, name] = /^(misfits|inactive) (\d+) ?(.*)$/.exec(note) ?? []
  const count = Number(digits)
  if (kind === 'misfits')
    return `Left out: ${counted(count, 'value', 'values')} of “${name}” that did not fit the kind of its column.`
  const rows = counted(count, 'row calls its client', 'rows call their clients')
  return kind ? `${rows} inactive, former or prospective.` : ''
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

type State = ImportSummary['state'] | 'sending' | 'completed'

const AT_WORK = 'bg-accent-soft text-accent'

const LOOKS: Record<State, Parameters<typeof Badge>[0]> = {
  running: { label: 'Importing', icon: Clock, colour: AT_WORK },
  sending: { label: 'Sending emails', icon: Clock, colour: AT_WORK },
  undoing: { label: 'Undoing', icon: Clock, colour: AT_WORK },
  finished: { label: 'Imported', icon: Check },
  completed: { label: 'Imported', icon: Check },
  canceled: { label: 'Canceled', icon: Ban },
  undone: { label: 'Undone', icon: Undo2 },
  failed: { label: 'Failed', icon: CircleAlert, colour: 'bg-danger-soft text-danger' },
}

export function ImportBadge(props: { state: State; done?: number; total?: number }) {
  const { state, done = 0, total = 0 } = props
  const { label, ...look } = LOOKS[state] ?? UNKNOWN_STATE
  const isMoving = state === 'running' || state === 'undoing'
  const share = isMoving && total > 0 ? ` ${Math.floor((100 * done) / total)}%` : ''
  return <Badge label={label + share} {...look} />
}

export const leftBy = (provider = '') =>
  provider === 'outbox'
    ? 'kept in the outbox: no email leaves this server yet'
    : `sent via ${provider}`

/** '461 emails to 482 clients', if some share one. */
export const emailsOf = ({ emails, emailsSent }: NonNullable<Import['bulkUpdate']>) =>
  counted(emails, 'email', 'emails') +
  (emails < emailsSent ? ` to ${counted(emailsSent, 'client', 'clients')}` : '')

/** The toast about an import's outcome (spec §8). */
export function outcomeToast(outcome: Import): Toast {
  const { state, successful, rejected, bulkUpdate, bulkUpdateError } = outcome
  const rows = `${counted(successful, 'client', 'clients')} imported`
  const kept = rejected > 0 ? `${rows}, ${formatNumber(rejected)} not imported.` : `${rows}.`
  if (state === 'canceled') return { title: 'Import Canceled', text: kept }
  const { emailsSent = 0, emailsFailed = 0, smtpProvider } = bulkUpdate ?? {}
  if (bulkUpdateError && emailsSent === 0) {
    return {
      title: 'Import Completed (Email Sending Failed)',
      text: `${kept} ${bulkUpdateError}`,
      tone: 'danger',
    }
  }
  if (!bulkUpdate) return { title: 'Import Completed', text: kept }
  const total = counted(emailsSent + emailsFailed, 'email', 'emails')
  const sent =
    bulkUpdate.emails < emailsSent
      ? emailsOf(bulkUpdate)
      : `${formatNumber(emailsSent)} of ${total}`
  const mails = `${kept} ${sent} ${leftBy(smtpProvider)}`
  if (emailsFailed > 0 || bulkUpdateError) {
    return {
      title: 'Import Completed with Email Issues',
      text: `${mails}, ${formatNumber(emailsFailed)} failed. ${bulkUpdateError ?? ''}`.trim(),
      tone: 'danger',
    }
  }
  return { title: 'Import Completed', text: `${mails}.` }
}
