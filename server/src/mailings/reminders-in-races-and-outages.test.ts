// @module-tag heavy
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  anAskedRound,
  answer,
  aRound,
  DAILY,
  DAY_MS,
  HOUR_MS,
  mailed,
  outcomes,
  passToNext,
  passUntilDue,
  ROUND,
  type Round,
  remindNow,
  untilSent,
} from '../../../testing/a-round.ts'
import { awaitBlocked, behindLock } from '../../../testing/await-blocked.ts'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startChores } from '../open-server.ts'
import { sendDueReminder } from './reminders.ts'

const MINUTE_MS = 60_000
const users = '/api/admin/users'

afterEach(() => void vi.useRealTimers())

const plan = (app: Round) => sendDueReminder(app.deps)
const byHand = (app: Round) => app.api.post(`${ROUND}/remind`, { day: 7 })
const extra = (app: Round) => app.api.post(`${ROUND}/remind`, {})
const close = (app: Round) => app.api.post(`${ROUND}/close`)

test.each([
  ['the plan comes first', [plan, byHand, extra, plan], []],
  ['the planned one by hand comes first', [byHand, plan, extra, byHand], []],
  ['an extra one comes first', [extra, plan, byHand, extra], ['ann', 'bob']],
])('reminds each client once when %s', async (_, works, onTheNextDay) => {
  const app = await aRound(['ann', 'bob'])
  await passUntilDue(app)
  const bulkLock = sql`select pg_advisory_xact_lock(4127)`
  await behindLock(
    app.deps.db,
    bulkLock,
    works.map((work) => () => work(app)),
  )
  await untilSent(app)
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann', 'bob'])
  await app.pass(DAY_MS + MINUTE_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual(onTheNextDay)
})

test.each([
  [['ann', 'bob'], ['bob'], 'sent'],
  [['ann'], [], 'nobody'],
])('leaves out clients who answer while %s are reminded', async (names, reminded, outcome) => {
  const app = await aRound(names)
  await passUntilDue(app)
  // The answer's transaction has locked its client.
  const answersLock = sql`lock table answers in share mode`
  await behindLock(app.deps.db, answersLock, [() => answer(app, 0), () => plan(app)])
  await untilSent(app)
  expect(mailed(app)).toEqual(reminded)
  expect((await app.round()).coverage.confirmed).toBe(1)
  expect((await outcomes(app))[0]).toBe(outcome)
})

test('closes the round before or after a reminder, not during it', async () => {
  let gate = Promise.resolve()
  const app = await aRound(['ann'], {}, { slow: () => gate })
  await passUntilDue(app)
  let open = () => {}
  gate = new Promise((resolve) => (open = resolve))
  const roundLock = sql`select from rounds for update`
  const [, closing] = await behindLock(app.deps.db, roundLock, [() => plan(app), () => close(app)])
  expect(closing).toMatchObject({
    value: {
      status: 409,
      body: {
        code: 'mailing_running',
        message:
          '1 email still waits to be sent. Close the round afterwards, or cancel the mailing first.',
      },
    },
  })
  open()
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann'])

  await passUntilDue(app)
  const [closed] = await behindLock(app.deps.db, roundLock, [() => close(app), () => plan(app)])
  expect(closed).toMatchObject({ value: { status: 200 } })
  await remindNow(app)
  expect(mailed(app)).toEqual([])
})

test('makes a reminder once although the connection is lost', async () => {
  const app = await aRound(['ann', 'bob'])
  await passUntilDue(app)
  const { db } = app.deps
  // The lock stops the planning after the messages and before the reminder.
  const remindersLock = sql`lock table reminders in share mode`
  const died = await db.transaction().execute(async (tx) => {
    await remindersLock.execute(tx)
    const planning = Promise.allSettled([plan(app)])
    await awaitBlocked(db)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return planning
  })
  expect(died).toMatchObject([{ status: 'rejected' }])
  expect(await outcomes(app)).toEqual(['planned', 'planned', 'planned'])
  await remindNow(app)
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann', 'bob'])
  expect(await outcomes(app)).toEqual(['sent', 'planned', 'planned'])
})

/** Closes the mail server; the returned function opens it again and waits for the waiting mails. */
async function stopMail(app: Round) {
  const port = Number(new URL(app.sink.url).port)
  await app.sink.close()
  return async () => {
    const sink = await openSmtpSink({ port })
    onTestFinished(() => sink.close())
    app.sink = sink
    await app.pass(2 * MINUTE_MS)
    app.deps.sender.wake()
    await untilSent(app)
  }
}

test('sends a request in place of a reminder that still waits', async () => {
  const app = await aRound(['ann', 'bob'])
  await passUntilDue(app)
  const startMail = await stopMail(app)
  await plan(app)
  const resent = await app.api.post(`/api/admin/resend-email/${app.clients[0]!.id}`)
  expect(resent.body.code).toBe('email_waiting')
  await startMail()
  expect(mailed(app).sort()).toEqual(['ann', 'bob'])
})

test('sends a later request in place of the same letter that still waits', async () => {
  const app = await aRound(['ann', 'bob', 'cid'])
  const [ann, bob] = app.clients
  const startMail = await stopMail(app)
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  for (const _ of ['once', 'twice']) await app.api.post(`/api/admin/resend-email/${ann!.id}`)
  await importFile(app, csv(row(bob!.client_number, { email: bob!.email })))
  await startMail()
  expect(mailed(app)).toEqual(['ann', 'bob', 'cid'])
})

test('sends the newest reminder after an outage of days', async () => {
  const app = await aRound(['ann', 'bob'])
  await app.api.put(ROUND, { plan: { ...DAILY, days: [7, 8, 9, 10] } })
  await passUntilDue(app)
  const startMail = await stopMail(app)
  for (const day of [7, 8, 9]) {
    await plan(app)
    expect((await app.round()).coverage.reasons, `day ${day}`).toMatchObject({ queued: 2 })
    await app.pass(DAY_MS)
  }
  await startMail()
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann', 'bob'])
  expect(await outcomes(app)).toEqual(['sent', 'planned', 'planned', 'planned'])
  await app.pass(DAY_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann', 'bob'])
  expect(await outcomes(app)).toEqual(['sent', 'missed', 'missed', 'sent'])
})

test('respects changes to clients while their reminder waits', async () => {
  const app = await aRound(['phoned', 'deleted', 'excused', 'moved', 'regrouped', 'last'])
  const { api, clients } = app
  const url = (n: number) => `${users}/${clients[n]!.id}`
  await passUntilDue(app)
  const startMail = await stopMail(app)
  await plan(app)
  await api.post(`${url(0)}/answers`, { via: 'phone' })
  await api.delete(url(1))
  await api.put(`${url(2)}/excuse`, { reason: 'left' })
  await api.put(url(3), { email: 'new@example.com' })
  await api.put(url(4), { group_template: 'BigClients' })
  await startMail()
  expect(mailed(app)).toEqual(['last', 'new', 'regrouped'])
  const { messages } = (await api.get('/api/admin/mailings/2/messages')).body
  const letters = messages.map(({ template_id }: { template_id: string }) => template_id)
  expect(new Set(letters)).toEqual(new Set(['GeneralClients-reminder']))
  const { coverage } = await app.round()
  expect(coverage).toMatchObject({ total: 6, confirmed: 1, excused: 2, outstanding: 3 })
  expect(coverage.reasons).toMatchObject({ asked: 3 })

  await passToNext(app)
  expect(mailed(app)).toEqual(['last', 'new', 'regrouped'])
  const { messages: later } = (await api.get('/api/admin/mailings/3/messages')).body
  expect(later).toContainEqual(
    expect.objectContaining({
      email: 'regrouped@example.com',
      template_id: 'BigClients-reminder',
    }),
  )
})

test.each([
  ['an hour', HOUR_MS],
  ['a day', DAY_MS],
])('repeats no reminder when the clock is set back by %s', async (_, ms) => {
  const app = await aRound(['ann'])
  await passToNext(app)
  await app.pass(-ms)
  await remindNow(app)
  await app.pass(ms + MINUTE_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann'])
  await passToNext(app)
  expect(mailed(app)).toEqual(['ann'])
  expect(await outcomes(app)).toEqual(['sent', 'sent', 'planned'])
})

test('sends no reminder of an overdue round', async () => {
  const app = await aRound(['ann'])
  await app.api.put(ROUND, { paused: true })
  await app.pass(30 * DAY_MS)
  await app.api.put(ROUND, { paused: false })
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  expect(await outcomes(app)).toEqual(['missed', 'missed', 'missed'])
})

test('neither reminds nor closes before an import has sent its emails', async () => {
  const app = await aRound(['ann'])
  await passUntilDue(app)
  const { db } = app.deps
  const leased = new Date(Date.now() + 365 * DAY_MS).toISOString()
  await sql`
    insert into imports (id, file_name, file_hash, admin_email, send, clients_before, lease_until, created_at)
    values (gen_random_uuid(), 'clients.csv', '', 'admin@example.com', true, 1, ${leased}, now())
  `.execute(db)
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  expect(await close(app)).toMatchObject({ status: 409, body: { code: 'mailing_running' } })
  await sql`update imports set state = 'finished'`.execute(db)
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann'])
})

test('keeps a reminder planned if sending it by hand reaches nobody', async () => {
  const app = await aRound(['ann'])
  expect((await byHand(app)).body).toEqual({ mailingId: null, recipients: 0 })
  expect(await outcomes(app)).toEqual(['planned', 'planned', 'planned'])
  await passToNext(app)
  expect(mailed(app)).toEqual(['ann'])
})

test('starts a reminder within a minute of its time', async () => {
  const app = await aRound(['ann'])
  await passUntilDue(app)
  const [{ at: due }] = (await app.round()).reminders
  app.clock.ahead -= 2000
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(startChores(app.deps))
  for (let second = 0; second < 60; second++) {
    app.clock.ahead += 1000
    vi.advanceTimersByTime(1000)
  }
  await expect.poll(() => outcomes(app)).toEqual(['sent', 'planned', 'planned'])
  const [, { created_at: sent }] = (await app.round()).mailings
  expect(Date.parse(sent) - Date.parse(due)).toBeGreaterThan(0)
  expect(Date.parse(sent) - Date.parse(due)).toBeLessThan(MINUTE_MS)
})

test('spaces the emails of a reminder by MAIL_RATE', async () => {
  const app = await anAskedRound(30, { MAIL_RATE: '20' })
  await passToNext(app)
  const times = app.sink.received.map(({ at }) => at)
  expect(times).toHaveLength(30)
  // 29 pauses of 50 ms, less what Pace makes up for.
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1200)
})
