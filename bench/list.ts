import Fastify from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/schema.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openHouse } from './house.ts'
import { type Figure, median, milliseconds } from './report.ts'

const CLIENTS = 100_000
const RUNS = 100
const COLUMNS = sql.raw(
  'id, client_number, first_name, last_name, email, phone_number, alt_number, address, city, state, zip_code, group_template, status, has_changes, last_updated, created_at',
)

const RARE = 'amelia.nowak77777'

/**
 * The list over HTTP against a bare route of the same server software that sends what the bare
 * queries give: no sign-in, no contract, no headers.
 */
export async function benchList(): Promise<Figure[]> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, CLIENTS)
  await sql`update clients set status = 'confirmed' where id % 3 = 0`.execute(bare.db)
  await sql`analyze clients`.execute(bare.db)
  const route = await openBareRoute(bare.db)
  const yardsticks = await medians((query) => fetch(`${route.url}?${query}`))
  await route.close()
  await bare.close()
  const house = await openHouse({ DATA_DIR: folder })
  const ours = await medians((query) => house.get(`/api/admin/users?${query}`))
  await house.close()
  return Object.entries(yardsticks).map(([what, yardstick]) => {
    const mine = ours[what as keyof typeof ours]
    return {
      what: `list, ${what}, at 100,000`,
      ours: milliseconds(mine),
      yardstick: `${milliseconds(yardstick)} bare queries on a bare route`,
      ratio: mine / yardstick,
      promise: 'at most 2',
    }
  })
}

async function medians(get: (query: string) => Promise<Response>) {
  const of = (query: string) => median(RUNS, async () => (await get(query)).json())
  // A server that has just started runs its first calls uncompiled.
  for (const query of ['', 'status=confirmed', `search=${RARE}`, '']) await of(query)
  return {
    all: await of(''),
    confirmed: await of('status=confirmed'),
    'rare search': await of(`search=${RARE}`),
  }
}

async function openBareRoute(db: Db) {
  const app = Fastify()
  app.get('/', async ({ query }) => {
    const { status, search } = query as { status?: string; search?: string }
    const where = search
      ? sql`where search_text like ${`%${search}%`}`
      : status
        ? sql`where status = ${status}`
        : sql``
    const page = sql`select ${COLUMNS} from clients ${where} order by last_updated desc, id desc limit 25`
    const total = search
      ? sql`select count(*) as total from clients ${where}`
      : sql`select ${sql.ref(status ?? 'pending')} as total from client_counts`
    const [users, counted] = [await page.execute(db), await total.execute(db)]
    return { users: users.rows, total: counted.rows[0] }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
