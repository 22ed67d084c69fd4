import type { ClientField } from '@attest/contract/client-fields'
import type {
  ColumnField,
  PreviewChange,
  PreviewField,
  PreviewRow,
  RowChange,
  RowChoice,
} from '@attest/contract/import-previews'
import { MOST_OWN_COLUMNS } from '@attest/contract/own-column-calls'
import type { Db, Tx } from '../../db/schema.ts'
import type { Bulk, SheetReading } from '../../deps.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { listOwnColumns } from '../../records/own-columns.ts'
import type { KnownClient } from '../queries.ts'
import { headerKey } from '../sheet/choose-table.ts'
import { cleanCell } from '../sheet/clean-cell.ts'
import { likeness } from '../stored.ts'
import { describeRow, personsOf } from './describe-preview.ts'
import { decideAgain, readAgain } from './make-preview.ts'
import { openPreview, openWithGroup, refuseChanged } from './open-preview.ts'
import { cellsOf, type Given, type Planned, planPreview, twinsAmong } from './plan-preview.ts'
import {
  findFirsts,
  listByNumber,
  listConfusable,
  listHeaders,
  type PreviewRecord,
  type RowRecord,
  rememberHeader,
  rowPages,
  updateIfUnchanged,
} from './queries.ts'
import { suggestionsOf } from './suggestions.ts'
import { addRow, asColumns, toRow, totalsOf } from './to-row.ts'

export async function changePreview(
  deps: SheetReading,
  previewId: string,
  change: PreviewChange,
): Promise<Changed> {
  if (change.row) return changeRow(deps, previewId, change.row)
  await changeMany(deps, await openPreview(deps, previewId), change)
  return { preview: await openPreview(deps, previewId) }
}

async function changeMany(deps: SheetReading, preview: PreviewRecord, change: PreviewChange) {
  const { sheet = preview.sheet, headerRow, column, includeHidden } = change
  const encoding = change.encoding ?? preview.encoding?.name
  const asBefore = {
    sheet: preview.sheet || undefined,
    headerRow: preview.header_row,
    encoding,
    fields: preview.columns.map(({ field }) => field),
  }
  if (column) {
    const { header } = preview.columns[column.index] ?? notFound('Column')
    const fields = assigned(asBefore.fields, column)
    await refuseTooMany(deps.db, fields)
    await readAgain(deps, preview, { ...asBefore, fields })
    // A column that the import creates gets the header's name, and is recognized by it.
    const remembered = isNew(column.field) ? null : column.field
    if (header !== '' && preview.header_row > 0)
      await rememberHeader(deps.db, headerKey(header), remembered)
  } else if (change.sheet !== undefined || headerRow !== undefined || change.encoding) {
    const remembered = await listHeaders(deps.db)
    await readAgain(deps, preview, { sheet: sheet || undefined, headerRow, encoding, remembered })
  } else if (includeHidden !== undefined) {
    await readAgain(deps, preview, { ...asBefore, includeHidden })
  } else {
    const decide = (tx: Tx, held: PreviewRecord) => decideAll(tx, held, change)
    await decideAgain(deps, preview.id, decide, change.incomplete)
  }
}

/** Phone numbers may come from several columns: the first with a text counts. */
const REPEATED = ['phone_number', 'alt_number', 'do_not_email', 'ignored']

const assigned = (
  fields: (ColumnField | null)[],
  { index, field }: NonNullable<PreviewChange['column']>,
) =>
  fields.map((other, position) => {
    if (position === index) return field
    return other === field && !isNew(field) && !REPEATED.includes(field ?? '') ? null : other
  })

const isNew = (field: ColumnField | null) => field?.startsWith('new.') ?? false

async function refuseTooMany(db: Db, fields: (ColumnField | null)[]) {
  const count = (await listOwnColumns(db)).length + fields.filter(isNew).length
  if (fields.some(isNew) && count > MOST_OWN_COLUMNS)
    conflict('too_many_columns', `There are at most ${MOST_OWN_COLUMNS} columns of your own.`)
}

async function decideAll(
  tx: Tx,
  preview: Pick<PreviewRecord, 'id' | 'incomplete'>,
  { undecided, accept }: PreviewChange,
) {
  const decided = new Map<number, Given>()
  if (!undecided && !accept) return decided
  for await (const page of rowPages(tx, preview.id, accept ? 'suggested' : 'undecided')) {
    for (const planned of await planPreview(tx, page, preview)) {
      const given = accept
        ? withSuggestion(planned, accept)
        : withChoice(planned.given, undecided!, planned.alike)
      if (given) decided.set(given.row, given)
    }
  }
  return decided
}

function withSuggestion(planned: Planned, field: PreviewField): Given | undefined {
  const suggestion = suggestionsOf(planned).find((each) => each.field === field)
  return suggestion && withCells(planned.given, suggestion.cells)
}

interface Changed {
  preview: PreviewRecord
  /** Absent if any row may have changed. */
  touched?: PreviewRow[]
}

/** Of several changes at once one is written. Each of the others is then planned again. */
const TRIES = 20

/** Changes a row, and plans it with all rows whose client numbers may be confused with its own. */
async function changeRow(deps: Bulk, previewId: string, change: RowChange): Promise<Changed> {
  for (let tried = 0; tried < TRIES; tried++) {
    const changed = await tryToChange(deps, previewId, change)
    if (changed) return changed
  }
  return refuseChanged()
}

/** Returns undefined, and changes nothing, if somebody else changed the preview meanwhile. */
async function tryToChange(
  deps: Bulk,
  previewId: string,
  change: RowChange,
): Promise<Changed | undefined> {
  const { db } = deps
  const { group: old, isPerson, ...preview } = await openWithGroup(deps, previewId, change.row)
  if (change.sheet !== undefined && change.sheet !== preview.sheet) refuseChanged()
  const before = old.find(({ row }) => row === change.row) ?? notFound('Row')
  if (isPerson || (await isFirst(db, before))) return changeFirst(deps, previewId, change)
  const decided = await decide(db, preview, before, change)
  const key = likenessOf(decided)
  if (key !== '' && key !== before.likeness) old.push(...(await listConfusable(db, previewId, key)))
  const group = old.map((each) => (each === before ? decided : each))
  const firsts = await findFirsts(db, previewId, personsOf(old))
  const planned = await planPreview(db, group.toSorted(byRow), preview, twinsAmong(firsts))
  const rows = planned.map(toRow)
  const totals = totalsOf(preview)
  for (const each of old) addRow(totals, each, -1)
  for (const each of rows) addRow(totals, each)
  const after = await updateIfUnchanged(db, preview, asColumns(totals), rows)
  return after && { preview: after, touched: planned.map((each) => describeRow(each, firsts)) }
}

/** Whether later rows of the same person depend on this one. */
async function isFirst(db: Db, row: RowRecord): Promise<boolean> {
  if (row.person === null) return false
  const first = (await findFirsts(db, row.preview_id, [row.person])).get(row.person)
  return first === undefined || first.row >= row.row
}

async function changeFirst(deps: Bulk, previewId: string, change: RowChange): Promise<Changed> {
  await decideAgain(deps, previewId, async (tx, preview) => {
    const [row] = await listByNumber(tx, previewId, [change.row])
    return new Map(row && [[row.row, await decide(tx, preview, row, change)]])
  })
  return { preview: await openPreview(deps, previewId) }
}

const byRow = (a: Given, b: Given) => a.row - b.row
const likenessOf = (given: Given) => likeness(cellsOf(given).client_number ?? '')

async function decide(db: Db, preview: PreviewRecord, row: Given, change: RowChange) {
  const { choice, cells = {} } = change
  const edited = Object.keys(cells).length === 0 ? row : withCells(row, cleaned(cells))
  if (choice === undefined) return edited
  const [planned] =
    choice === 'same' ? await planPreview(db, [{ ...row, choice: null }], preview) : []
  return withChoice(edited, choice, planned?.alike)
}

const cleaned = (cells: Given['edits']): Given['edits'] =>
  Object.fromEntries(
    Object.entries(cells).map(([field, text]) => [field, cleanCell(field as ClientField, text)]),
  )

/** Whoever corrects the name, email or address has looked at the person. */
const isLookedAt = (cells: Given['edits']) =>
  ['first_name', 'last_name', 'email', 'address'].some((field) => field in cells)

const withCells = (given: Given, cells: Given['edits']): Given => ({
  ...given,
  person: isLookedAt(cells) ? null : given.person,
  choice: given.choice === 'skip' ? null : given.choice,
  edits: { ...given.edits, ...cells },
})

/** `same` gives the row the known client's number, or skips it. No choice gives the row its own number again. */
function withChoice(
  given: Given,
  choice: RowChoice | null,
  known: Pick<KnownClient, 'client_number'> | undefined,
): Given {
  const { client_number, ...edits } = given.edits
  if (choice === null) return { ...given, choice, edits }
  if (choice !== 'same') return { ...given, choice }
  if (!known) return given.person === null ? given : { ...given, choice: 'skip' }
  return { ...given, choice, edits: { ...edits, client_number: known.client_number } }
}
