import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFs, type SyncFile } from './durable-fs.ts'

export interface EngineOptions {
  /** Makes a commit survive a loss of power. Absent: nothing does, for tests that want speed. */
  sync?: SyncFile
  /** The engine is broken. It cannot be called again, not even closed: the thread must end. */
  onBroken: (error: Error) => void
}

/** Lines kept of what Postgres logs, to say why it failed. */
const LOG_LINES = 20

/**
 * Opens PostgreSQL in WebAssembly on a folder, which it fills if it is empty.
 * @throws Error with one line that says why it cannot be opened
 */
export async function openEngine(folder: string, options: EngineOptions): Promise<PGlite> {
  const { sync, onBroken } = options
  const log: string[] = []
  const onStderr = (line: string) => {
    log.push(line)
    if (log.length > LOG_LINES) log.shift()
    return false // not to the console
  }
  try {
    const db = await PGlite.create({
      fs: new DurableFs(folder, sync ?? (() => {})),
      startParams: startParams(sync !== undefined),
      extensions: { pg_trgm },
      onStderr,
    })
    watch(db, (error) => onBroken(new Error(`The database has failed: ${reason(log, error)}`)))
    return db
  } catch (error) {
    throw new Error(`The database in ${folder} cannot be opened: ${reason(log, error)}`)
  }
}

function startParams(durable: boolean): string[] {
  // Half the default, which costs 60 MB more and no query is faster for it: the system caches files.
  const params = [...PGlite.defaultStartParams, '-c', 'shared_buffers=64MB']
  if (!durable) return params
  // `-F` turns fsync off, and fdatasync, the default for the log, does nothing in WebAssembly.
  return [...params.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']
}

/** What PGlite calls to run a statement. */
const ENTRIES = [
  '_ProcessStartupPacket',
  '_PostgresMainLoopOnce',
  '_PostgresMainLongJmp',
  '_PostgresSendReadyForQueryIfNecessary',
  '_pgl_pq_flush',
] as const

type Engine = Record<(typeof ENTRIES)[number], (...args: unknown[]) => unknown>

/**
 * PGlite swallows whatever its main loop throws and calls it again: for ever, once the engine has
 * aborted. Only the longjmp that ends an ordinary failed statement is no end of the engine.
 */
function watch(db: PGlite, onBroken: (error: unknown) => void) {
  const LONGJMP = 100
  const engine = db.Module as unknown as Engine
  for (const name of ENTRIES) {
    const entry = engine[name]
    engine[name] = (...args) => {
      try {
        return entry(...args)
      } catch (error) {
        if ((error as { status?: number }).status !== LONGJMP) onBroken(error)
        throw error
      }
    }
  }
}

/** What Postgres said last before it gave up, else what was thrown. */
function reason(log: string[], error: unknown): string {
  const line = log.findLast((text) => /(PANIC|FATAL): /.test(text))
  if (line) return line.replace(/^.*?(PANIC|FATAL): +/, '')
  return error instanceof Error ? error.message : String(error)
}
