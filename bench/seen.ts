import { readFileSync } from 'node:fs'
import { memoryOf, type Product } from './product.ts'
import { time } from './report.ts'

const CALL_EVERY_MS = 20

export interface Seen {
  /** Milliseconds of a `me` call. */
  p50: number
  p99: number
  server: number
  reader: number
}

/** Calls `me` repeatedly during some work. Also measures the memory of the server and its readers in MB. */
export async function seen(product: Product, work: () => Promise<unknown>): Promise<Seen> {
  const times: number[] = []
  let [server, reader, done] = [0, 0, false]
  const watch = setInterval(() => {
    server = Math.max(server, memoryOf(product.pid))
    reader = Math.max(reader, ...childrenOf(product.pid).map(memoryOf))
  }, 5)
  const ended = work().finally(() => {
    done = true
  })
  while (!done) {
    times.push(await time(async () => (await product.get('/api/auth/me')).text()))
    await new Promise((resolve) => setTimeout(resolve, CALL_EVERY_MS))
  }
  clearInterval(watch)
  await ended
  times.sort((a, b) => a - b)
  const part = (of: number) => times[Math.floor(times.length * of)]!
  return { p50: part(0.5), p99: part(0.99), server, reader }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
