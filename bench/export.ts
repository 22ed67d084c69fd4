import { sql } from 'kysely'
import { to } from 'pg-copy-streams'
import { insertBatches, multiplyClients } from './fill.ts'
import {
  memoryOf,
  newFolder,
  openBareDatabase,
  openProduct,
  type Product,
  peakMemory,
} from './product.ts'
import { type Figure, median, seconds, time } from './report.ts'

const CLIENTS = 50_000
const MANY = 1_000_000
const FEW = `ids=${Array.from({ length: 1000 }, (_, n) => n + 1).join()}`
const RUNS = 3
const CALLERS = 8
const MOST_MB = 60

/** The whole list as a file over HTTP, against COPY of the table in the same database. */
export async function benchExport(): Promise<Figure[]> {
  const folder = await newFolder()
  const copied = await fillAndCopy(folder)
  const product = await openProduct({ DATA_DIR: folder })
  const csv = await measured(product, 'format=csv')
  const xlsx = await measured(product, 'format=xlsx')
  const inTurn = await time(async () => {
    for (let n = 0; n < CALLERS; n++) await download(product, `format=xlsx&${FEW}`)
  })
  const atOnce = await time(() =>
    Promise.all(Array.from({ length: CALLERS }, () => download(product, `format=xlsx&${FEW}`))),
  )
  await product.close()
  const beside = { yardstick: `${seconds(copied)} COPY … TO STDOUT` }
  return [
    {
      what: 'export of 1,000,000 as CSV',
      ours: seconds(csv.ms),
      ...beside,
      ratio: csv.ms / copied,
      promise: 'at most 3',
    },
    memory('memory of that', csv.megabytes),
    {
      what: 'export of 1,000,000 as XLSX',
      ours: seconds(xlsx.ms),
      ...beside,
      ratio: xlsx.ms / copied,
      promise: 'none made',
    },
    memory('memory of that', xlsx.megabytes),
    {
      what: `${CALLERS} XLSX exports of 1,000 at once`,
      ours: seconds(atOnce),
      yardstick: `${seconds(inTurn)} one after the other`,
      ratio: atOnce / inTurn,
      promise: 'about 1',
    },
  ]
}

/** Returns the milliseconds of COPY. */
async function fillAndCopy(folder: string): Promise<number> {
  const bare = await openBareDatabase(folder)
  // Only a search needs it, and it would take most of the time here.
  await sql`drop index clients_search`.execute(bare.db)
  await insertBatches(bare.db, CLIENTS)
  await multiplyClients(bare.bulkDb, MANY / CLIENTS)
  const client = await bare.openClient()
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    times.push(
      await time(async () => {
        for await (const _ of client.query(to('copy clients to stdout')));
      }),
    )
  }
  await client.end()
  await bare.close()
  return median(times)
}

async function measured(product: Product, query: string) {
  const idle = memoryOf(product.pid)
  const times: number[] = []
  const peak = await peakMemory(product.pid, async () => {
    for (let run = 0; run < RUNS; run++) times.push(await time(() => download(product, query)))
  })
  return { ms: median(times), megabytes: peak - idle }
}

/** Keeps nothing: a whole file in memory would slow this process, and the product with it. */
async function download(product: Product, query: string): Promise<void> {
  const { body } = await product.get(`/api/admin/export?${query}`)
  for await (const _ of body!);
}

const memory = (what: string, megabytes: number): Figure => ({
  what,
  ours: `${megabytes.toFixed(0)} MB over idle`,
  yardstick: `${MOST_MB} MB`,
  ratio: megabytes / MOST_MB,
  promise: 'at most 1',
})
