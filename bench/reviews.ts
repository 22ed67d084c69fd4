import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/schema.ts'
import { startChild } from './child.ts'
import { filledTwins } from './fill.ts'
import { openBareDatabase, openProduct } from './product.ts'
import { type Figure, medians, milliseconds, time } from './report.ts'

const CLIENTS = 100_000
const TAKEN = 10_000
const RUNS = 15

/** Gives each client an open answer. 10,000 are of another kind, to be taken over; the others are plain. */
async function fill(db: Db): Promise<void> {
  const statements = [
    sql`insert into answers (client_id, client_number, name, at, via, result, old, new, recorded_at, implausible)
      select id, client_number, first_name || ' ' || last_name, now(), 'link', 'updated',
        case when id <= ${TAKEN}::int then '{"last_name":"Lee"}'::jsonb else '{"city":"Salem"}' end,
        to_jsonb(c) - '{search_text,own,own_search}'::text[], last_updated, id between ${TAKEN + 1} and ${2 * TAKEN}
      from clients c order by id`,
    sql`update clients set has_changes = true`,
    sql`vacuum analyze`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Measures the first page of 100,000, in turns with its queries on a bare route, and taking over 10,000. */
export async function benchReviews(): Promise<Figure[]> {
  const { folder, twin } = await filledTwins(CLIENTS, fill)
  const route = await startChild('bare-reviews.ts', twin)
  const product = await openProduct({ DATA_DIR: folder })
  const headers = { ...product.headers, 'accept-encoding': 'identity' }
  const list = async () =>
    (await product.call('GET', '/api/admin/reviews', undefined, headers)).json()
  const [mine, theirs] = await medians(RUNS, list, async () => (await fetch(route.said)).json())
  await route.kill()
  const take = async (kind: string) => {
    const body = { filter: { kind }, total: TAKEN }
    const reply = await product.call('POST', '/api/admin/reviews', body, headers)
    if (reply.status !== 200) throw new Error(await reply.text())
  }
  const taken = (await time(() => take('name'))) + (await time(() => take('implausible')))
  await product.close()
  const database = await openBareDatabase(twin)
  const [inserted, flagged] = await writeBare(database.bulkDb)
  await database.close()
  await rm(twin, { recursive: true })
  return [
    {
      what: 'reviews, first page of 100,000',
      ours: milliseconds(mine),
      yardstick: `${milliseconds(theirs)} its queries on a bare route`,
      ratio: mine / theirs,
      promise: 'at most 2',
    },
    {
      what: 'reviews, 10,000 taken over',
      ours: milliseconds(taken / 2),
      yardstick: `${milliseconds((inserted + flagged) / 2)} its rows written by two statements (${milliseconds(inserted / 2)} the insert)`,
      ratio: taken / (inserted + flagged),
      promise: 'at most 2',
    },
  ]
}

/** Milliseconds of both statements: the reviews' insert, and the update of the clients. */
async function writeBare(db: Db) {
  const sums: [number, number] = [0, 0]
  for (const first of [1, TAKEN + 1]) {
    const ids = sql`between ${first}::int and ${first + TAKEN - 1}::int`
    const insert = sql`insert into reviews (answer_id, at, admin_email, outcome)
      select id, now(), 'admin@example.com', 'taken_over' from answers where client_id ${ids}`
    sums[0] += await time(() => insert.execute(db))
    sums[1] += await time(() =>
      sql`update clients set has_changes = false where id ${ids}`.execute(db),
    )
  }
  return sums
}
