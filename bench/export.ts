import { rm } from 'node:fs/promises'
import { listAfter } from '../server/src/exports/queries.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openHouse } from './house.ts'
import { type Figure, seconds, time } from './report.ts'

const CLIENTS = 100_000

/** The whole list as a file over HTTP against reading the same rows in the same pages. */
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
  const house = await openHouse({ DATA_DIR: folder })
  const ours = async (format: string) =>
    time(async () => (await house.get(`/api/admin/export?format=${format}`)).arrayBuffer())
  const [csv, xlsx] = [await ours('csv'), await ours('xlsx')]
  await house.close()
  await rm(folder, { recursive: true, force: true })
  return [
    { what: 'export of 100,000 as CSV', ...beside(csv, yardstick), promise: 'none made' },
    { what: 'export of 100,000 as XLSX', ...beside(xlsx, yardstick), promise: 'none made' },
  ]
}

const beside = (ours: number, yardstick: number) => ({
  ours: seconds(ours),
  yardstick: `${seconds(yardstick)} reading the pages`,
  ratio: ours / yardstick,
})
