import { rm } from 'node:fs/promises'
import { isNameOfField, OwnKind } from '@attest/contract/own-column-calls'
import { isOwnField, type OwnColumn, type OwnField, ownField } from '@attest/contract/own-columns'
import { addOwnColumn } from '../../clients/own-columns.ts'
import type { Tx } from '../../db/schema.ts'
import { transactUncrossed } from '../../db/transact.ts'
import type { Basics, Deps } from '../../deps.ts'
import { changesCursor } from '../../history/queries.ts'
import { Refusal } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { lockOwnColumns } from '../../records/own-columns.ts'
import { copySealed, type KeptReading, keepOriginal } from '../originals.ts'
import { findImport } from '../queries.ts'
import { editsOf } from '../rejected-csv.ts'
import { writePages } from '../sheet/rows-file.ts'
import type { SheetRow } from '../sheet/table.ts'
import { type ImportFields, recordImport } from '../uploads.ts'
import { fileOf, planAgain, previewDraft, readingOf } from './make-preview.ts'
import { holdPreview } from './open-preview.ts'
import { asSheetRow } from './plan-preview.ts'
import { deletePreview, type PreviewRecord, rowPages, updatePreview } from './queries.ts'
import { questionAbout } from './questions.ts'
import { asColumns, countsOf, recipientsOf } from './to-row.ts'

const CHANGED =
  'Clients of this file have changed since you looked at it. Please check the new numbers and import again.'
const NO_COLUMN =
  'No column of this file has a field yet. Choose in the preview what each column holds.'
const NO_ROW = 'No row of this file can be imported. The preview says of each row why.'
const UNDECIDED =
  'This row is likely about a person with another number, on file or in this sheet. Choose in the preview whether it is the same person'

/**
 * Starts the import that a preview shows, and ends the preview.
 * @throws Refusal 404 if it has ended; 409 `preview_changed` with the new counts if it would now do something else;
 * 409 `confirm_import` unless `anyway` is its message
 */
export async function startFromPreview(
  deps: Pick<Deps, 'bulkDb' | 'config' | 'db' | 'imports' | 'log' | 'now' | 'secretKey'>,
  admin: SignedIn,
  fields: ImportFields & { previewId: string },
): Promise<void> {
  const { importId, previewId } = fields
  if (await findImport(deps.db, importId)) return
  const target = previewDraft(deps.config, '.rows')
  try {
    const { record, kept, changed } = await transactUncrossed(deps.bulkDb, async (tx) => {
      const preview = await holdPreview(tx, deps.now(), previewId).catch(async (error) => {
        // The same import, begun meanwhile, has ended it.
        if (await findImport(tx, importId)) return undefined
        throw error
      })
      if (!preview) return {}
      const changed = await planIfChanged(tx, preview)
      if (changed) return { changed }
      await refuseUnfit(tx, preview, fields, deps)
      const own = await makeOwnColumns(tx, preview)
      const { total_rows, kept } = await writeImport(tx, preview, target, own)
      const row = importOf(preview, admin, fields, total_rows)
      const record = await recordImport(tx, deps, row, target)
      await deletePreview(tx, previewId)
      return { record, kept }
    })
    if (changed) {
      throw new Refusal(409, CHANGED, {
        code: 'preview_changed',
        counts: countsOf(changed),
        recipients: recipientsOf(changed),
      })
    }
    if (record && kept) {
      deps.imports.begin(record)
      const sealed = fileOf(deps.config, previewId)
      await keepOriginal(deps, importId, kept, (target) => copySealed(sealed, target))
    }
    await rm(fileOf(deps.config, previewId), { force: true })
  } finally {
    await rm(target, { force: true })
  }
}

/** Rejected rows are imported too: as a list of what to correct. */
async function refuseUnfit(tx: Tx, preview: PreviewRecord, fields: ImportFields, deps: Basics) {
  const isRead = preview.columns.some(({ field }) => field !== null && field !== 'ignored')
  if (!isRead) throw new Refusal(400, NO_COLUMN)
  const { created, changed, unchanged } = preview
  if (created + changed + unchanged === 0) throw new Refusal(400, NO_ROW)
  const question = await questionAbout(tx, preview, fields.send, deps)
  // Another question than the administrator has seen is asked as well.
  if (question && fields.anyway !== question)
    throw new Refusal(409, question, { code: 'confirm_import' })
}

/** Returns the preview as it is by now, if the import would do something else. */
async function planIfChanged(tx: Tx, preview: PreviewRecord): Promise<PreviewRecord | undefined> {
  const changes_cursor = await changesCursor(tx)
  if (changes_cursor === preview.changes_cursor) return undefined
  const { totals, differs } = await planAgain(tx, preview)
  await updatePreview(tx, preview.id, { ...asColumns(totals), changes_cursor })
  return differs ? { ...preview, ...totals } : undefined
}

/**
 * Creates the own columns that the preview promises. Returns their fields by those of the rows' cells.
 * @throws Refusal 409 if a column that the sheet fills was deleted, or if there would be too many
 */
async function makeOwnColumns(tx: Tx, { columns }: PreviewRecord) {
  const fields = new Map<string, OwnField>()
  const all = await lockOwnColumns(tx)
  for (const [position, { header, field }] of columns.entries()) {
    if (field && isOwnField(field) && !all.some(({ id }) => ownField(id) === field))
      throw new Refusal(409, `${GONE} “${header}”.`, { code: 'column_gone' })
    if (!field?.startsWith('new.')) continue
    const kind = OwnKind.parse(field.slice('new.'.length))
    const name = freeName(header, all)
    const made = await addOwnColumn(tx, all, { name, kind, choices: [], searchable: false })
    all.push(made)
    fields.set(ownField(-position - 1), ownField(made.id))
  }
  return fields
}

const GONE = 'A column of your own was deleted meanwhile. Choose in the preview what to do with'

/** “Email 2”: a name may be taken by a field or by another column. */
function freeName(header: string, columns: readonly OwnColumn[]): string {
  const start = header.slice(0, MAX_HEADER).trim() || 'Column'
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  for (let n = 1; ; n++) {
    const name = n === 1 ? start : `${start} ${n}`
    if (!isNameOfField(name) && !taken.has(name.toLowerCase())) return name
  }
}

/** Leaves space for a number in a column's name. */
const MAX_HEADER = 56

async function writeImport(
  tx: Tx,
  preview: PreviewRecord,
  target: string,
  own: ReadonlyMap<string, OwnField>,
) {
  await rm(target, { force: true })
  const edits: KeptReading['edits'] = []
  const total_rows = await writePages(target, rowsToImport(tx, preview.id, edits, own))
  return { total_rows, kept: { ...readingOf(preview), headerRow: preview.header_row, edits } }
}

/** @param edits gets those of the rows; for `own` see makeOwnColumns */
async function* rowsToImport(
  tx: Tx,
  previewId: string,
  edits: KeptReading['edits'],
  own: ReadonlyMap<string, OwnField>,
): AsyncGenerator<SheetRow[]> {
  for await (const page of rowPages(tx, previewId)) {
    const rows = page.filter(({ kind }) => kind !== 'skipped')
    for (const row of rows)
      if (Object.keys(row.edits).length > 0) edits.push([row.row, editsOf(row)])
    yield rows.map((row) => {
      const { cells, ...rest } = asSheetRow(row)
      const named = Object.entries(cells).map(([field, text]) => [own.get(field) ?? field, text])
      const isOpen = row.kind === 'undecided'
      return { ...rest, cells: Object.fromEntries(named), ...(isOpen && { damage: UNDECIDED }) }
    })
  }
}

const importOf = (
  preview: PreviewRecord,
  admin: SignedIn,
  { importId, send, roundId }: ImportFields,
  total_rows: number,
) => ({
  id: importId,
  file_name: preview.file_name,
  file_hash: preview.file_hash,
  admin_email: admin.email,
  send,
  roundId,
  incomplete: preview.incomplete,
  total_rows,
  sheets_not_read: preview.sheets_not_read,
  headers_not_read: preview.headers_not_read,
  notes: preview.notes,
})
