import { type Insertable, sql } from 'kysely'
import { readValues } from '../db/read.ts'
import type { Database, Db, Tx } from '../db/schema.ts'

const IMPORT_ENDED =
  'This import was running when the backup was made, and its rows are not in it. Rows counted as done are saved; importing the file again creates no duplicates.'

/** Cancels unfinished emails and their mailings. Returns the number of emails. */
export async function cancelWaiting(tx: Tx, at: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with canceled as (
      update mailings set canceled_at = ${at} where canceled_at is null and id in (
        select mailing_id from messages where state in ('queued', 'sending')))
    update messages set state = 'canceled', settled_at = ${at}, lease_until = null
    where state in ('queued', 'sending')
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function endImports(tx: Tx, at: string): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ state: 'failed', error: IMPORT_ENDED, finished_at: at, lease_until: null })
    .where('state', '=', 'running')
    .execute()
  await tx.deleteFrom('import_clients').execute()
}

export async function deleteSignIns(tx: Tx): Promise<void> {
  const tables = ['flows', 'challenges', 'one_time_codes', 'refresh_tokens', 'sessions'] as const
  for (const table of tables) await tx.deleteFrom(table).execute()
}

/** Forgets the original's backups and pending removals, whose files are not in the copy's store. */
export async function forgetOriginal(tx: Tx): Promise<void> {
  await tx.deleteFrom('file_removals').execute()
  await tx.deleteFrom('nightly_backup').execute()
}

/** Deletes what only the lost secret key opens. Keeps app factors, so that no password alone signs in. */
export async function deleteSealed(tx: Tx): Promise<string[]> {
  const emails = await readValues<string>(tx)`
    select email from admins where id in (select admin_id from factors where type = 'totp')
      or id in (select admin_id from recovery_codes) order by email
  `
  await tx.deleteFrom('signing_keys').execute()
  await tx.updateTable('factors').set({ secret: null }).where('type', '=', 'totp').execute()
  await tx.deleteFrom('recovery_codes').execute()
  return emails
}

/** Skips numbers that the original may have used since: a returned letter must not name a client of the copy. */
export const skipLetterNumbers = (tx: Tx) =>
  sql`select setval('letters_id_seq', nextval('letters_id_seq') + 100000)`.execute(tx)

export async function markRestored(tx: Tx, row: Insertable<Database['restored_copy']>) {
  await tx.deleteFrom('restored_copy').execute()
  await tx.insertInto('restored_copy').values(row).execute()
}

export const findRestoredCopy = (db: Db) =>
  db
    .selectFrom('restored_copy')
    .select([
      'restored_at as restoredAt',
      'backup_made_at as backupMadeAt',
      'emails_canceled as emailsCanceled',
    ])
    .executeTakeFirst()

export async function endRestoredCopy(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('restored_copy').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const findNightly = (db: Db) =>
  db.selectFrom('nightly_backup').selectAll().executeTakeFirst()

export const recordNightly = (db: Db, result: Partial<Insertable<Database['nightly_backup']>>) =>
  db
    .insertInto('nightly_backup')
    .values({ succeeded_at: null, failed_at: null, failure: null, ...result })
    .onConflict((on) => on.column('singleton').doUpdateSet(result))
    .execute()
