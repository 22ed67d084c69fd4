import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { closePools, connect } from '../server/src/db/open.ts'
import type { Db } from '../server/src/db/schema.ts'
import { restoreBaseline } from '../testing/baseline.ts'
import { copyTemplate, runOnServer } from '../testing/server-template.ts'
import { type ServerProcess, startProcess } from '../testing/start-process.ts'
import { FLAGS, SETTINGS, type Template } from './settings.ts'

type Settings = Record<string, string>

/** How long a reset waits for work that a test left behind. */
const SETTLE_LIMIT_MS = 5_000

/** The number of resets between two vacuums. */
const VACUUM_EVERY = 10

/** Sets a server's clock; Node loads it before the product. */
const CLOCK = path.resolve(import.meta.dirname, 'clock-ahead.mjs')

/** The product as a process with its own database and data folder. */
export interface Server extends ServerProcess {
  folder: string
  /** The token of the session in the first state. */
  token: string
  db: Db
  /** Starts a killed server on the same data and address, with the clock `ahead` by milliseconds. */
  startAgain(options?: { ahead?: number }): Promise<void>
  /** Resets data and mails to the first state. Returns false if only a new server can have it. */
  reset(): Promise<boolean>
  remove(): Promise<void>
}

/** The servers of one worker: one with the usual settings, and the latest one with others. */
export class Servers {
  readonly #template: Template
  readonly #kept: { usual?: Server; other?: Server } = {}
  #otherSettings = ''

  constructor(template: Template) {
    this.#template = template
  }

  /** Returns a server in its first state. `own`: one that no other test has used. */
  async take(settings: Settings, own: boolean): Promise<Server> {
    const slot = Object.keys(settings).length === 0 ? 'usual' : 'other'
    const wanted = JSON.stringify(settings)
    const kept = this.#kept[slot]
    const fits = kept && !own && (slot === 'usual' || wanted === this.#otherSettings)
    if (fits && (await kept.reset())) return kept
    delete this.#kept[slot]
    await kept?.remove()
    if (slot === 'other') this.#otherSettings = wanted
    this.#kept[slot] = await startServer(this.#template, settings)
    return this.#kept[slot]
  }

  async removeAll(): Promise<void> {
    for (const server of [this.#kept.usual, this.#kept.other]) await server?.remove()
  }
}

async function startServer(template: Template, settings: Settings): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'attest-e2e-'))
  await cp(template.folder, folder, { recursive: true })
  const url = await copyTemplate(template.url, template.name)
  const env = { DATA_DIR: folder, DATABASE_URL: url, ...SETTINGS, ...settings }
  const server = await startProcess(env, FLAGS)
  let running = server
  let killed = false
  let resets = 0
  const pools = connect({ connectionString: url })
  const { db } = pools
  await renewSession(db)
  return {
    ...server,
    folder,
    token: template.token,
    db,
    kill() {
      killed = true
      return running.kill()
    },
    async startAgain({ ahead = 0 } = {}) {
      const clock = { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_AHEAD_MS: String(ahead) }
      running = await startProcess({ ...env, ...clock, PORT: new URL(server.url).port }, FLAGS)
    },
    async reset() {
      if (killed || !(await reset(db, folder))) return false
      // Nothing else removes deleted rows, which every query would read past.
      if (++resets % VACUUM_EVERY === 0) await sql`vacuum clients, changes, messages`.execute(db)
      return true
    },
    async remove() {
      await running.kill()
      await closePools(pools)
      const name = new URL(url).pathname.slice(1)
      await runOnServer(template.url, `drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function reset(db: Db, folder: string): Promise<boolean> {
  if (!(await settle(db))) return false
  await restoreBaseline(db)
  await renewSession(db)
  for (const mails of ['outbox', 'account-mails']) await empty(path.join(folder, mails))
  return true
}

/** Makes the session of the first state new again. */
async function renewSession(db: Db): Promise<void> {
  await sql`
    update sessions set created_at = now(), last_used_at = now(), confirmed_at = now()`.execute(db)
}

/** Waits until no import, email or call is in flight. */
async function settle(db: Db): Promise<boolean> {
  const giveUp = performance.now() + SETTLE_LIMIT_MS
  while (performance.now() < giveUp) {
    await sql`
      update messages set state = 'canceled', settled_at = now() where state = 'queued'`.execute(db)
    const { rows } = await sql<{ busy: boolean }>`
      select exists (select from messages where state = 'sending')
        or exists (select from imports where state in ('running', 'undoing'))
        or exists (select from pg_stat_activity where datname = current_database()
          and pid <> pg_backend_pid() and state <> 'idle') as busy`.execute(db)
    if (!rows[0]!.busy) return true
    await sleep(20)
  }
  return false
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { force: true })
}
