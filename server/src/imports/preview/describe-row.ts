import type { PreviewField, PreviewRow } from '@attest/contract/import-previews'
import { formatPhone } from '@attest/contract/phone'
import type { Db } from '../../db/schema.ts'
import { changedFields, pick } from '../../history/queries.ts'
import { CLIENT_FIELDS } from '../sheet/client-fields.ts'
import { cellsOf, kindOf, type Planned, planPreview } from './plan-preview.ts'
import { findFirsts, listByLikeness, type PreviewRecord, type RowRecord } from './queries.ts'
import { twinsAmong } from './same-person.ts'
import { suggestionsOf } from './suggestions.ts'

type Texts = PreviewRow['cells']

const textsOf = (client: object): Texts =>
  shownTexts(CLIENT_FIELDS.map((field) => [field, (client as Texts)[field] ?? null]))

/** Phone numbers as the other screens show them. */
const shownTexts = (entries: [string, string | null][]): Texts =>
  Object.fromEntries(
    entries.map(([field, text]) => [
      field,
      field === 'phone_number' || field === 'alt_number' ? formatPhone(text ?? '') : (text ?? ''),
    ]),
  )

/** @param firsts for each person of the file, the first row that the import would write */
export function describeRow(planned: Planned, firsts: ReadonlyMap<number, RowRecord>): PreviewRow {
  const { given, plan, alike } = planned
  const kind = kindOf(planned)
  const twin = kind === 'undecided' && !alike ? firsts.get(given.person!) : undefined
  const isAccepted = plan && plan.kind !== 'rejected' && kind !== 'undecided'
  const known = isAccepted && plan.kind !== 'created' ? plan : undefined
  return {
    row: given.row,
    kind,
    cells: isAccepted
      ? textsOf(plan.after)
      : kind === 'undecided'
        ? shownTexts(Object.entries(cellsOf(given)))
        : cellsOf(given),
    old: known
      ? shownTexts(Object.entries(pick(known.before, changedFields(known.before, known.after))))
      : {},
    kept: known ? (known.kept as PreviewField[]) : [],
    replaced: known ? (known.replaced as PreviewField[]) : [],
    missing: isAccepted ? plan.missing : [],
    problems: plan?.kind === 'rejected' && !alike ? plan.problems : {},
    reason: plan?.kind === 'rejected' && !alike ? plan.reason : null,
    suggestions: suggestionsOf(planned),
    choice: given.choice,
    alike: alike ? textsOf(alike) : twin ? shownTexts(Object.entries(cellsOf(twin))) : null,
    alikeRow: twin?.row ?? null,
  }
}

/** Rows as the import will treat them, given all rows with confusable numbers. */
export async function listDescribed(
  db: Db,
  preview: PreviewRecord,
  rows: readonly RowRecord[],
): Promise<PreviewRow[]> {
  const keys = new Set(rows.map(({ likeness }) => likeness).filter((key) => key !== ''))
  const confusable = await listByLikeness(db, preview.id, [...keys])
  const wanted = new Set(rows.map(({ row }) => row))
  const others = confusable.filter(({ row }) => !wanted.has(row))
  const all = [...rows, ...others].toSorted((a, b) => a.row - b.row)
  const firsts = await findFirsts(db, preview.id, personsOf(all))
  const planned = await planPreview(db, all, preview, twinsAmong(firsts))
  return planned
    .filter(({ given }) => wanted.has(given.row))
    .map((each) => describeRow(each, firsts))
}

export const personsOf = (rows: readonly RowRecord[]): number[] => [
  ...new Set(rows.flatMap(({ person }) => person ?? [])),
]
