import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { launch } from './launch.ts'
import type { Database, Db } from './schema.ts'
import { typeParsers } from './type-parsers.ts'

export interface OpenOptions {
  /** `postgres://…`; absent: the PostgreSQL that comes with the packages, in `dataDir`. */
  databaseUrl?: string
  dataDir: string
  /** Connections at most, 10 by default. */
  poolSize?: number
}

export interface OpenDatabase {
  db: Db
  /** The connections under `db`, for `COPY`, which Kysely cannot do. */
  pool: pg.Pool
  /** Resolves if the database that we started ends unasked: nothing will work until a new start. */
  failed: Promise<Error>
  /** Waits for the queries under way. */
  close(): Promise<void>
}

const OLDEST_VERSION = 15
const CONNECT_LIMIT_MS = 10_000

/**
 * Opens the PostgreSQL of the URL. Without one it starts its own in the data folder, or joins the one that another
 * process has started there.
 * @throws Error whose message is one line for the person who starts the product
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  return options.databaseUrl === undefined
    ? openOwn(options)
    : openServer(options.databaseUrl, options)
}

async function openOwn({ dataDir, poolSize }: OpenOptions): Promise<OpenDatabase> {
  const launched = await launch(dataDir)
  const { db, pool } = connect(launched.address, poolSize)
  const close = async () => {
    await db.destroy()
    await launched.close()
  }
  return { db, pool, failed: launched.failed, close }
}

async function openServer(url: string, { poolSize }: OpenOptions): Promise<OpenDatabase> {
  await refuseUnusable(url)
  const { db, pool } = connect({ connectionString: url }, poolSize)
  return { db, pool, failed: new Promise(() => {}), close: () => db.destroy() }
}

/** A pool on a database that is known to be usable. Connects at the first query. */
export function connect(target: pg.ClientConfig, poolSize = 10): Pick<OpenDatabase, 'db' | 'pool'> {
  const pool = new pg.Pool({
    ...target,
    max: poolSize,
    types: typeParsers,
    keepAlive: true,
    // Otherwise dates in SQL would follow the server's settings.
    onConnect: (client) => client.query("set time zone 'UTC'"),
  })
  // A connection that dies is replaced, and who waits for its answer is told. Without listeners the
  // death of an idle one, or of one between two queries of a transaction, would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool }
}

async function refuseUnusable(url: string) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version ?? ''
    if (!(Number.parseInt(version, 10) >= OLDEST_VERSION)) {
      throw new Error(`it is PostgreSQL ${version}, at least ${OLDEST_VERSION} is needed`)
    }
    // What lists are sorted by; it fails where ICU or a Unicode encoding is missing.
    await client.query(`select 'a' < 'b' collate "und-x-icu"`)
  } catch (error) {
    throw new Error(`The database of DATABASE_URL cannot be used: ${describe(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** One line without the URL, which holds a password. */
function describe(error: unknown): string {
  // Node tries each address of a name and throws all the failures together, without a message.
  const first = error instanceof AggregateError ? error.errors[0] : error
  return (first instanceof Error ? first.message : String(first)).replaceAll('\n', ' ')
}
