import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { startProcess } from '../testing/start-process.ts'
import { BENCH_ADMIN, idleMemory, newFolder, openProduct, type Product } from './product.ts'
import { type Figure, median, milliseconds } from './report.ts'

const RUNS = 5
const BARE = `require('node:http').createServer().listen(0, () => console.log('open'))`

/** Measures the time of a start, and idle memory. */
export async function benchStart(): Promise<Figure[]> {
  const product = await openProduct()
  const [idle, database] = [await idleMemory(product.pid), databaseMemory(product)]
  await product.stop()
  const times: Record<'bare' | 'used' | 'first', number[]> = { bare: [], used: [], first: [] }
  for (let n = 0; n < RUNS; n++) {
    times.bare.push(await timeBare())
    times.used.push(await timeStart(product.folder))
    const folder = await newFolder()
    times.first.push(await timeStart(folder))
    await rm(folder, { recursive: true })
  }
  await product.close()
  const bare = median(times.bare)
  return [
    start('start on used data', median(times.used), bare, 8),
    start('first start', median(times.first), bare, 24),
    memory('idle memory of the product', idle, 150),
    memory('idle memory of its database', database, 80),
  ]
}

async function timeStart(DATA_DIR: string): Promise<number> {
  const began = performance.now()
  const server = await startProcess({ DATA_DIR, ADMIN_PASSWORD: BENCH_ADMIN.password })
  const time = performance.now() - began
  await server.stop()
  return time
}

async function timeBare(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const time = performance.now() - began
  child.kill('SIGTERM')
  await once(child, 'exit')
  return time
}

const start = (what: string, ours: number, bare: number, most: number): Figure => ({
  what,
  ours: milliseconds(ours),
  yardstick: `${milliseconds(bare)} bare Node that opens a port`,
  ratio: ours / bare,
  promise: `at most ${most}`,
})

const memory = (what: string, ours: number, limit: number): Figure => ({
  what,
  ours: `${ours.toFixed(0)} MB`,
  yardstick: `${limit} MB`,
  ratio: ours / limit,
  promise: 'at most 1',
})

/** All PostgreSQL processes in MB, with shared memory counted once. */
function databaseMemory({ folder }: Product): number {
  const file = path.join(folder, 'postgres', 'postmaster.pid')
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children]
    .map((each) => proportionalMemoryOf(Number(each)))
    .reduce((a, b) => a + b)
}

function proportionalMemoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
}
