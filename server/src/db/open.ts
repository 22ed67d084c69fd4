import type { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { addressIn, launch } from './launch.ts'
import type { Database, Db } from './schema.ts'

interface OpenOptions {
  /** `postgres://…`; default: the packaged PostgreSQL in `dataDir`. */
  databaseUrl?: string
  dataDir: string
}

export interface Pools {
  /** For calls that people wait for: replies or fails within ten seconds. */
  db: Db
  bulkDb: Db
  /** Opens a connection for COPY, which the caller closes. Backups pass no limit. */
  openClient(limitMs?: number): Promise<pg.Client>
}

/** The pools can be passed on at once. They work when `opened` resolves; it rejects with one line for the operator. */
export interface OpeningDatabase extends Pools {
  opened: Promise<OpenDatabase>
}

export interface OpenDatabase extends Pools {
  failed: Promise<Error>
  close(): Promise<void>
}

const OLDEST_VERSION = 15
const CONNECT_LIMIT_MS = 10_000

interface Limits {
  connections: number
  connectMs: number
  statementMs: number
  idleMs: number
}

const USUAL: Limits = { connections: 10, connectMs: 5_000, statementMs: 8_000, idleMs: 8_000 }
/** Closes idle connections soon, since a statement on a dead one would wait for the whole limit. */
const BULK: Limits = { connections: 5, connectMs: 60_000, statementMs: 120_000, idleMs: 1_000 }

/** PostgreSQL cancels slow statements; after this extra time the connection is lost. */
const SILENCE_MS = 1_000
const IDLE_IN_TRANSACTION_MS = 60_000

export function openDatabase({ databaseUrl, dataDir }: OpenOptions): OpeningDatabase {
  const address = databaseUrl ? { connectionString: databaseUrl } : addressIn(dataDir)
  const pools = connect(address)
  const opened = databaseUrl ? useOwn(databaseUrl, pools) : usePackaged(dataDir, pools)
  return { ...pools, opened }
}

async function useOwn(databaseUrl: string, pools: Pools): Promise<OpenDatabase> {
  await refuseUnusable(databaseUrl)
  return { ...pools, failed: new Promise(() => {}), close: () => closePools(pools) }
}

async function usePackaged(dataDir: string, pools: Pools): Promise<OpenDatabase> {
  const launched = await launch(dataDir)
  const close = async () => {
    await closePools(pools)
    await launched.close()
  }
  return { ...pools, failed: launched.failed, close }
}

export const connect = (target: pg.ClientConfig): Pools => ({
  db: openPool(target, USUAL),
  bulkDb: openPool(target, BULK),
  openClient: (limitMs) => openClient(target, limitMs),
})

async function openClient(target: pg.ClientConfig, limitMs?: number): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: CONNECT_LIMIT_MS, keepAlive: true }
  const client = new pg.Client({ ...target, ...limits, types: typeParsers })
  client.on('error', () => {})
  await client.connect()
  await client.query("set time zone 'UTC'")
  if (limitMs === undefined) return client
  endWhenSilent(client, limitMs + SILENCE_MS)
  await client.query(`set statement_timeout = ${limitMs}`)
  return client
}

export async function closePools({ db, bulkDb }: Pick<Pools, 'db' | 'bulkDb'>): Promise<void> {
  await Promise.all([db.destroy(), bulkDb.destroy()])
}

function openPool(target: pg.ClientConfig, limits: Limits): Db {
  const { connections, connectMs, statementMs, idleMs } = limits
  const pool = new pg.Pool({
    ...target,
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    types: typeParsers,
    keepAlive: true,
    onConnect: (client) => {
      endWhenSilent(client, statementMs + SILENCE_MS)
      // Makes dates in SQL UTC. Compiling our statements (jit) takes up to a second, and running them milliseconds.
      // Sent after connecting, since some poolers refuse it earlier.
      return client.query(`
        set time zone 'UTC';
        set jit = off;
        set statement_timeout = ${statementMs};
        set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`)
    },
  })
  // Without listeners a dying idle connection would end the process; the pool replaces it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

function endWhenSilent(client: pg.ClientBase, limitMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const silent = Object.assign(new Error('The database did not answer in time.'), {
    code: 'ETIMEDOUT',
  })
  stream.setTimeout(limitMs, () => stream.destroy(silent))
}

async function refuseUnusable(url: string) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: CONNECT_LIMIT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version ?? ''
    if (!(Number.parseInt(version, 10) >= OLDEST_VERSION)) {
      throw new Error(`it is PostgreSQL ${version}, at least ${OLDEST_VERSION} is needed`)
    }
    // Fails without ICU or a Unicode encoding, which sorting needs.
    const { rows: found } = await client.query(
      `select 'a' < 'b' collate "und-x-icu", current_setting('transaction_read_only') as locked`,
    )
    if (found[0].locked === 'on') throw new Error('it is read-only, as a standby is')
  } catch (error) {
    throw new Error(`The database of DATABASE_URL cannot be used: ${describe(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

function describe(error: unknown): string {
  // Node tries each address of a name and throws an error without a message.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return (first instanceof Error ? first.message : String(first)).replaceAll('\n', ' ')
}

type Parse = (text: string) => unknown

const TIMESTAMPTZ = 1184
const INT8 = 20
const DATE = 1082

const PARSERS: Record<number, Parse> = {
  [TIMESTAMPTZ]: toIso,
  [INT8]: Number,
  // Keeps a day as text: as a Date it would be the day before, west of Greenwich.
  [DATE]: (text) => text,
}

/** Timestamps become ISO strings in UTC with milliseconds, `int8` numbers, `date` text. `numeric` stays text. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : PARSERS[oid]
    return own ?? pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Reads '2026-11-21 04:40:50.1234+05:30'; keeps 'infinity'. */
function toIso(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d)?)$/.exec(text)
  if (!found) return text
  const [, day, time, fraction = '', zone = ''] = found
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  if (zone === '+00') return `${day}T${time}.${milliseconds}Z`
  const offset = zone.length === 3 ? `${zone}:00` : zone
  return new Date(`${day}T${time}.${milliseconds}${offset}`).toISOString()
}
