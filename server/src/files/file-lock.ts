import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '../db/schema.ts'

/** Backups hold it alone, deletions of files share it. It goes with the connection. */
const FILE_LOCK = 4129

/** From now on no process deletes a file. Waits for deletions under way, and for another backup. */
export const keepFiles = (client: PoolClient) =>
  client.query(`select pg_advisory_lock(${FILE_LOCK})`)

/** Does `remove` unless a backup runs, which may still need the files; says whether it did. */
export const removeUnlessKept = (db: Db, remove: () => Promise<void>): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock_shared(${sql.lit(FILE_LOCK)}) as locked`.execute(connection)
    if (!rows[0]?.locked) return false
    try {
      await remove()
      return true
    } finally {
      await sql`select pg_advisory_unlock_shared(${sql.lit(FILE_LOCK)})`.execute(connection)
    }
  })
