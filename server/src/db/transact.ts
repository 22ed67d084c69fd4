import { type RawBuilder, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from './schema.ts'

const TRIES = 4

type Work<T> = (tx: Tx) => Promise<T>

/** Runs one transaction and retries it after a deadlock. `work` uses only `tx`, and no network. */
export async function transact<T>(db: Db, work: Work<T>, mayRetry = isDeadlock): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!mayRetry(error) || tried === TRIES) throw error
    }
  }
}

/** Also retries when another transaction has just taken a name or number, or deleted what this one refers to. */
export const transactUncrossed = <T>(db: Db, work: Work<T>): Promise<T> =>
  transact(db, work, isCrossed)

/** Writes to the disk even without a change, so that the duration reveals no account. */
export const transactEvenly = <T>(db: Db, work: Work<T>): Promise<T> =>
  transact(db, async (tx) => {
    await sql`select pg_logical_emit_message(true, 'attest', '')`.execute(tx)
    return work(tx)
  })

/** Inserts the row only if its account exists, by the same statement either way. */
export const insertIfAdmin = (
  db: Db,
  table: 'one_time_codes' | 'security_log',
  row: { admin_id: string | null },
) => {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  const values = sql.join(Object.values(row))
  return sql`insert into ${sql.table(table)} (${columns}) select ${values} from admins where id = ${row.admin_id}`.execute(
    db,
  )
}

export const lockBulkWriters = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.bulkWriters})`.execute(tx)

/** Passes rows as one JSON parameter, so that the statement is always the same. */
export const jsonRows = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`

/** Inserts rows that were read as JSON. A column added since a row was stored gets its default. */
export async function insertStored(
  tx: Tx,
  table: 'clients' | 'verification_links',
  rows: readonly object[],
  whenThere = sql``,
): Promise<void> {
  for (const alike of Map.groupBy(rows, (row) => Object.keys(row).join()).values()) {
    const columns = sql.join(Object.keys(alike[0]!).map((name) => sql.ref(name)))
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(alike)}::jsonb)
      ${whenThere}
    `.execute(tx)
  }
}

const hasCode = (code: string) => (error: unknown) =>
  error instanceof DatabaseError && error.code === code

export const isDeadlock = hasCode('40P01')
export const isUniqueViolation = hasCode('23505')
export const isForeignKeyViolation = hasCode('23503')
/** Another transaction was faster, so what this one has read is outdated. */
const isCrossed = (error: unknown) =>
  isDeadlock(error) || isUniqueViolation(error) || isForeignKeyViolation(error)
export const isTimeout = hasCode('57014')
export const isDiskFull = hasCode('53100')

/** Connection errors, shutdown, startup, too many connections, idle in transaction, standby. */
const LOST = /^(08|57P0[123]$|53300$|25P03$|25006$)/
const SOCKET = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOST|ENET|ENOTFOUND$|EAI_AGAIN$)/
const NOT_CONNECTED =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect)/

export function isConnectionLost(error: unknown): boolean {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException
  if (error instanceof DatabaseError) return LOST.test(code)
  // A server that restarts removes its Unix socket: ENOENT.
  return syscall === 'connect' || SOCKET.test(code) || NOT_CONNECTED.test(message)
}

/** All numbers differ: a lock that is held for long would block another use of its number. */
export const ADVISORY_LOCKS = {
  bulkWriters: 4127,
  administrators: 4128,
  files: 4129,
  nightlyBackup: 4130,
  seals: 4132,
  /** Its holder ends the server. The lock ends with the connection, and so with the process. */
  serverOwner: 4131,
} as const
