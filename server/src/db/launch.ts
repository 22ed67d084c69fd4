import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, reasonIn } from './create-database.ts'
import { findPrograms, type RunAs, runAs } from './programs.ts'
import { ADVISORY_LOCKS } from './transact.ts'

export interface Launched {
  address: pg.ClientConfig
  /** Resolves if the database ends unexpectedly: nothing works until a restart. */
  failed: Promise<Error>
  close(): Promise<void>
}

interface LaunchOptions {
  settings?: Settings
  as?: RunAs
}

const MAJOR_VERSION = '18'
const START_LIMIT_MS = 60_000
const POLL_MS = 10
const RECOVERY_MS = 10_000
const LOG_LINES = 20

type Settings = Record<string, string | number>

/** PostgreSQL's default durability with little memory: the system's cache holds a firm's list. */
const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 60,
  shared_buffers: '32MB',
  // Extra processes would cost more memory than they save time.
  io_method: 'sync',
  max_parallel_workers: 0,
  autovacuum_max_workers: 1,
  max_wal_senders: 0,
  wal_level: 'minimal',
  jit: 'off',
}

// Synchronous until PostgreSQL's process runs, so that a caller who keeps the event loop busy does not delay it.
/** Starts the packaged PostgreSQL on a data folder, or joins the one that runs there. */
export async function launch(dataDir: string, options: LaunchOptions = {}): Promise<Launched> {
  const whole = path.resolve(dataDir)
  const folder = path.join(whole, 'postgres')
  refuseForeign(whole, folder)
  const address = addressIn(dataDir)
  const until = performance.now() + START_LIMIT_MS
  for (;;) {
    const runs = postmasterOf(folder) !== undefined
    const joined = runs ? await join(address, folder) : undefined
    if (joined) return joined
    if (performance.now() > until) throw new Error(`The database in ${folder} does not answer.`)
    const started = await start(address, folder, options)
    if (started) return started
  }
}

/** The address of the data folder's PostgreSQL, running or not. */
export function addressIn(dataDir: string): pg.ClientConfig {
  const whole = path.resolve(dataDir)
  fs.mkdirSync(whole, { recursive: true, mode: 0o700 })
  return { host: socketFolder(whole), user: 'postgres', database: 'postgres' }
}

function refuseForeign(dataDir: string, folder: string): void {
  if (fs.existsSync(path.join(dataDir, 'database'))) {
    throw new Error(
      `${dataDir} holds a database of an earlier Attest, which this version cannot read. Choose another DATA_DIR.`,
    )
  }
  const version = readIfThere(path.join(folder, 'PG_VERSION'))?.trim()
  if (version === undefined || version === MAJOR_VERSION) return
  throw new Error(
    `The database in ${folder} is of PostgreSQL ${version}; this version of Attest brings ${MAJOR_VERSION}. Move it with a backup and a restore.`,
  )
}

/** Joins the running server, and owns it if the process that started it is dead. */
async function join(address: pg.ClientConfig, folder: string): Promise<Launched | undefined> {
  let held = await connect(address)
  if (!held) return undefined
  const owner = await takeOwnership(held)
  let closing = false
  const failed = new Promise<Error>((resolve) => {
    const again = async () => {
      held = closing ? held : await connect(address, performance.now() + RECOVERY_MS)
      if (closing) return
      if (!held) return resolve(new Error('The database has stopped.'))
      if (owner) await takeOwnership(held)
      held.once('end', again)
    }
    held?.once('end', again)
  })
  const close = async () => {
    closing = true
    await held?.end()
    if (owner) await endServer(folder)
  }
  return { address, failed, close }
}

async function takeOwnership(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(${ADVISORY_LOCKS.serverOwner}) as owner`,
  )
  return rows[0].owner
}

async function connect(address: pg.ClientConfig, until = 0): Promise<pg.Client | undefined> {
  do {
    const client = new pg.Client({ ...address, connectionTimeoutMillis: START_LIMIT_MS })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch {
      await client.end().catch(() => {})
    }
    if (until > 0) await sleep(POLL_MS)
  } while (performance.now() < until)
  return undefined
}

/** Errors if another process was faster, or a killed server's processes are still ending. */
const OCCUPIED = /lock file .* already exists|shared memory block .* still in use/

/** Starts the server and joins it. undefined if another process was faster. */
async function start(
  address: pg.ClientConfig,
  folder: string,
  { settings = {}, as = runAs() }: LaunchOptions,
): Promise<Launched | undefined> {
  const bin = findPrograms()
  if (!fs.existsSync(folder)) await createDatabase(folder, bin, as)
  prepare(folder, as)
  const all = Object.entries({ ...SETTINGS, ...settings })
  const flags = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = [path.join(bin, 'postgres'), '-D', folder, '-k', address.host!, ...flags]
  const [program = '', ...args] = [...as.before, ...server]
  // A process group of its own keeps Ctrl+C away: the product needs the database while it stops.
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  child.unref()
  const log = keepLog(child.stderr)
  const ended = once(child, 'exit')
  do {
    await Promise.race([ended, sleep(POLL_MS)])
    const joined = await join(address, folder)
    if (joined) return joined
  } while (child.exitCode === null && child.signalCode === null)
  if (log.some((line) => OCCUPIED.test(line))) return void (await sleep(POLL_MS))
  throw new Error(`The database in ${folder} cannot be started: ${reasonIn(log)}`)
}

function prepare(folder: string, { owner }: RunAs): void {
  // chown changes the folder itself last. It may miss a file if another process starts a server now. PostgreSQL reports
  // other failures.
  if (owner !== undefined && owner !== fs.statSync(folder).uid)
    spawnSync('chown', ['-R', `${owner}:${owner}`, folder])
  fs.chmodSync(folder, 0o700)
  const pid = postmasterOf(folder)
  if (pid === undefined || !fs.existsSync('/proc/self')) return
  // After a reboot another program may have the dead server's process id.
  const command = readIfThere(`/proc/${pid}/cmdline`) ?? ''
  if (!command.includes(folder)) fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
}

const postmasterOf = (folder: string): number | undefined =>
  Number.parseInt(readIfThere(path.join(folder, 'postmaster.pid')) ?? '', 10) || undefined

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

async function endServer(folder: string): Promise<void> {
  const pid = postmasterOf(folder)
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGINT')
    for (;;) {
      process.kill(pid, 0)
      await sleep(POLL_MS)
    }
  } catch {}
}

function keepLog(stderr: Readable): string[] {
  const lines: string[] = []
  stderr.on('data', (chunk) => {
    lines.push(...String(chunk).split('\n').filter(Boolean))
    lines.splice(0, lines.length - LOG_LINES)
  })
  ;(stderr as Socket).unref()
  return lines
}

const NAME = '.s.PGSQL.5432'
/** The system's limit is 104 bytes on macOS and 108 on Linux. */
const LONGEST_PATH = 103

/** The data folder, or the temporary folder if the path is too long. Only our user may enter. */
function socketFolder(dataDir: string): string {
  const inside = path.join(dataDir, 'socket')
  const fits = Buffer.byteLength(path.join(inside, NAME)) <= LONGEST_PATH
  const folder = fits ? inside : path.join(tmpdir(), `attest-${hashOf(fs.realpathSync(dataDir))}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  // In the shared temporary folder, anyone may have made this name.
  if (!fits && fs.lstatSync(folder).uid !== process.getuid?.()) {
    throw new Error(`The folder ${folder} belongs to somebody else. Remove it, or set TMPDIR.`)
  }
  fs.chmodSync(folder, 0o700)
  return folder
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
