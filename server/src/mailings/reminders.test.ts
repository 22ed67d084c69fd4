import { expect, test } from 'vitest'
import {
  answer,
  aRound,
  asRestored,
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
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { sendDueReminder } from './reminders.ts'

test('sends the reminder of the group with the due date', async () => {
  const app = await aRound(['ann'])
  await passToNext(app)
  const [{ mail }] = app.sink.received as [Round['sink']['received'][number]]
  expect(mail.subject).toBe('Reminder: please confirm your address · Attest')
  const { due_on } = await app.round()
  const day = new Date(`${due_on}T00:00:00Z`)
  const words = day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(mail.text).toContain(`by ${words}`)
  expect(await app.api.get('/api/admin/mailings')).toMatchObject({
    body: { mailings: [{ kind: 'reminder', roundId: 1, reminderNumber: 1, updatedCount: 0 }, {}] },
  })
  const [{ last_asked_at: asked, last_emailed_at: emailed }] = (
    await app.api.get(`${ROUND}/outstanding`)
  ).body.clients
  expect(Date.parse(emailed) - Date.parse(asked)).toBeGreaterThan(6 * DAY_MS)
})

test('sends a reminder once, though two processes plan it', async () => {
  const app = await aRound(['ann', 'bob'])
  await passUntilDue(app)
  await Promise.all([1, 2, 3].map(() => sendDueReminder(app.deps)))
  await remindNow(app)
  expect(mailed(app)).toHaveLength(2)
})

test('sends only the newest reminder after downtime', async () => {
  const app = await aRound(['ann'])
  await app.pass(24 * DAY_MS)
  await remindNow(app)
  expect(mailed(app)).toHaveLength(1)
  expect(await outcomes(app)).toEqual(['missed', 'missed', 'sent'])
})

test('reminds nobody who was emailed in the last 24 hours', async () => {
  const app = await aRound(['ann', 'bob'])
  const { reminders } = await app.round()
  await app.pass(Date.parse(reminders[0].at) - app.deps.now().getTime() - 2 * HOUR_MS)
  await app.api.post(`/api/admin/resend-email/${app.clients[0]!.id}`)
  await untilSent(app)
  mailed(app)
  const { nextReminder, remindable } = await app.round()
  expect(nextReminder).toMatchObject({ day: 7, recipients: 1, tooRecent: 1 })
  expect(remindable).toBe(1)
  await passToNext(app)
  expect(mailed(app)).toEqual(['bob'])
})

test('waits a day between two reminders', async () => {
  const app = await aRound(['ann'])
  await app.api.put(ROUND, {
    plan: { ...DAILY, days: [7, 8] },
  })
  await app.pass(8 * DAY_MS - HOUR_MS)
  await app.api.post(`${ROUND}/remind`, {})
  await untilSent(app)
  mailed(app)
  await app.pass(20 * HOUR_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  await app.pass(5 * HOUR_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann'])
})

test('waits while a mailing runs and while the server is down', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await aClient(app.deps)
  await app.send('POST', '/api/admin/bulk-send-emails', {
    payload: { statusFilter: 'all' },
    headers: { prefer: 'respond-async' },
  })
  const refused = { status: 409, body: { code: 'mailing_running', mailingId: 1 } }
  expect(await app.api.post(`${ROUND}/remind`, {})).toMatchObject(refused)
  await app.pass(16 * DAY_MS)
  await sendDueReminder(app.deps)
  expect((await app.api.get('/api/admin/mailings')).body.total).toBe(1)
  expect((await app.api.get(ROUND)).body.reminders[0].outcome).toBe('planned')
})

test('sends nothing while paused', async () => {
  const app = await aRound(['ann'])
  await app.api.put(ROUND, { paused: true })
  await passUntilDue(app)
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  await app.api.put(ROUND, { paused: false })
  await remindNow(app)
  expect(mailed(app)).toHaveLength(1)
})

test('repeats no reminder that the original of a restored copy may have sent', async () => {
  const app = await aRound(['ann'])
  await asRestored(app)
  await passUntilDue(app)
  await remindNow(app)
  expect(await outcomes(app)).toEqual(['planned', 'planned', 'planned'])
  await app.api.post('/api/admin/resume', {})
  await remindNow(app)
  expect(await outcomes(app)).toEqual(['missed', 'planned', 'planned'])
  await passToNext(app)
  expect(mailed(app)).toEqual(['ann'])
})

test('sends or skips the next reminder by hand, once', async () => {
  const app = await aRound(['ann'])
  await app.pass(2 * DAY_MS)
  const remind = (body: object) => app.api.post(`${ROUND}/remind`, body)
  const twice = await Promise.all([remind({ day: 7 }), remind({ day: 7 })])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  await expect.poll(() => app.sink.received.length).toBe(1)
  expect(await remind({ day: 14, skip: true })).toMatchObject({
    status: 200,
    body: { mailingId: null },
  })
  expect(await remind({ day: 7 })).toMatchObject({
    status: 409,
    body: { code: 'reminder_changed' },
  })
  expect(await outcomes(app)).toEqual(['sent', 'skipped', 'planned'])
})

test('records that nobody was left to remind', async () => {
  const app = await aRound(['ann'])
  await answer(app, 0)
  await passToNext(app)
  expect(mailed(app)).toEqual([])
  expect((await app.round()).reminders[0]).toMatchObject({ outcome: 'nobody', mailingId: null })
})

test('keeps the answer of a client who answers during the reminder', async () => {
  const app = await aRound(['ann', 'bob'])
  await app.pass(8 * DAY_MS)
  await Promise.all([sendDueReminder(app.deps), answer(app, 0)])
  const { body } = await app.api.get(`/api/admin/users/${app.clients[0]!.id}`)
  expect(body.status).toBe('confirmed')
})

test('repeats no sent reminder when the plan changes', async () => {
  const app = await aRound(['ann'])
  await passToNext(app)
  mailed(app)
  await app.pass(2 * DAY_MS)
  const plan = { ...DAILY, days: [5, 12, 19] }
  await app.api.put(ROUND, { plan })
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  expect((await app.round()).reminders.map(({ day }: { day: number }) => day)).toEqual([7, 12, 19])
})
