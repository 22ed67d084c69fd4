import { sql } from 'kysely'
import { to } from 'pg-copy-streams'
import { download, measureDownload, memoryFigure } from './download.ts'
import { insertBatches, multiplyClients } from './fill.ts'
import { newFolder, openBareDatabase, openProduct } from './product.ts'
import { type Figure, median, seconds, time } from './report.ts'

const CLIENTS = 50_000
const MANY = 1_000_000
const EXPORT = '/api/admin/export'
const FEW = `${EXPORT}?format=xlsx&ids=${Array.from({ length: 1000 }, (_, n) => n + 1).join()}`
const RUNS = 3
const CALLERS = 8
const MOST_MB = 60

/** Measures an export of the whole list over HTTP, against COPY of the table in the same database. */
export async function benchExport(): Promise<Figure[]> {
  const folder = await newFolder()
  const copied = await fillAndCopy(folder)
  const product = await openProduct({ DATA_DIR: folder })
  const csv = await measureDownload(product, `${EXPORT}?format=csv`)
  const xlsx = await measureDownload(product, `${EXPORT}?format=xlsx`)
  const inTurn = await time(async () => {
    for (let n = 0; n < CALLERS; n++) await download(product, FEW)
  })
  const atOnce = await time(() =>
    Promise.all(Array.from({ length: CALLERS }, () => download(product, FEW))),
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
    memoryFigure(csv.megabytes, MOST_MB),
    {
      what: 'export of 1,000,000 as XLSX',
      ours: seconds(xlsx.ms),
      ...beside,
      ratio: xlsx.ms / copied,
      promise: 'none made',
    },
    memoryFigure(xlsx.megabytes, MOST_MB),
    {
      what: `${CALLERS} XLSX exports of 1,000 at once`,
      ours: seconds(atOnce),
      yardstick: `${seconds(inTurn)} one after the other`,
      ratio: atOnce / inTurn,
      promise: 'about 1',
    },
  ]
}

/** Fills the database. Returns the milliseconds of COPY. */
async function fillAndCopy(folder: string): Promise<number> {
  const bare = await openBareDatabase(folder)
  // Drops the index that only a search needs, as it would take most of the time to fill.
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
