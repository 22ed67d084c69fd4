import { sql } from 'kysely'
import { startChild } from './child.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openHouse } from './house.ts'
import { type Figure, median, milliseconds } from './report.ts'

const CLIENTS = 100_000
const RUNS = 100

const RARE = 'amelia.nowak77777'

/** Packing costs 0.4 ms of ours, and unpacking this program more: it is not what is measured (decision 21). */
const UNPACKED = { 'accept-encoding': 'identity' }

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
  await bare.close()
  const route = await startChild('bare-list.ts', folder)
  const yardsticks = await medians((query) =>
    fetch(`${route.said}?${query}`, { headers: UNPACKED }),
  )
  await route.kill()
  const house = await openHouse({ DATA_DIR: folder })
  const headers = { ...house.headers, ...UNPACKED }
  const ours = await medians((query) =>
    house.call('GET', `/api/admin/users?${query}`, undefined, headers),
  )
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
