import type { ClientField } from '@attest/contract/client-fields'
import type { ColumnField, PreviewTab } from '@attest/contract/import-previews'
import { type Insertable, type QueryCreator, type RawBuilder, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ImportPreviewRowTable, ImportPreviewTable } from '../../db/import-schema.ts'
import { countRows, type Page, readPage } from '../../db/pages.ts'
import { readRow, readRows, readValues } from '../../db/read.ts'
import type { Database, Db, Tx } from '../../db/schema.ts'
import { jsonRows } from '../../db/transact.ts'
import { isSent } from '../../records/clients.ts'
import { knownClients } from '../queries.ts'

export type PreviewRecord = Selectable<ImportPreviewTable>
export type RowRecord = Selectable<ImportPreviewRowTable>
type PreviewFields = Partial<Insertable<ImportPreviewTable>>
export type NewRow = Omit<RowRecord, 'preview_id'>

export const insertPreview = (tx: Tx, row: Insertable<ImportPreviewTable>) =>
  tx.insertInto('import_previews').values(row).execute()

const previewOf = (db: Db, id: string) =>
  db.selectFrom('import_previews').selectAll().where('id', '=', id)

export const findPreview = (db: Db, id: string) => previewOf(db, id).executeTakeFirst()

export const lockPreview = (tx: Tx, id: string) => previewOf(tx, id).forUpdate().executeTakeFirst()

export const lockIfFree = (tx: Tx, id: string) =>
  previewOf(tx, id).forUpdate().skipLocked().executeTakeFirst()

const previewUpdate = (db: QueryCreator<Database>, id: string, fields: PreviewFields) =>
  db
    .updateTable('import_previews')
    .set((e) => ({ ...fields, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()

export const updatePreview = (tx: Tx, id: string, fields: PreviewFields) =>
  previewUpdate(tx, id, fields).executeTakeFirstOrThrow()

export const deletePreview = (db: Db, id: string) => deletePreviews(db, sql`id = ${id}`)

export const deletePreviewsBefore = (db: Db, time: string) =>
  deletePreviews(db, sql`created_at <= ${time}`)

export const listPreviewIds = async (db: Db) =>
  (await db.selectFrom('import_previews').select('id').execute()).map(({ id }) => id)

const deletePreviews = (db: Db, ended: RawBuilder<unknown>) =>
  sql`
    with ended as (delete from import_previews where ${ended} returning id)
    delete from import_preview_rows where preview_id in (select id from ended)
  `.execute(db)

export const deleteRows = (tx: Tx, previewId: string) =>
  tx.deleteFrom('import_preview_rows').where('preview_id', '=', previewId).execute()

const COLUMNS =
  'row int, cells json, edits json, damage text, choice text, likeness text, kind text, incomplete boolean, replaces boolean, letter text, digest int, suggested text, person int'
const NAMES = sql.raw(COLUMNS.replaceAll(/ \w+(?=,|$)/g, ''))

export async function insertRows(tx: Tx, previewId: string, rows: readonly NewRow[]) {
  if (rows.length === 0) return
  await sql`
    insert into import_preview_rows (preview_id, ${NAMES})
    select ${previewId}::uuid, ${NAMES} from ${jsonRows(rows, COLUMNS)}
  `.execute(tx)
}

export async function updateRows(tx: Tx, previewId: string, rows: readonly NewRow[]) {
  if (rows.length > 0) await updateOf(sql`${previewId}::uuid`, rows).execute(tx)
}

/** The rows by number, too: the planner would read all rows of a new preview for the join alone. */
const updateOf = (previewId: RawBuilder<unknown>, rows: readonly NewRow[]) =>
  sql`
    update import_preview_rows p set edits = r.edits, choice = r.choice, likeness = r.likeness, kind = r.kind,
      incomplete = r.incomplete, replaces = r.replaces, letter = r.letter, digest = r.digest, suggested = r.suggested, person = r.person
    from ${jsonRows(rows, COLUMNS)} where p.preview_id = ${previewId} and p.row = r.row
      and p.row = any(${rows.map(({ row }) => row)})
  `

/** Returns undefined, and changes nothing, if the preview was changed since it was read. */
export const updateIfUnchanged = (
  db: Db,
  { id, version }: PreviewRecord,
  fields: PreviewFields,
  rows: readonly NewRow[],
) =>
  db
    .with('held', (q) => previewUpdate(q, id, fields).where('version', '=', version))
    .with(
      'changed',
      () => sql<Record<string, never>>`(${updateOf(sql`(select id from held)`, rows)})`,
    )
    .selectFrom('held')
    .selectAll()
    .executeTakeFirst()

const rowsOf = (db: Db, previewId: string) =>
  db
    .selectFrom('import_preview_rows')
    .selectAll()
    .where('preview_id', '=', previewId)
    .orderBy('row')

/** With a row and those whose client numbers may be confused with its own, as of the same moment. */
export const findWithGroup = (db: Db, previewId: string, row: number) =>
  previewOf(db, previewId)
    .select(jsonArrayFrom(groupOf(db, previewId, row)).as('group'))
    .select(
      sql<boolean>`exists(select from import_preview_rows
      where preview_id = ${previewId} and person = ${row})`.as('isPerson'),
    )
    .executeTakeFirst()

const groupOf = (db: Db, previewId: string, row: number) => {
  const likeness = sql`(select likeness from import_preview_rows own
    where own.preview_id = ${previewId} and own.row = ${row} and own.likeness <> '')`
  // As an array: with “or”, every row of the preview is read.
  return rowsOf(db, previewId).where(
    sql<boolean>`row = any(array(select ${row}::int union all ${confusable(previewId, likeness)}))`,
  )
}

/** A wrong column may give every row the same number. Rows behind the limit are planned once earlier ones change. */
const MAX_WAITING = 100

/** Rows with a number like this, and the first rejected or skipped ones that may get it next. */
const confusable = (previewId: string, likeness: RawBuilder<unknown>) => sql`
  (select row from import_preview_rows where preview_id = ${previewId} and likeness = ${likeness}
    and kind not in ('rejected', 'skipped') order by row limit ${MAX_WAITING})
  union all
  (select row from import_preview_rows where preview_id = ${previewId} and likeness = ${likeness}
    and kind in ('rejected', 'skipped') order by row limit ${MAX_WAITING})`

export const listConfusable = (db: Db, previewId: string, likeness: string) =>
  rowsOf(db, previewId)
    .where(sql<boolean>`row = any(array(${confusable(previewId, sql`${likeness}`)}))`)
    .execute()

export async function listPersons(db: Db, previewId: string): Promise<Set<number>> {
  const { rows } = await sql<{ person: number }>`
    select distinct person from import_preview_rows where preview_id = ${previewId} and person is not null
  `.execute(db)
  return new Set(rows.map(({ person }) => person))
}

/** For each person, the first row that the import would create. */
export async function findFirsts(db: Db, previewId: string, persons: readonly number[]) {
  if (persons.length === 0) return new Map<number, RowRecord>()
  const written = sql`preview_id = ${previewId} and kind = 'created'`
  const { rows } = await sql<RowRecord & { first_of: number }>`
    select p as first_of, f.* from unnest(${persons}::int[]) p cross join lateral (
      (select * from import_preview_rows where row = p and ${written})
      union all (select * from import_preview_rows where person = p and ${written} order by row limit 1)
      limit 1) f
  `.execute(db)
  return new Map(rows.map(({ first_of, ...row }) => [first_of, row as RowRecord]))
}

/** The rows that have a client number like one of these. */
export const listByLikeness = (db: Db, previewId: string, likenesses: string[]) =>
  rowsOf(db, previewId)
    .where('kind', 'not in', ['rejected', 'skipped'])
    .where(sql<boolean>`likeness = any(${likenesses})`)
    .execute()

export const listByNumber = (db: Db, previewId: string, rows: number[]) =>
  rowsOf(db, previewId).where(sql<boolean>`row = any(${rows})`).execute()

const PAGE = 1000

export async function* rowPages(db: Db, previewId: string, tab: PreviewTab = 'all') {
  for (let last = 0; ; ) {
    const page = await tabOf(db, previewId, tab).where('row', '>', last).limit(PAGE).execute()
    if (page.length === 0) return
    yield page
    last = page.at(-1)!.row
  }
}

export const listTab = (
  db: Db,
  previewId: string,
  { kind, ...page }: Page & { kind: PreviewTab },
) => readPage(tabOf(db, previewId, kind), page)

function tabOf(db: Db, previewId: string, tab: PreviewTab) {
  const rows = rowsOf(db, previewId)
  if (tab === 'all') return rows
  if (tab === 'suggested') return rows.where('suggested', '<>', '')
  if (tab === 'replaced') return rows.where('replaces', '=', true)
  return tab === 'incomplete' ? rows.where('incomplete', '=', true) : rows.where('kind', '=', tab)
}

export interface Person {
  row: number
  name: string
  email: string
  address: string
}

/** For each row, the first client of the same name and email, or of the same name and address. */
export async function findPersons(db: Db, people: readonly Person[]): Promise<Map<number, number>> {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ row: number; id: number }>`
    select r.row, min(c.id) as id from ${jsonRows(people, 'row int, name text, email text, address text')}
    join clients c on lower(c.first_name || ' ' || c.last_name) = lower(r.name)
      and (lower(c.email) = lower(nullif(r.email, '')) or lower(c.address) = lower(nullif(r.address, '')))
    group by r.row
  `.execute(db)
  return new Map(rows.map(({ row, id }) => [row, id]))
}

export const listClients = (db: Db, ids: number[]) =>
  knownClients(db).where(sql<boolean>`id = any(${ids})`).execute()

export const findEarlierImport = (db: Db, previewId: string) =>
  readRow<{ importId: string; at: string; admin_email: string } | undefined>(db)`
    select id as "importId", created_at as at, admin_email from imports
    where file_hash = (select file_hash from import_previews where id = ${previewId}) and state not in ('undoing', 'undone')
    order by created_at desc limit 1
  `

export const listHeaders = (db: Db) => db.selectFrom('import_headers').selectAll().execute()

/** @param field null: the header's own meaning */
export const rememberHeader = (db: Db, header: string, field: ColumnField | null) =>
  field === null
    ? db.deleteFrom('import_headers').where('header', '=', header).execute()
    : db
        .insertInto('import_headers')
        .values({ header, field })
        .onConflict((c) => c.column('header').doUpdateSet({ field }))
        .execute()

const MOST_MOVED = 10_000

/** Of the rows that the import writes, the first ones with an email. */
export const listNamesAndEmails = (tx: Tx, previewId: string) =>
  readRows<Record<'first_name' | 'last_name' | 'email', string>>(tx)`
    select coalesce(c->>'first_name', '') first_name, coalesce(c->>'last_name', '') last_name, c->>'email' email
    from (select row, (cells::jsonb || edits::jsonb) c from import_preview_rows
      where preview_id = ${previewId} and kind in ('created', 'changed')) r
    where c->>'email' <> '' order by row limit ${MOST_MOVED}
  `

/** What is on file of known clients, and what the rows give. */
export function listChanged(tx: Tx, previewId: string, fields: readonly ClientField[]) {
  const old = sql.join(fields.flatMap((field) => [sql.lit(field), sql.ref(`c.${field}`)]))
  return readRows<Record<'old' | 'given', RowRecord['cells']>>(tx)`
    select jsonb_build_object(${old}) as old, r.cells::jsonb || r.edits::jsonb as given from import_preview_rows r
    join clients c on c.client_number = coalesce(r.edits->>'client_number', r.cells->>'client_number')
    where r.preview_id = ${previewId} and r.kind = 'changed' order by r.row limit ${MOST_MOVED}
  `
}

/** A query of its own: the planner, which knows nothing of a new preview, would compare each row with each client. */
export const listOwners = (tx: Tx, emails: string[]) =>
  tx
    .selectFrom('clients')
    .select('email')
    .where(sql<boolean>`lower(email) = any(${emails})`)
    .execute()

/** Which of the emails new rows have. A query of its own, for the same reason. */
export const listCreatedWith = (tx: Tx, previewId: string, emails: string[]) =>
  readValues<string>(tx)`
    select distinct lower(coalesce(edits->>'email', cells->>'email')) from import_preview_rows
    where preview_id = ${previewId} and kind = 'created'
      and lower(coalesce(edits->>'email', cells->>'email')) = any(${emails}::text[])
  `

/** Deleted clients, also of rounds, whose numbers new rows have. In two queries, for the reason above. */
export async function findTrashed(tx: Tx, previewId: string) {
  const numbers = await readValues<string>(tx)`
    select coalesce(edits->>'client_number', cells->>'client_number') from import_preview_rows where preview_id = ${previewId} and kind = 'created' order by row
  `
  const rows = await readRows<{ name: string; client_number: string; total: number }>(tx)`
    select max(name) as name, client_number, count(*) over ()::int as total from (
      select client_number, name from trashed_clients where client_number = any(${numbers}::text[])
      union all select client_number, name from round_clients k where client_number = any(${numbers}::text[])
        and not exists (select from clients c where c.id = k.client_id)) gone
    group by client_number order by array_position(${numbers}::text[], client_number) limit 3
  `
  return { some: rows, total: rows[0]?.total ?? 0 }
}

export const listDamaged = (tx: Tx, previewId: string) =>
  rowsOf(tx, previewId).where('damage', 'is not', null).limit(MOST_MOVED).execute()

/** Known clients of the file who would get a second email. Not a join: the planner knows nothing of a new preview. */
export const countEmailedLately = (tx: Tx, previewId: string, since: string) =>
  countRows(
    tx.selectFrom('clients').where(sql<boolean>`client_number = any(array(
      select coalesce(edits->>'client_number', cells->>'client_number') from import_preview_rows
      where preview_id = ${previewId} and letter is not null)) and exists (select from messages
      where client_id = clients.id and ${isSent('messages')} and purpose = 'answer' and settled_at > ${since})`),
  )
