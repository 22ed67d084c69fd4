import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { addClients, begin, mailing, startWithSmtp } from '../testing/mail-on-bad-days.ts'
import { byRecipient } from '../testing/mass-mailing.ts'
import type { TestApp } from '../testing/start-test-app.ts'
import { claimMessages, freeLeases } from './ledger.ts'

const states = ({ deps }: Pick<TestApp, 'deps'>) =>
  sql<{ state: string; count: number }>`
    select state, count(*)::int as count from messages group by state`.execute(deps.db)

test('who stops in the middle of a mailing leaves nothing taken up, and a start sends the rest', async () => {
  const app = await startWithSmtp({ slow: 20 })
  await addClients(app, 400)
  await begin(app)
  // After more than a second so much is taken up ahead that the last lanes would find room for more.
  await expect.poll(() => app.sink.received.length, { timeout: 20_000 }).toBeGreaterThan(250)
  await app.deps.sender.stop()
  const { rows } = await states(app)
  expect(rows.map(({ state }) => state).sort()).toEqual(['accepted', 'queued'])
  expect(app.sink.received).toHaveLength(rows.find(({ state }) => state === 'accepted')!.count)

  await app.deps.sender.start({ alone: true })
  await expect
    .poll(() => mailing(app), { timeout: 20_000 })
    .toMatchObject({ emailsSent: 400, emailsWaiting: 0, emailsInDoubt: 0 })
  expect(app.sink.received).toHaveLength(400)
  expect(byRecipient(app.sink.received).size).toBe(400)
})

test('who slept longer than its lease sends nothing that another has taken over, not even what was told', async () => {
  const app = await startWithSmtp({ slow: 500 }, { MAIL_CONNECTIONS: '1' })
  await addClients(app, 4)
  await begin(app)
  await expect.poll(() => app.sink.received.length).toBe(1)
  const other = randomUUID()
  await transact(app.deps.db, async (tx) => {
    // Its outcome cannot be written meanwhile, so the end of the next one is held back.
    await sql`select from messages for update`.execute(tx)
    await expect.poll(() => app.sink.begun).toBe(2)
    app.clock.ahead = 31_000
    const at = app.deps.now().toISOString()
    expect(await freeLeases(tx, { now: at, all: false, begun: 2 })).toBe(4)
    const tokenHashes = ['a', 'b', 'c', 'd']
    const leaseUntil = new Date(Date.parse(at) + 30_000).toISOString()
    await claimMessages(tx, { takenBy: other, tokenHashes, at, leaseUntil, linkDays: 30 })
  })
  // It ends all it has to do with them, and leaves them to the other.
  await app.deps.sender.stop()
  expect(app.sink.received).toHaveLength(1)
  const held = await app.deps.db.selectFrom('messages').select(['state', 'taken_by']).execute()
  expect(held).toEqual(Array.from({ length: 4 }, () => ({ state: 'sending', taken_by: other })))
})
