import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type * as Prometheus from 'prom-client'
import { findNightly } from './backup/queries.ts'
import type { Config } from './config.ts'
import { countRows } from './db/pages.ts'
import { readRow, readRows } from './db/read.ts'
import type { Deps } from './deps.ts'
import { notFound, Refusal } from './http/errors.ts'

type Watched = Pick<Deps, 'db' | 'config' | 'sender' | 'now'>

interface Calls {
  method: string
  /** The route's pattern, since an address may hold a link's token. */
  route: string
  status: string
  count: number
  seconds: number
}

/** Prometheus reads /metrics by the token of the settings. Without a token the page does not exist. */
export function metricsRoutes(app: FastifyInstance, deps: Watched): void {
  const { config } = deps
  const calls = new Map<string, Calls>()
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'unknown'
    const key = `${method} ${route} ${statusCode}`
    const seen = calls.get(key) ?? { method, route, status: `${statusCode}`, count: 0, seconds: 0 }
    seen.count++
    seen.seconds += elapsedTime / 1000
    calls.set(key, seen)
  })
  let opening: Promise<Prometheus.Registry> | undefined
  app.get('/metrics', { config: { access: 'page' } }, async ({ headers }, reply) => {
    if (!config.METRICS_TOKEN) notFound('Page')
    if (!isToken(config.METRICS_TOKEN, headers.authorization))
      throw new Refusal(401, 'The token of the settings is missing')
    // Loads the library at the first reading.
    opening ??= import('prom-client').then((library) => openRegistry(library, calls, deps))
    const registry = await opening
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const isToken = (token: string, authorization = '') =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization))

function openRegistry(
  { Registry, Gauge, Counter, collectDefaultMetrics }: typeof Prometheus,
  calls: ReadonlyMap<string, Calls>,
  deps: Watched,
): Prometheus.Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const labelNames = ['method', 'route', 'status']
  const addCalls = (name: string, help: string, figure: 'count' | 'seconds') =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const { method, route, status, ...seen } of calls.values())
          this.inc({ method, route, status }, seen[figure])
      },
    })
  addCalls('attest_http_requests_total', 'Calls since the start', 'count')
  addCalls('attest_http_request_seconds_total', 'Time that they took', 'seconds')
  new Gauge({
    name: 'attest_database_connections',
    help: 'Connections to the product’s database, of all processes',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      for (const { state, count } of await countConnections(deps)) this.set({ state }, count)
    },
  })
  for (const [name, [help, read]] of Object.entries(GAUGES))
    new Gauge({
      name: `attest_${name}`,
      help,
      registers,
      async collect() {
        this.set(await read(deps))
      },
    })
  return registry
}

type Read = (deps: Watched) => Promise<number> | number

const GAUGES: Record<string, readonly [help: string, read: Read]> = {
  mail_queue_messages: ['Emails that wait', async (deps) => (await readQueue(deps)).waiting],
  mail_queue_oldest_seconds: [
    'How long the email has waited that was due first; 0 without one',
    async (deps) => (await readQueue(deps)).oldest,
  ],
  mail_circuit_open: [
    '1 while the mail server as a whole fails, or sending is paused',
    ({ sender }) => (sender.problem ? 1 : 0),
  ],
  imports_running: [
    'Imports at work, of all processes',
    ({ db }) => countRows(db.selectFrom('imports').where('state', '=', 'running')),
  ],
  disk_free_bytes: ['Room on the disk of DATA_DIR', ({ config }) => freeBytes(config)],
  backup_age_seconds: ['Since the last nightly backup that succeeded; -1 without one', backupAge],
}

async function readQueue({ db, now }: Watched) {
  const { waiting, due } = await readRow<{ waiting: number; due: string | null }>(db)`
    select count(*) as waiting, min(next_attempt_at) as due from messages where state = 'queued'
  `
  const oldest = due ? (now().getTime() - Date.parse(due)) / 1000 : 0
  return { waiting, oldest: Math.max(0, oldest) }
}

const countConnections = ({ db }: Watched) =>
  readRows<{ state: string; count: number }>(db)`
    select coalesce(state, 'unknown') as state, count(*) as count
    from pg_stat_activity where datname = current_database() group by 1
  `

async function freeBytes({ DATA_DIR }: Config): Promise<number> {
  const { bavail, bsize } = await statfs(DATA_DIR)
  return bavail * bsize
}

async function backupAge({ db, now }: Watched): Promise<number> {
  const last = await findNightly(db)
  return last?.succeeded_at ? (now().getTime() - Date.parse(last.succeeded_at)) / 1000 : -1
}
