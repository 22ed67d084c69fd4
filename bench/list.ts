import { sql } from 'kysely'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openHouse } from './house.ts'
import { type Figure, median, milliseconds } from './report.ts'

const CLIENTS = 100_000
const RUNS = 60
const COLUMNS = sql.raw(
  'id, client_number, first_name, last_name, email, phone_number, alt_number, address, city, state, zip_code, group_template, status, has_changes, last_updated, created_at',
)

/** The list over HTTP against the bare queries through the same pool, at 100,000 clients. */
export async function benchList(): Promise<Figure[]> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  const { db } = bare
  await insertBatches(db, CLIENTS)
  await sql`update clients set status = 'confirmed' where id % 3 = 0`.execute(db)
  await sql`analyze clients`.execute(db)
  const page = (condition: string) => () =>
    sql`select ${COLUMNS} from clients ${sql.raw(condition)} order by last_updated desc, id desc limit 25`.execute(
      db,
    )
  const count = (condition: string) => () =>
    sql`select count(*) from clients ${sql.raw(condition)}`.execute(db)
  const both = (condition: string) => async () => {
    await page(condition)()
    await count(condition)()
  }
  const counts = () => sql`select pending, confirmed, updated from client_counts`.execute(db)
  const rare = "where search_text like '%amelia.nowak77777%'"
  const yardsticks = {
    'list, all': await median(RUNS, async () => [await page('')(), await counts()]),
    'list, confirmed': await median(RUNS, async () => [
      await page("where status = 'confirmed'")(),
      await counts(),
    ]),
    'list, rare search': await median(RUNS, both(rare)),
  }
  await bare.close()
  const house = await openHouse({ DATA_DIR: folder })
  const read = (query: string) => async () =>
    void (await (await house.get(`/api/admin/users?${query}`)).json())
  const ours = {
    'list, all': await median(RUNS, read('')),
    'list, confirmed': await median(RUNS, read('status=confirmed')),
    'list, rare search': await median(RUNS, read('search=amelia.nowak77777')),
  }
  await house.close()
  return Object.entries(yardsticks).map(([what, yardstick]) => {
    const mine = ours[what as keyof typeof ours]
    return {
      what: `${what}, at 100,000`,
      ours: milliseconds(mine),
      yardstick: `${milliseconds(yardstick)} bare queries`,
      ratio: mine / yardstick,
      promise: 'at most 2',
    }
  })
}
