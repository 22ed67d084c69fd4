import { CLIENT_FIELDS, formTexts } from '@attest/contract/client-fields'
import type { Preview, PreviewField, PreviewRow } from '@attest/contract/import-previews'
import { isOwnField, type OwnValues, ownField } from '@attest/contract/own-columns'
import { isOpen } from '@attest/contract/rounds'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { changedFields, pick } from '../../history/queries.ts'
import { monthlyName } from '../../rounds/change-round.ts'
import { listRoundRecords } from '../../rounds/queries.ts'
import { listTemplateNames } from '../../templates/queries.ts'
import { headerKey } from '../sheet/choose-table.ts'
import { slotOfHeader } from '../sheet/column-headers.ts'
import { cellsOf, kindOf, type Planned, planPreview, twinsAmong } from './plan-preview.ts'
import {
  findEarlierImport,
  findFirsts,
  listByLikeness,
  listHeaders,
  listTab,
  type PreviewRecord,
  type RowRecord,
} from './queries.ts'
import { suggestionsOf } from './suggestions.ts'
import { countsOf, recipientsOf } from './to-row.ts'

const FIRST_ROWS = 50

export async function readContext(db: Db, previewId: string) {
  const [rounds, templates, importedBefore, remembered] = await Promise.all([
    listRoundRecords(db),
    listTemplateNames(db),
    findEarlierImport(db, previewId),
    listHeaders(db),
  ])
  return { rounds, templates, importedBefore, remembered }
}

type Context = Awaited<ReturnType<typeof readContext>>

export async function listFirstRows(db: Db, preview: PreviewRecord) {
  const rows = await listTab(db, preview.id, { kind: 'all', page: 1, limit: FIRST_ROWS })
  return listDescribed(db, preview, rows)
}

export function describePreview(
  deps: Pick<Deps, 'config' | 'now'>,
  preview: PreviewRecord,
  context: Context,
  rows: PreviewRow[],
): Preview {
  return {
    ...preview,
    columns: preview.columns.map((column) => ({
      ...column,
      ...(isChosen(column, context) && { chosen: true }),
    })),
    previewId: preview.id,
    headerRow: preview.header_row,
    includeHidden: preview.include_hidden,
    counts: countsOf(preview),
    recipients: recipientsOf(preview),
    ...describeMailing(deps, preview, context),
    importedBefore: context.importedBefore ?? null,
    rows,
  }
}

/** An “Email” that was ignored once is ignored in each later file: a person should see that. */
const isChosen = ({ header, field }: Preview['columns'][number], { remembered }: Context) =>
  slotOfHeader(header) !== undefined &&
  remembered.some((each) => each.header === headerKey(header) && each.field === field)

/** The emails that an import would send, with the letter of the round or of each client's group. */
function describeMailing(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  preview: PreviewRecord,
  { rounds, templates }: Context,
) {
  const open = rounds.find(isOpen)
  const counts = open?.template_id ? { [open.template_id]: recipientsOf(preview) } : preview.letters
  const names = new Map(templates.map(({ id, name }) => [id, name]))
  const letters = Object.entries(counts)
    .filter(([, recipients]) => recipients > 0)
    .map(([id, recipients]) => ({ template_id: id, name: names.get(id) ?? id, recipients }))
  return {
    letters: letters.toSorted((a, b) => b.recipients - a.recipients),
    round: { id: open?.id ?? null, name: open?.name ?? monthlyName(rounds, config, now()) },
  }
}

type Texts = PreviewRow['cells']

/** Phone numbers as the other screens show them. */
const shownTexts = (values: object, fields = Object.keys(values)): Texts =>
  formTexts(values as Record<string, string | null>, fields)

const byField = (own: OwnValues) =>
  Object.fromEntries(Object.entries(own).map(([id, text]) => [ownField(id), text]))

/** Values of fields, and of own columns. */
function parted(values: object): [Texts, Record<string, string>] {
  const all = Object.entries(values).map(([field, text]) => [field, text ?? ''] as const)
  const of = (isOwn: boolean) =>
    Object.fromEntries(all.filter(([field]) => isOwnField(field) === isOwn))
  return [of(false), of(true)]
}

/** @param firsts for each person of the file, the first row that the import would create */
export function describeRow(planned: Planned, firsts: ReadonlyMap<number, RowRecord>): PreviewRow {
  const { given, plan, alike } = planned
  const kind = kindOf(planned)
  const twin = kind === 'undecided' && !alike ? firsts.get(given.person!) : undefined
  const isAccepted = plan && plan.kind !== 'rejected' && kind !== 'undecided'
  const known = isAccepted && plan.kind !== 'created' ? plan : undefined
  const [fields, own] = parted(cellsOf(given))
  const number = fields.client_number ?? ''
  const changed = known ? changedFields(known.before, known.after) : []
  const [old, ownOld] = parted(known ? pick(known.before, changed) : {})
  return {
    row: given.row,
    kind,
    cells: isAccepted
      ? shownTexts(plan.after, CLIENT_FIELDS)
      : kind === 'undecided'
        ? shownTexts(fields)
        : fields,
    old: shownTexts(old),
    own: isAccepted ? byField(plan.after.own) : own,
    ownOld,
    kept: known ? (known.kept as PreviewField[]) : [],
    replaced: known ? (known.replaced as PreviewField[]) : [],
    former: known && number !== known.before.client_number ? number : null,
    missing: isAccepted ? plan.missing : [],
    problems: plan?.kind === 'rejected' && !alike ? plan.problems : {},
    reason: plan?.kind === 'rejected' && !alike ? plan.reason : null,
    suggestions: suggestionsOf(planned),
    choice: given.choice,
    alike: alike
      ? shownTexts(alike, CLIENT_FIELDS)
      : twin
        ? shownTexts(parted(cellsOf(twin))[0])
        : null,
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
