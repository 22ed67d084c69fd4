import { type RawBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from './schema.ts'

const DEADLOCK = '40P01'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const TRIES = 4

/**
 * One transaction, tried again when PostgreSQL ended it to break a deadlock.
 * Inside use only `tx`, and do no network I/O: on the embedded database everyone else waits.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isDeadlock(error) || tried === TRIES) throw error
    }
  }
}

/** Writers of many clients at once go one after another; held until the transaction ends. */
export const lockBulkWriters = (tx: Tx) => sql`select pg_advisory_xact_lock(4127)`.execute(tx)

/** Rows sent as one JSON parameter: one statement for any number, and always the same statement. */
export const jsonRows = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`

export const isDeadlock = (error: unknown) => isDatabaseError(error, DEADLOCK)
export const isUniqueViolation = (error: unknown) => isDatabaseError(error, UNIQUE)
export const isForeignKeyViolation = (error: unknown) => isDatabaseError(error, FOREIGN_KEY)

function isDatabaseError(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code
}
