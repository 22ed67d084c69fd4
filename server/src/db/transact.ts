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

/** Class 08, and that the server shuts down, has crashed or still starts. */
const LOST = /^(08|57P0[123]$)/
/** Of the socket to the server. */
const SOCKET = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$)/
/** What pg says without a code. */
const NOT_CONNECTED = /^(Connection terminated|Client (has encountered|was closed))/

/** Whether it says nothing of the statement: the connection broke, or there was none. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  if (error instanceof DatabaseError) return LOST.test(code)
  return SOCKET.test(code) || NOT_CONNECTED.test(message)
}

function isDatabaseError(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code
}
