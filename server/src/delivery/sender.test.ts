// @module-tag heavy
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { byRecipient } from '../../../testing/mass-mailing.ts'
import type { TestApp } from '../../../testing/start-test-app.ts'
import {
  addClients,
  begin,
  MINUTE_MS,
  mailing,
  pass,
  startWithSmtp,
} from '../../../testing/start-with-smtp.ts'
import type { Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { claimLetters } from './claims.ts'
import { reclaimExpired } from './ledger.ts'

const CLIENTS = ['c0@example.com', 'c1@example.com', 'c2@example.com', 'c3@example.com']

const states = ({ deps }: Pick<TestApp, 'deps'>) =>
  sql<{ state: string; count: number }>`
    select state, count(*)::int as count from messages group by state`.execute(deps.db)

test('releases claims on stop and sends the rest after a start', async () => {
  const app = await startWithSmtp({ slow: 20 })
  await addClients(app, 400)
  await begin(app)
  // After more than a second the sender has claimed far ahead: the stop must release those claims.
  await expect.poll(() => app.sink.received.length).toBeGreaterThan(250)
  await app.deps.sender.stop()
  const { rows } = await states(app)
  expect(rows.map(({ state }) => state).sort()).toEqual(['accepted', 'queued'])
  expect(app.sink.received).toHaveLength(rows.find(({ state }) => state === 'accepted')!.count)

  await app.deps.sender.start()
  await expect
    .poll(() => mailing(app))
    .toMatchObject({ emailsSent: 400, emailsWaiting: 0, emailsInDoubt: 0 })
  expect(app.sink.received).toHaveLength(400)
  expect(byRecipient(app.sink.received).size).toBe(400)
})

test('says that an email waits while the server stops', async () => {
  const app = await startWithSmtp()
  const client = await aClient(app.deps)
  await app.deps.sender.stop()
  const { body } = await app.api.post(`/api/admin/resend-email/${client.id}`)
  expect(body.message).toBe(
    '1 email is waiting: The server is being stopped. Sending resumes by itself.',
  )
  await app.deps.sender.start()
  await expect.poll(() => app.sink.received.length).toBe(1)
})

/** Holds back the end of the second mail: the outcome of the first one cannot be written. */
async function whileAnEndIsHeld(
  meanwhile: (app: Started, tx: Tx) => Promise<void>,
): Promise<Started> {
  const locked = Promise.withResolvers<void>()
  const app = await startWithSmtp({ slow: () => locked.promise }, { MAIL_CONNECTIONS: '1' })
  await addClients(app, 4)
  await begin(app)
  await expect.poll(() => app.sink.received.length).toBe(1)
  const { bytes } = app.sink
  await transact(app.deps.db, async (tx) => {
    await sql`select from messages for update`.execute(tx)
    locked.resolve()
    await expect.poll(() => app.sink.bytes).toBeGreaterThan(bytes)
    await meanwhile(app, tx)
  })
  return app
}
type Started = Awaited<ReturnType<typeof startWithSmtp>>

const triesOf = ({ deps }: Pick<TestApp, 'deps'>) =>
  deps.db.selectFrom('messages').select(['attempts', 'error']).orderBy('id').execute()

test('aborts mails without counting a try while the database is away', async () => {
  const app = await whileAnEndIsHeld(async ({ clock, sink }) => {
    clock.ahead = 31_000
    await expect.poll(() => sink.connections).toBe(0)
  })
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 4, emailsInDoubt: 0 })
  expect(app.sink.received.map(({ to }) => to).sort()).toEqual(CLIENTS)
  expect(await triesOf(app)).toEqual(CLIENTS.map(() => ({ attempts: 1, error: null })))
  expect(app.logged.join()).not.toContain('The mail server')
})

test('sends a mail once after its connection broke before the end', async () => {
  const app = await whileAnEndIsHeld(async ({ sink }) => {
    sink.breakConnections()
    await expect.poll(() => sink.connections).toBe(0)
  })
  const words = 'The mail server 127.0.0.1 closed the connection before it accepted the mail.'
  await expect.poll(() => triesOf(app)).toContainEqual({ attempts: 1, error: words })
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 4, emailsInDoubt: 0 })
  expect(app.sink.received.map(({ to }) => to).sort()).toEqual(CLIENTS)
})

test('sends nothing after its lease went to another process', async () => {
  const other = randomUUID()
  const app = await whileAnEndIsHeld(async (app, tx) => {
    app.clock.ahead = 31_000
    const at = app.deps.now().toISOString()
    await tx
      .updateTable('messages')
      .set({ lease_until: new Date(0).toISOString() })
      .execute()
    expect(await reclaimExpired(tx, { now: at, begun: 2 })).toBe(4)
    await claimLetters(tx, {
      claimedBy: other,
      most: 4,
      at,
      leaseMs: 30_000,
      linkDays: 30,
      timeZone: 'UTC',
    })
  })
  // The stopped sender drops its claims: the messages stay with the other process.
  await app.deps.sender.stop()
  expect(app.sink.received).toHaveLength(1)
  const held = await app.deps.db.selectFrom('messages').select(['state', 'claimed_by']).execute()
  expect(held).toEqual(Array.from({ length: 4 }, () => ({ state: 'sending', claimed_by: other })))
})
