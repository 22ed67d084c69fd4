import { rm } from 'node:fs/promises'
import { listAfter } from '../server/src/exports/client-rows.ts'
import { insertBatches } from './fill.ts'
import { memoryOf, newFolder, openBareDatabase, openProduct, peakMemory } from './product.ts'
import { type Figure, seconds, time } from './report.ts'

const CLIENTS = 100_000
const CALLERS = 8
const MOST_MB = 250

/** The whole list as a file over HTTP, against reading the same rows in the same pages. */
export async function benchExport(): Promise<Figure[]> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, CLIENTS)
  const yardstick = await time(async () => {
    for (let last = 0; ; ) {
      const page = await listAfter(bare.db, last, 1000)
      if (page.length === 0) return
      last = page.at(-1)!.id
    }
  })
  await bare.close()
  const product = await openProduct({ DATA_DIR: folder })
  const idle = memoryOf(product.pid)
  const exported = async (format: string) =>
    (await product.get(`/api/admin/export?format=${format}`)).arrayBuffer()
  const csv = await time(() => exported('csv'))
  const xlsx = await time(() => exported('xlsx'))
  const inTurn = await time(async () => {
    for (let n = 0; n < CALLERS; n++) await exported('xlsx')
  })
  let atOnce = 0
  const peak = await peakMemory(product.pid, async () => {
    atOnce = await time(() => Promise.all(Array.from({ length: CALLERS }, () => exported('xlsx'))))
  })
  await product.close()
  await rm(folder, { recursive: true, force: true })
  return [
    { what: 'export of 100,000 as CSV', ...beside(csv, yardstick), promise: 'none made' },
    { what: 'export of 100,000 as XLSX', ...beside(xlsx, yardstick), promise: 'none made' },
    {
      what: `${CALLERS} such XLSX exports at once`,
      ours: seconds(atOnce),
      yardstick: `${seconds(inTurn)} one after the other`,
      ratio: atOnce / inTurn,
      promise: 'about 1',
    },
    {
      what: 'memory of those',
      ours: `${(peak - idle).toFixed(0)} MB over idle`,
      yardstick: `${MOST_MB} MB`,
      ratio: (peak - idle) / MOST_MB,
      promise: 'at most 1',
    },
  ]
}

const beside = (ours: number, yardstick: number) => ({
  ours: seconds(ours),
  yardstick: `${seconds(yardstick)} reading the pages`,
  ratio: ours / yardstick,
})
