import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Db } from '../db/schema.ts'

/** A backup holds it from before its snapshot to its end, on its own connection. */
const FILE_LOCK = 4129

/** Stops deletions of files in every process. Waits for another backup. */
export const keepFiles = (client: Client) => client.query(`select pg_advisory_lock(${FILE_LOCK})`)

/** False while a backup runs. Ask after the rows are gone: a later backup does not know the files. */
export async function mayDeleteFiles(db: Db): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(FILE_LOCK)}) as free`.execute(db)
  return rows[0]!.free
}
