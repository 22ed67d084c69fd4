import { crc32 } from 'node:zlib'
import { isSameAddress } from '@attest/contract/fields'
import { PreviewCounts, PreviewKind, type PreviewTab } from '@attest/contract/import-previews'
import { changedFields, pick } from '../../history/queries.ts'
import type { RowPlan } from '../plan-row.ts'
import { likeness } from '../stored.ts'
import { cellsOf, kindOf, type Planned } from './plan-preview.ts'
import type { NewRow, PreviewRecord, RowRecord } from './queries.ts'
import { suggestionsOf } from './suggestions.ts'

export function toRow(planned: Planned): NewRow {
  const { given, plan } = planned
  const kind = kindOf(planned)
  const accepted = plan && plan.kind !== 'rejected' && kind === plan.kind ? plan : undefined
  return {
    ...given,
    person: given.person ?? planned.twin ?? null,
    likeness: likeness(cellsOf(given).client_number ?? ''),
    kind,
    incomplete: (accepted?.missing.length ?? 0) > 0,
    replaces: accepted?.kind === 'changed' && accepted.replaced.length > 0,
    letter: accepted && isRecipient(accepted) ? accepted.after.group_template : null,
    digest: digestOf(kind, accepted),
    suggested: suggestionsOf(planned)
      .map(({ field }) => field)
      .join(),
  }
}

type Accepted = Exclude<RowPlan, { kind: 'rejected' }>

function isRecipient(plan: Accepted): boolean {
  if (plan.after.email === '') return false
  if (plan.kind === 'created') return true
  const { excused_reason, disputed_at, reported, bounced_to, mail_to, email } = plan.before
  const mailTo = isSameAddress(plan.after.email, email) ? mail_to : plan.after.email
  // No mail goes to a wrong person's or a dead address. The sheet may replace that address, or bring it back.
  const isHeld =
    reported?.kind === 'died' ||
    [reported?.email, bounced_to].some((held) => held && isSameAddress(mailTo, held))
  return !(excused_reason || disputed_at || isHeld)
}

/** Differs if the import would overwrite other values than the preview showed. */
function digestOf(kind: string, plan: Accepted | undefined): number {
  const old =
    plan?.kind === 'changed' ? pick(plan.before, changedFields(plan.before, plan.after)) : {}
  return crc32(kind + JSON.stringify(old)) | 0
}

export type Totals = Pick<
  PreviewRecord,
  RowRecord['kind'] | 'incomplete_rows' | 'replaced' | 'suggested' | 'letters' | 'suggestions'
>

export const noTotals = (): Totals => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  undecided: 0,
  rejected: 0,
  skipped: 0,
  incomplete_rows: 0,
  replaced: 0,
  suggested: 0,
  letters: {},
  suggestions: {},
})

type Counted = Pick<RowRecord, 'kind' | 'incomplete' | 'replaces' | 'letter' | 'suggested'>

/** @param times -1 takes the row away */
export function addRow(
  totals: Totals,
  { kind, incomplete, replaces, letter, suggested }: Counted,
  times: 1 | -1 = 1,
): void {
  totals[kind] += times
  if (incomplete) totals.incomplete_rows += times
  if (replaces) totals.replaced += times
  if (letter) add(totals.letters, letter, times)
  if (suggested === '') return
  totals.suggested += times
  for (const field of suggested.split(',')) add(totals.suggestions, field, times)
}

function add(counts: Record<string, number>, key: string, times: number): void {
  counts[key] = (counts[key] ?? 0) + times
}

export const totalsOf = (preview: PreviewRecord): Totals => {
  const names = Object.keys(noTotals()) as (keyof Totals)[]
  return structuredClone(Object.fromEntries(names.map((name) => [name, preview[name]])) as Totals)
}

export const asColumns = (totals: Totals) => ({
  ...totals,
  letters: JSON.stringify(totals.letters),
  suggestions: JSON.stringify(totals.suggestions),
})

export const countsOf = (totals: Totals) =>
  PreviewCounts.parse({ ...totals, incomplete: totals.incomplete_rows })

export const recipientsOf = ({ letters }: Pick<Totals, 'letters'>): number =>
  Object.values(letters).reduce((sum, count) => sum + count, 0)

export function totalOf(totals: Totals, tab: PreviewTab): number {
  if (tab === 'incomplete') return totals.incomplete_rows
  if (tab !== 'all') return totals[tab]
  return PreviewKind.options.reduce((sum, kind) => sum + totals[kind], 0)
}
