import { sql } from 'kysely'
import type { Client } from 'pg'
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts'
import type { Db } from '../db/schema.ts'

/** Stops deletions of files in every process until the connection ends. Waits for another backup. */
export const keepFiles = (client: Client) =>
  client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.files})`)

/** False while a backup runs. Ask after the rows are gone: a later backup does not know the files. */
export async function mayDeleteFiles(db: Db): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(ADVISORY_LOCKS.files)}) as free`.execute(db)
  return rows[0]!.free
}
