import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../server/src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../server/src/db/open.ts'
import { type ServerProcess, startProcess } from '../testing/start-process.ts'

export const BENCH_ADMIN = { email: 'admin@example.com', password: 'only for the benchmark' }

export interface Product extends ServerProcess {
  headers: { authorization: string }
  get(route: string): Promise<Response>
  folder: string
  close(): Promise<void>
}

export const newFolder = () => mkdtemp(path.join(tmpdir(), 'attest-bench-'))

/** Starts the product as a process with its own database and a session. */
export async function openProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = settings.DATA_DIR ?? (await newFolder())
  const server = await startProcess({
    DATA_DIR: folder,
    ADMIN_PASSWORD: BENCH_ADMIN.password,
    ...settings,
  })
  const answer = await server.call('POST', '/api/auth/login', BENCH_ADMIN)
  const { token } = (await answer.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  return {
    ...server,
    headers,
    folder,
    get: (route) => server.call('GET', route, undefined, headers),
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the same migrated database without the product. */
export async function openBareDatabase(dataDir: string): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir }).opened
  await migrate(database.bulkDb)
  return database
}

/** A start has released its temporary memory by then. */
const SETTLED_MS = 10_000

export async function idleMemory(pid: number): Promise<number> {
  await sleep(SETTLED_MS)
  return memoryOf(pid)
}

export function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Returns a process's peak memory in MB during some work. */
export async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 50)
  await work()
  clearInterval(timer)
  return peak
}
