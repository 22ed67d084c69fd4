import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { startChild } from './child.ts'
import { filledTwins } from './fill.ts'
import { openProduct } from './product.ts'
import { type Figure, medians, milliseconds } from './report.ts'

const CLIENTS = 100_000
const RUNS = 100

const QUERIES = {
  all: '',
  confirmed: 'status=confirmed',
  'rare search': 'search=amelia.nowak77777',
}

/** Leaves compression out: it takes 0.4 ms, and more in this program (decision 21). */
const UNPACKED = { 'accept-encoding': 'identity' }

/** Measures the list over HTTP, in turns with a bare route without sign-in, contract and headers. */
export async function benchList(): Promise<Figure[]> {
  const { folder, twin } = await filledTwins(CLIENTS, async (db) => {
    await sql`update clients set status = 'confirmed' where id % 3 = 0`.execute(db)
    await sql`analyze clients`.execute(db)
  })
  const route = await startChild('bare-list.ts', twin)
  const product = await openProduct({ DATA_DIR: folder })
  const headers = { ...product.headers, ...UNPACKED }
  const figures = await compare(
    (query) => product.call('GET', `/api/admin/users?${query}`, undefined, headers),
    (query) => fetch(`${route.said}?${query}`, { headers: UNPACKED }),
  )
  await product.close()
  await route.kill()
  await rm(twin, { recursive: true })
  return figures
}

type Get = (query: string) => Promise<Response>

async function compare(ours: Get, bare: Get): Promise<Figure[]> {
  const inTurns = (query: string) =>
    medians(
      RUNS,
      async () => (await ours(query)).json(),
      async () => (await bare(query)).json(),
    )
  // A fresh server runs its first calls uncompiled.
  for (const query of Object.values(QUERIES)) await inTurns(query)
  const figures: Figure[] = []
  for (const [what, query] of Object.entries(QUERIES)) {
    const [mine, yardstick] = await inTurns(query)
    figures.push({
      what: `list, ${what}, at 100,000`,
      ours: milliseconds(mine),
      yardstick: `${milliseconds(yardstick)} bare queries on a bare route`,
      ratio: mine / yardstick,
      promise: 'at most 2',
    })
  }
  return figures
}
