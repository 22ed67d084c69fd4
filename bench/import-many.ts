import { sheetOf } from './clients.ts'
import { importQuietly } from './import.ts'
import { openProduct } from './product.ts'
import { type Figure, milliseconds, seconds, time } from './report.ts'
import { type Seen, seen } from './seen.ts'

const FEW = 100_000
const MANY = 1_000_000
const IDLE_MS = 5_000

/** Measures an import of ten times as many rows over HTTP, and other calls meanwhile. */
export async function benchImportMany(): Promise<Figure[]> {
  const few = await measured(FEW)
  const many = await measured(MANY)
  return [
    {
      what: 'import of 1,000,000 rows',
      ours: seconds(many.ms),
      yardstick: `${seconds(few.ms)} for 100,000`,
      ratio: many.ms / few.ms,
      promise: 'at most 11',
    },
    beside('memory of the server meanwhile', many.busy.server, few.busy.server),
    beside('memory of the reading process', many.busy.reader, few.busy.reader),
    {
      what: 'me during that import (p99)',
      ours: milliseconds(many.busy.p99),
      yardstick: `${milliseconds(many.idle.p50)} idle (p50)`,
      ratio: many.busy.p99 / many.idle.p50,
      promise: 'at most 5',
    },
  ]
}

async function measured(rows: number): Promise<{ ms: number; idle: Seen; busy: Seen }> {
  const file = sheetOf(rows)
  const product = await openProduct({ IMPORT_MB: '200' })
  const idle = await seen(product, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
  let ms = 0
  const busy = await seen(product, async () => {
    ms = await time(() => importQuietly(product, file, rows))
  })
  await product.close()
  return { ms, idle, busy }
}

const beside = (what: string, many: number, few: number): Figure => ({
  what,
  ours: `${many.toFixed(0)} MB`,
  yardstick: `${few.toFixed(0)} MB for 100,000`,
  ratio: many / few,
  promise: 'about 1',
})
