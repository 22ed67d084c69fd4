import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../server/src/db/schema.ts'
import { startChild } from './child.ts'
import { filledTwins } from './fill.ts'
import { openProduct } from './product.ts'
import { type Figure, medians, milliseconds } from './report.ts'

const CLIENTS = 20_000
const RUNS = 100

/** Inserts 10,000 entries of the first client: half are changes, the rest the other kinds in equal parts. */
async function fill(db: Db): Promise<void> {
  const at = sql`now() - (6000 - n) * interval '1 minute'`
  const statements = [
    sql`insert into rounds (name, admin_email, started_at, due_on, plan) values ('Spring', 'a@example.com', now(), '2099-12-31', '{}')`,
    sql`insert into changes (client_id, action, admin_email, timestamp, old_data, new_data)
      select 1, 'updated', 'a@example.com', ${at}, '{"city":"Boston"}', '{"city":"Salem"}' from generate_series(1, 5000) n`,
    sql`insert into answers (client_id, client_number, name, at, via, result, old, new, recorded_at)
      select 1, '1', 'Ann', ${at}, 'link', 'updated', '{"city":"Salem"}', '{"city":"Boston"}', ${at} from generate_series(1, 1000) n`,
    sql`insert into changes (client_id, action, timestamp, old_data, new_data, answer_id)
      select 1, 'updated', recorded_at, '{"city":"Salem"}', '{"city":"Boston"}', id from answers`,
    sql`insert into mailings (kind, admin_email, created_at, round_id) select 'resend', 'a@example.com', ${at}, 1 from generate_series(1, 1000) n`,
    sql`insert into messages (mailing_id, client_id, email, state, next_attempt_at, message_id, template_id, settled_at)
      select id, 1, 'a@example.com', 'accepted', created_at, id, 'GeneralClients', created_at from mailings`,
    sql`insert into calls (round_id, client_id, at, admin_email, outcome)
      select 1, 1, ${at}, 'a@example.com', 'no_answer' from generate_series(1, 1000) n`,
    sql`insert into notes (client_id, at, admin_email, text)
      select 1, ${at}, 'a@example.com', repeat('word ', 40) from generate_series(1, 1000) n`,
    sql`insert into link_opens (token_hash, client_id, at, on_phone) select n, 1, ${at}, true from generate_series(1, 1000) n`,
    sql`analyze`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Measures a page over HTTP, in turns with its statement on a bare route. */
export async function benchTimeline(): Promise<Figure[]> {
  const { folder, twin } = await filledTwins(CLIENTS, fill)
  const route = await startChild('bare-timeline.ts', twin)
  const product = await openProduct({ DATA_DIR: folder })
  const headers = { ...product.headers, 'accept-encoding': 'identity' }
  const ours = async () =>
    (await product.call('GET', '/api/admin/users/1/timeline', undefined, headers)).json()
  const yardstick = async () => (await fetch(route.said)).json()
  // A fresh server runs its first calls uncompiled.
  await medians(RUNS, ours, yardstick)
  const [mine, theirs] = await medians(RUNS, ours, yardstick)
  await product.close()
  await route.kill()
  await rm(twin, { recursive: true })
  return [
    {
      what: 'timeline, a page of 10,000 entries',
      ours: milliseconds(mine),
      yardstick: `${milliseconds(theirs)} its statement on a bare route`,
      ratio: mine / theirs,
      promise: 'at most 2',
    },
  ]
}
