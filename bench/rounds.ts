import { rm } from 'node:fs/promises'
import { type RawBuilder, sql } from 'kysely'
import { openDatabase } from '../server/src/db/open.ts'
import type { Db } from '../server/src/db/schema.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openProduct, type Product } from './product.ts'
import { type Figure, medians, milliseconds, seconds, time } from './report.ts'

const CLIENTS = 100_000
const RUNS = 10

/** The round's emails with their clients, from which every figure of its page is computed. */
const OF_ROUND = sql`
  clients c left join (
    select client_id, max(id) as id, max(settled_at) as at from messages where mailing_id = 1 group by 1
  ) a on a.client_id = c.id left join messages m on m.id = a.id`

const BARE = {
  coverage: sql`select c.status, m.state, count(*) from ${OF_ROUND} group by 1, 2`,
  days: sql`select answers.at::date, result, count(*) from answers join ${OF_ROUND} on c.id = answers.client_id group by 1, 2`,
  recipients: sql`select count(*) from ${OF_ROUND} where c.status = 'pending' and a.at < now()`,
  outstanding: sql`select * from ${OF_ROUND} where c.status = 'pending' order by lower(c.last_name) limit 25`,
  total: sql`select count(*) from ${OF_ROUND} where c.status = 'pending'`,
}

const matching = (condition: RawBuilder<unknown>) => [
  sql`select * from clients where ${condition} order by last_updated desc, id desc limit 25`,
  sql`select count(*) from clients where ${condition}`,
]

const FILTERS = {
  failed: matching(
    sql`id in (select client_id from (select distinct on (client_id) client_id, state from messages order by client_id, id desc) m where m.state = 'failed')`,
  ),
  week: matching(
    sql`id in (select client_id from messages where state = 'accepted' and settled_at > now() - interval '7 days')`,
  ),
  group: matching(sql`group_template = 'GeneralClients'`),
}

/** Measures a round of 100,000 with 30,000 answers: its page, its list, the filtered list, a reminder. */
export async function benchRounds(): Promise<Figure[]> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, CLIENTS)
  await fillRound(bare.db)
  await bare.close()
  const product = await openProduct({ DATA_DIR: folder })
  // Connects to the product's database.
  const { db, close } = await openDatabase({ dataDir: folder }).opened
  const figures = [...(await pages(product, db)), await reminder(product, db)]
  await close()
  await product.close()
  await rm(folder, { recursive: true, force: true })
  return figures
}

async function fillRound(db: Db): Promise<void> {
  const statements = [
    sql`insert into rounds (name, admin_email, started_at, due_on, plan) values
      ('Spring', 'admin@example.com', now() - interval '3 days', now() + interval '30 days', '{"days": [], "hour": 9, "weekdays": [1]}')`,
    sql`insert into mailings (kind, admin_email, created_at, round_id, counts)
      values ('bulk', 'admin@example.com', now() - interval '3 days', 1, '{"total": 100000}')`,
    sql`insert into messages (mailing_id, client_id, email, state, next_attempt_at, message_id, template_id, settled_at)
      select 1, id, email, case when id % 50 = 0 then 'failed' else 'accepted' end, now(), id, group_template,
        now() - interval '3 days' from clients order by id`,
    sql`insert into answers (client_id, client_number, name, at, via, result, old, new)
      select id, client_number, last_name, now() - interval '1 day', 'link', 'confirmed', '{}', '{}' from clients where id % 10 < 3`,
    sql`update clients set status = 'confirmed' where id % 10 < 3`,
    sql`analyze`,
  ]
  for (const statement of statements) await statement.execute(db)
}

async function pages(product: Product, db: Db): Promise<Figure[]> {
  const run = (queries: RawBuilder<unknown>[]) => async () => {
    for (const query of queries) await query.execute(db)
  }
  const read = (route: string) => async () => {
    await (await product.get(route)).json()
  }
  const { coverage, days, recipients, outstanding, total } = BARE
  const cases = [
    ['round of 100,000: page', '/api/admin/rounds/1', [coverage, days, recipients], 3],
    ['round of 100,000: outstanding', '/api/admin/rounds/1/outstanding', [outstanding, total], 3],
    ['list, by round', '/api/admin/users?round=asked', [outstanding, total], 2],
    ['list, last email failed', '/api/admin/users?emailed=failed', FILTERS.failed, 2],
    ['list, emailed this week', '/api/admin/users?emailed=week', FILTERS.week, 2],
    ['list, by group', '/api/admin/users?group=GeneralClients', FILTERS.group, 2],
  ] as const
  const figures: Figure[] = []
  for (const [what, route, queries, promised] of cases) {
    const [ours, yardstick] = await medians(RUNS, read(route), run([...queries]))
    figures.push({
      what,
      ours: milliseconds(ours),
      yardstick: `${milliseconds(yardstick)} bare queries`,
      ratio: ours / yardstick,
      promise: `at most ${promised}`,
    })
  }
  return figures
}

/** Measured once, as a reminder changes the round. */
async function reminder(product: Product, db: Db): Promise<Figure> {
  // A mailing without a round, whose messages the product does not send within a year.
  await sql`insert into mailings (kind, admin_email, created_at) values ('resend', 'bare@example.com', now())`.execute(
    db,
  )
  const bare = await time(async () => {
    await sql`
      insert into messages (mailing_id, client_id, email, next_attempt_at, message_id, template_id)
      select 2, id, email, now() + interval '1 year', id, group_template
      from clients where status = 'pending' and id % 50 <> 0
    `.execute(db)
  })
  const ours = await time(() =>
    product.call('POST', '/api/admin/rounds/1/remind', {}, product.headers),
  )
  return {
    what: 'a reminder to 68,000 clients',
    ours: seconds(ours),
    yardstick: `${seconds(bare)} one insert of its messages`,
    ratio: ours / bare,
    promise: 'at most 2',
  }
}
