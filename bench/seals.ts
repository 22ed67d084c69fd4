import { sql } from 'kysely'
import { sealNewRows, verifySeals } from '../server/src/evidence/seals.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase } from './product.ts'
import { type Figure, medians, seconds } from './report.ts'

const ROWS = 200_000
const RUNS = 5

/** Measures the check of all seals, against reading the same rows. */
export async function benchSeals(): Promise<Figure[]> {
  const database = await openBareDatabase(await newFolder())
  const { bulkDb } = database
  await insertBatches(bulkDb, ROWS)
  await sealNewRows({ bulkDb, now: () => new Date() })
  const [check, read] = await medians(
    RUNS,
    () => verifySeals(bulkDb),
    () => sql`select * from changes order by id`.execute(bulkDb),
  )
  await database.close()
  return [
    {
      what: `check of the seals of ${ROWS} changes`,
      ours: seconds(check),
      yardstick: `${seconds(read)} reading the same rows`,
      ratio: check / read,
      promise: 'at most 2',
    },
  ]
}
