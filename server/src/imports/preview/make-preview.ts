import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps, SheetReading } from '../../deps.ts'
import { changesCursor } from '../../history/queries.ts'
import { draftFile, type ReceivedFile, uploadsIn } from '../../http/files.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { sealFile, unsealTo } from '../originals.ts'
import type { Reading } from '../rejected-csv.ts'
import type { ReadChoices } from '../sheet/choose-table.ts'
import type { SheetSummary } from '../sheet/read-sheet.ts'
import { readBatches } from '../sheet/rows-file.ts'
import type { SheetRow } from '../sheet/table.ts'
import { readingFacts } from '../stored.ts'
import { holdPreview, holdUnchanged, openPreview } from './open-preview.ts'
import {
  fileNumbers,
  type Given,
  planPreview,
  planRead,
  readForPlan,
  twinsAgain,
  twinsOfFile,
} from './plan-preview.ts'
import {
  deleteRows,
  insertPreview,
  insertRows,
  listHeaders,
  listPersons,
  type NewRow,
  type PreviewRecord,
  rowPages,
  updatePreview,
  updateRows,
} from './queries.ts'
import { addRow, asColumns, noTotals, type Totals, toRow } from './to-row.ts'

/** Sealed. The sweep of uploads removes it after a day, with the preview. */
export const fileOf = (config: Config, previewId: string) =>
  path.join(uploadsIn(config), `${previewId}.preview`)

/** Each reading has its own file: another may be in flight, or may have died. */
export const previewDraft = (config: Config, ending: '.rows' | '.plain') =>
  draftFile(uploadsIn(config), ending)

export const readingOf = ({ sheet, columns, encoding, ...preview }: PreviewRecord): Reading => ({
  sheet,
  columns,
  encoding: encoding?.name,
  includeHidden: preview.include_hidden,
})

/** @throws Refusal 400 if the file is no sheet; 503 if too many files wait */
export async function makePreview(
  deps: SheetReading,
  admin: SignedIn,
  previewId: string,
  file: ReceivedFile,
): Promise<void> {
  const { fileName, hash } = file
  const kept = fileOf(deps.config, previewId)
  // While another process reads the file, this one is free.
  const sealed = handledLater(sealFile(deps.secretKey, file.path, kept))
  try {
    const choices = { remembered: await listHeaders(deps.db) }
    const source = { id: previewId, file_name: fileName, path: file.path }
    await readInto(deps, source, choices, async (tx, layout) => {
      await insertPreview(tx, {
        id: previewId,
        admin_email: admin.email,
        file_name: fileName,
        file_hash: hash,
        created_at: deps.now().toISOString(),
        ...layout,
      })
      await sealed
      return { incomplete: true, given: new Map() }
    })
  } catch (error) {
    await Promise.allSettled([sealed])
    await rm(kept, { force: true })
    throw error
  }
}

/** Reads the file once more with other choices. Corrected cells stay if their rows do. */
export async function readAgain(deps: SheetReading, preview: PreviewRecord, choices: ReadChoices) {
  const isSameTable = choices.fields !== undefined
  const includeHidden = choices.includeHidden ?? preview.include_hidden
  const plain = previewDraft(deps.config, '.plain')
  const source = { ...preview, path: plain }
  const read = () =>
    readInto(deps, source, { ...choices, includeHidden }, async (tx, layout) => {
      const { incomplete } = await holdUnchanged(tx, preview)
      const given = isSameTable ? await listDecided(tx, preview.id) : new Map()
      await deleteRows(tx, preview.id)
      await updatePreview(tx, preview.id, layout)
      return { incomplete, given }
    })
  try {
    await unsealTo(deps, fileOf(deps.config, preview.id), plain).then(read)
  } catch (error) {
    // Throws the better error if an import began meanwhile and removed the file.
    await openPreview(deps, preview.id)
    throw error
  } finally {
    await rm(plain, { force: true })
  }
}

async function listDecided(tx: Tx, previewId: string) {
  const decided = new Map<number, Pick<Given, 'edits' | 'choice'>>()
  for await (const page of rowPages(tx, previewId)) {
    for (const { row, edits, choice } of page) {
      if (choice || Object.keys(edits).length > 0) decided.set(row, { edits, choice })
    }
  }
  return decided
}

interface Kept {
  incomplete: boolean
  given: ReadonlyMap<number, Pick<Given, 'edits' | 'choice'>>
}

async function readInto(
  deps: Pick<Deps, 'bulkDb' | 'config' | 'db' | 'sheets'>,
  { id, file_name, path }: Pick<PreviewRecord, 'id' | 'file_name'> & { path: string },
  choices: ReadChoices,
  prepare: (
    tx: Tx,
    layout: ReturnType<typeof layoutOf> & { changes_cursor: string },
  ) => Promise<Kept>,
): Promise<void> {
  const target = previewDraft(deps.config, '.rows')
  try {
    const facts = await readingFacts(deps.db)
    const task = { path, fileName: file_name, target, choices, ...facts }
    const summary = await deps.sheets.read(task)
    const changes_cursor = await changesCursor(deps.db)
    await transact(deps.bulkDb, async (tx) => {
      const kept = await prepare(tx, { ...layoutOf(summary, choices), changes_cursor })
      await updatePreview(tx, id, asColumns(await insertAll(deps.db, tx, id, target, kept)))
    })
  } finally {
    await rm(target, { force: true })
  }
}

const layoutOf = (
  { sheets, sheet, headerRow, columns, notRead, notes, hidden, encoding }: SheetSummary,
  { includeHidden = true }: ReadChoices,
) => ({
  sheets,
  sheet,
  header_row: headerRow,
  columns: JSON.stringify(columns),
  sheets_not_read: notRead.sheets,
  headers_not_read: notRead.headers,
  notes: [...notes],
  hidden: JSON.stringify(hidden),
  encoding: JSON.stringify(encoding),
  include_hidden: includeHidden,
})

async function insertAll(db: Db, tx: Tx, id: string, path: string, kept: Kept) {
  const totals = noTotals()
  const [numbers, twinOf] = [fileNumbers(), twinsOfFile()]
  const read = (batch: SheetRow[]) => {
    const rows = batch.map(({ row, cells, damage = null }) => {
      const { edits = {}, choice = null } = kept.given.get(row) ?? {}
      return { row, cells, damage, edits, choice, person: null }
    })
    return readForPlan(db, rows)
  }
  // The database reads the next batch and writes the last one while a batch is planned: half the time.
  let written: Promise<void> = Promise.resolve()
  for await (const batch of oneAhead(readBatches(path), read)) {
    const planned = (await planRead(db, batch, kept, twinOf, numbers)).map(toRow)
    for (const row of planned) addRow(totals, row)
    await written
    written = handledLater(insertRows(tx, id, planned))
  }
  await written
  return totals
}

/** Unhandled until somebody awaits it, a failure would end the process. */
function handledLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Starts work on an item before the result of the one before it is used. */
export async function* oneAhead<T, R>(
  items: AsyncIterable<T>,
  start: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let next: Promise<R> | undefined
  for await (const item of items) {
    const current = next
    next = handledLater(start(item))
    if (current) yield current
  }
  if (next) yield next
}

/** Plans all rows once more, with other decisions about some. */
export async function decideAgain(
  deps: Pick<Deps, 'bulkDb' | 'now'>,
  previewId: string,
  decide: (tx: Tx, preview: PreviewRecord) => Promise<ReadonlyMap<number, Given>>,
  incomplete?: boolean,
): Promise<void> {
  await transact(deps.bulkDb, async (tx) => {
    const held = await holdPreview(tx, deps.now(), previewId)
    const preview = { ...held, incomplete: incomplete ?? held.incomplete }
    const decided = await decide(tx, preview)
    const { totals } = await planAgain(tx, preview, (given) => decided.get(given.row) ?? given)
    await updatePreview(tx, previewId, { ...asColumns(totals), incomplete: preview.incomplete })
  })
}

/** Plans all rows once more. Returns whether the import would now do something else. */
export async function planAgain(
  tx: Tx,
  { id, incomplete }: Pick<PreviewRecord, 'id' | 'incomplete'>,
  decide: (row: Given) => Given = (row) => row,
): Promise<{ totals: Totals; differs: boolean }> {
  const totals = noTotals()
  const [numbers, twinOf] = [fileNumbers(), twinsAgain(await listPersons(tx, id))]
  let differs = false
  for await (const page of rowPages(tx, id)) {
    const given = page.map(decide)
    const planned = (await planPreview(tx, given, { incomplete }, twinOf, numbers)).map(toRow)
    const others = planned.filter((row, index) => !isSame(row, page[index]!))
    differs ||= others.length > 0
    await updateRows(tx, id, others)
    for (const row of planned) addRow(totals, row)
  }
  return { totals, differs }
}

const isSame = (one: NewRow, other: NewRow) =>
  Object.keys(one).every((key) => one[key as keyof NewRow] === other[key as keyof NewRow])
