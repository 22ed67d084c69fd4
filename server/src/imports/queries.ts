import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ImportRow } from '../db/import-schema.ts'
import { countRows, type Page, readPage } from '../db/pages.ts'
import type { ClientRow, Db, Tx } from '../db/schema.ts'

export type ImportRecord = Selectable<ImportRow>

/** Returns undefined if the import is known already. */
export const insertImport = (db: Db, row: Insertable<ImportRow>) =>
  db
    .insertInto('imports')
    .values(row)
    .onConflict((c) => c.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

const byId = (db: Db, id: string) => db.selectFrom('imports').selectAll().where('id', '=', id)

export const findImport = (db: Db, id: string) => byId(db, id).executeTakeFirst()
export const lockImport = (tx: Tx, id: string) => byId(tx, id).forUpdate().executeTakeFirst()

export async function listImportPage(db: Db, page: Page) {
  const all = db.selectFrom('imports')
  const sorted = all.selectAll().orderBy('created_at', 'desc').orderBy('id')
  const imports = await readPage(sorted.select(['id as importId', 'mailing_id as mailingId']), page)
  return { imports, total: await countRows(all) }
}

export const updateImport = (db: Db, id: string, fields: Updateable<ImportRow>) =>
  db.updateTable('imports').set(fields).where('id', '=', id).execute()

/** Returns whether this process ended it: only that one sends. `rows`: how many it must have; absent: it ends early. */
export async function endImport(
  db: Db,
  id: string,
  fields: Updateable<ImportRow>,
  { rows, state = 'running' }: { rows?: number; state?: ImportRecord['state'] } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ ...fields, lease_until: null })
    .where('id', '=', id)
    .where('state', '=', state)
    .$if(rows !== undefined, (q) => q.where('done_rows', '=', rows!))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** The last import that was not undone. A failed or canceled one counts if it created clients. */
export const lastEffectiveImport = (db: Db) =>
  db
    .selectFrom('imports')
    .select('clients_before')
    .where('state', 'not in', ['running', 'undoing', 'undone'])
    .where((e) => e.or([e('state', '=', 'finished'), e('created', '>', 0)]))
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Claims imports and undos without a process. An expired lease counts as a resumption: its process died. */
export const claimDeadImports = (db: Db, now: string, leaseUntil: string) =>
  db
    .updateTable('imports')
    .set({
      lease_until: leaseUntil,
      resumed: sql<number>`resumed + (lease_until is not null)::int`,
    })
    .where('state', 'in', ['running', 'undoing'])
    .where((e) => e.or([e('lease_until', 'is', null), e('lease_until', '<', now)]))
    .returningAll()
    .execute()

/** Returns undefined if this import cannot be undone now. */
export const beginUndo = (
  tx: Tx,
  importId: string,
  fields: { undone_by: string; undo_total: number; lease_until: string },
  now: string,
) =>
  tx
    .updateTable('imports')
    .set({ ...fields, state: 'undoing', undo_done: 0, error: null, resumed: 0 })
    .where('id', '=', importId)
    .where('state', 'in', ['finished', 'failed', 'canceled'])
    .where('undo_until', '>', now)
    .returningAll()
    .executeTakeFirst()

type Count = 'done_rows' | 'created' | 'updated' | 'unchanged' | 'kept' | 'rejected'
type UndoCount = 'undo_done' | 'undo_removed' | 'undo_restored' | 'undo_kept'

/** Also extends the lease. False if another process has it or it ended. `from`: rows done before; absent: an undo. */
export async function addCounts(
  tx: Tx,
  id: string,
  counts: Record<Count, number> | Record<UndoCount, number>,
  { from, leaseUntil }: { from?: number; leaseUntil: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set((e) => ({
      ...Object.fromEntries(
        Object.entries(counts).map(([name, n]) => [name, e(name as Count | UndoCount, '+', n)]),
      ),
      lease_until: leaseUntil,
      resumed: 0,
    }))
    .where('id', '=', id)
    .where('state', '=', from === undefined ? 'undoing' : 'running')
    .$if(from !== undefined, (q) => q.where('done_rows', '=', from!))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export const addRejections = (
  tx: Tx,
  importId: string,
  rejections: { row: number; client_number: string; reason: string }[],
) =>
  rejections.length === 0
    ? undefined
    : tx
        .insertInto('import_rejections')
        .values(rejections.map((rejection) => ({ import_id: importId, ...rejection })))
        .execute()

const rejectionsOf = (db: Db, importId: string) =>
  db.selectFrom('import_rejections').where('import_id', '=', importId).orderBy('row')

export const listRejections = (db: Db, importId: string, page: Page) =>
  readPage(rejectionsOf(db, importId).select(['row', 'client_number', 'reason']), page)

export const listReasons = (db: Db, importId: string, rows: number[]) =>
  rejectionsOf(db, importId)
    .select(['row', 'reason'])
    .where(sql<boolean>`row = any(${rows})`)
    .execute()

export async function rejectedRows(db: Db, importId: string): Promise<number[]> {
  const rows = await rejectionsOf(db, importId).select('row').execute()
  return rows.map(({ row }) => row)
}

/** An import without emails can send them later, and the list can show its clients. */
export const addImported = (tx: Tx, importId: string, clientIds: number[]) =>
  sql`
    insert into import_clients (import_id, client_id)
    select ${importId}::uuid, unnest(${clientIds}::bigint[]) on conflict do nothing
  `.execute(tx)

export const forgetImportedBefore = (db: Db, before: string) =>
  sql`
    delete from import_clients where import_id in (select id from imports where finished_at < ${before})
  `.execute(db)

/** Without the text for the search, which is as long as the rest. */
const KNOWN_FIELDS = [
  'id',
  ...COMPARED_FIELDS,
  'own',
  'mail_to',
  'mail_to_by',
  'confirm_by',
  'excused_reason',
  'disputed_at',
  'reported',
  'bounced_to',
] as const

export type KnownClient = Pick<Selectable<ClientRow>, (typeof KNOWN_FIELDS)[number]>

export const knownClients = (db: Db) => db.selectFrom('clients').select(KNOWN_FIELDS)

const byNumbers = (db: Db, numbers: string[]) =>
  knownClients(db).where(sql<boolean>`client_number = any(${numbers})`).orderBy('id')

export const listByNumbers = (db: Db, numbers: string[]) => byNumbers(db, numbers).execute()

export const lockByNumbers = (tx: Tx, numbers: string[]) =>
  byNumbers(tx, numbers).forUpdate().execute()

/** Client numbers equal to one of these except for leading zeros or case. */
export async function listAlike(tx: Db, numbers: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('clients')
    .select('client_number')
    .where(
      sql<boolean>`lower(ltrim(client_number, '0')) = any(array(
        select lower(ltrim(n, '0')) from unnest(${numbers}::text[]) n))`,
    )
    .execute()
  return rows.map(({ client_number }) => client_number)
}

export async function listRunningIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('imports').select('id').where('state', '=', 'running').execute()
  return rows.map(({ id }) => id)
}
