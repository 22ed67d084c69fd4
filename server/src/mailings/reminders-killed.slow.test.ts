import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, insertAsked } from '../../../testing/a-round.ts'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { expectMailed } from '../../../testing/crashing-product.ts'
import { expireLeases } from '../../../testing/expire-leases.ts'
import { processSettings } from '../../../testing/process-settings.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startProcess } from '../../../testing/start-process.ts'
import { closePools, connect } from '../db/open.ts'

const CLIENTS = 1_000
/** The planner polls every 20 s. */
const PLANNED = { timeout: 40_000 }

/** The product with a round whose reminder to all its clients is due, to be killed. */
async function startDueRound() {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const settings = { ...(await processSettings()), SMTP_URL: sink.url }
  const pools = connect({ connectionString: settings.DATABASE_URL })
  const { bulkDb: db } = pools
  onTestFinished(() => closePools(pools))
  let server = await startProcess(settings)
  onTestFinished(() => server.kill())
  const asked = new Date(Date.now() - 8 * DAY_MS).toISOString()
  await sql`
    insert into rounds (name, admin_email, started_at, due_on, plan) values ('Spring', 'admin@example.com', ${asked},
      now() + interval '30 days', '{"days": [7], "hour": 9, "weekdays": [1, 2, 3, 4, 5, 6, 7]}')
  `.execute(db)
  await insertAsked(db, CLIENTS, asked)
  const countOf = async (table: string, where: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(db)
    return rows[0]!.n
  }
  return {
    sink,
    db,
    planned: () => countOf('reminders', "outcome = 'sent' and mailing_id is not null"),
    reminders: () => countOf('mailings', "kind = 'reminder'"),
    waiting: () => countOf('messages', "state in ('queued', 'sending')"),
    kill: () => server.kill(),
    async start() {
      await expireLeases(settings.DATABASE_URL)
      server = await startProcess(settings)
    },
  }
}

test('mails each client once when killed while planning a reminder', {
  timeout: 300_000,
}, async () => {
  const { sink, db, planned, reminders, waiting, kill, start } = await startDueRound()
  for (const lock of [
    sql`select from clients where client_number = ${String(CLIENTS / 2)} for update`,
    sql`lock table reminders in share mode`,
  ]) {
    await db.transaction().execute(async (tx) => {
      await lock.execute(tx)
      await awaitBlocked(db, 1, PLANNED)
      await kill()
    })
    await start()
    expect(await reminders()).toBe(0)
  }
  await expect.poll(planned, { ...PLANNED, interval: 25 }).toBe(1)
  await kill()
  await start()
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0)
  expect([await planned(), await reminders()]).toEqual([1, 1])
  expectMailed(sink, CLIENTS, 1)
})
