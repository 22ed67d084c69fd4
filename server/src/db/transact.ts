import { type RawBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from './schema.ts'

const DEADLOCK = '40P01'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const CANCELED = '57014'
const TRIES = 4

/**
 * One transaction, tried again when PostgreSQL ended it to break a deadlock.
 * Inside use only `tx`, and do no network I/O: others wait for the rows that it has locked.
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

/**
 * A transaction whose commit waits for the disk also where nothing was found to change: its time must
 * not reveal an account. Inside run the same statements in both cases.
 */
export const transactEvenly = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, async (tx) => {
    await sql`select pg_logical_emit_message(true, 'attest', '')`.execute(tx)
    return work(tx)
  })

/** Inserts the row only if the account exists; the statement is the same either way. */
export const insertIfAdmin = (
  db: Db,
  table: 'one_time_codes' | 'security_log',
  { adminId, row }: { adminId: string; row: object },
) => {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  const values = sql.join(Object.values(row))
  return sql`insert into ${sql.table(table)} (${columns}) select ${values} from admins where id = ${adminId}`.execute(
    db,
  )
}

/** Writers of many clients at once go one after another; held until the transaction ends. */
export const lockBulkWriters = (tx: Tx) => sql`select pg_advisory_xact_lock(4127)`.execute(tx)

/** Rows sent as one JSON parameter: one statement for any number, and always the same statement. */
export const jsonRows = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`

export const isDeadlock = (error: unknown) => isDatabaseError(error, DEADLOCK)
export const isUniqueViolation = (error: unknown) => isDatabaseError(error, UNIQUE)
export const isForeignKeyViolation = (error: unknown) => isDatabaseError(error, FOREIGN_KEY)
/** A statement took longer than it may. */
export const isTimeout = (error: unknown) => isDatabaseError(error, CANCELED)

/**
 * Class 08; the server shuts down, has crashed or still starts; it has too many connections; it ended a
 * transaction that did nothing; it became the copy of another one.
 */
const LOST = /^(08|57P0[123]$|53300$|25P03$|25006$)/
/** Of the socket to the server. */
const SOCKET = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$)/
/** What pg says without a code. */
const NOT_CONNECTED =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect)/

/** Whether it says nothing of the statement: the connection broke, or there was none. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  if (error instanceof DatabaseError) return LOST.test(code)
  return SOCKET.test(code) || NOT_CONNECTED.test(message)
}

function isDatabaseError(error: unknown, code: string): boolean {
  return error instanceof DatabaseError && error.code === code
}
