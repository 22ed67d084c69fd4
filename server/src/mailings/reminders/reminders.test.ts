import { expect, onTestFinished, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../../testing/make.ts'
import { openSmtpSink } from '../../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { sendDueReminder } from './send-due.ts'

const rounds = '/api/admin/rounds'
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const { client_number: _, group_template: __, ...details } = clientInput()

/** A round of so many clients whose first letter was just sent. */
async function aRound(clients: string[], settings = {}) {
  const sink = await openSmtpSink({
    refuse: (to) => (to.startsWith('gone') ? '550 5.1.1 No such user' : undefined),
  })
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url, FIRM_PHONE: '617-555-0100', ...settings })
  const made = []
  for (const email of clients) made.push(await aClient(app.deps, { email }))
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  sink.received.length = 0
  const round = async () => (await app.api.get(`${rounds}/1`)).body
  return { ...app, sink, clients: made, round }
}

type Round = Awaited<ReturnType<typeof aRound>>

/** Sets the clock to the next planned reminder, and lets the product look for it. */
async function passToNext(app: Round) {
  const { reminders } = await app.round()
  const next = reminders.find(({ outcome }: { outcome: string }) => outcome === 'planned')
  await app.pass(Date.parse(next.at) - app.deps.now().getTime() + 1000)
  await remindNow(app)
}

async function remindNow(app: Pick<TestApp, 'deps' | 'api'>) {
  await sendDueReminder(app.deps)
  await untilSent(app)
}

const untilSent = (app: Pick<TestApp, 'api'>) =>
  expect
    .poll(async () => {
      const { body } = await app.api.get('/api/admin/mailings?limit=1')
      return body.mailings[0].emailsWaiting
    })
    .toBe(0)

const mailed = ({ sink }: Round) =>
  sink.received
    .splice(0)
    .map(({ to }) => to)
    .sort()

const outcomes = async ({ round }: Round) =>
  (await round()).reminders.map(({ outcome }: { outcome: string }) => outcome)

async function answer(app: Round, n: number) {
  const { id, email } = app.clients[n]!
  const token = await aLink(app.deps, { id, email })
  await app.api.post(`/api/verify/${token}`, { ...details, email, action: 'confirm' })
}

test('walks a whole round with three reminders', async () => {
  const app = await aRound(
    ['ann', 'bob', 'cid', 'dot', 'gone', 'eve'].map((n) => `${n}@example.com`),
  )
  const { api, clients } = app
  await answer(app, 0)
  await passToNext(app)
  expect(mailed(app)).toEqual(['bob', 'cid', 'dot', 'eve'].map((n) => `${n}@example.com`))

  await api.post(`/api/admin/users/${clients[1]!.id}/answers`, { via: 'phone' })
  await api.put(`/api/admin/users/${clients[2]!.id}/excuse`, { reason: 'left' })
  await passToNext(app)
  expect(mailed(app)).toEqual(['dot@example.com', 'eve@example.com'])

  await api.delete(`/api/admin/users/${clients[5]!.id}`)
  await passToNext(app)
  expect(mailed(app)).toEqual(['dot@example.com'])
  expect(await outcomes(app)).toEqual(['sent', 'sent', 'sent'])
  const { body } = await api.post(`${rounds}/1/close`)
  expect(body.coverage).toEqual({
    total: 6,
    confirmed: 2,
    updated: 0,
    byOther: 1,
    excused: 2,
    outstanding: 2,
    reasons: { failed: 1, no_address: 0, unusable_address: 0, not_asked: 0, asked: 1, queued: 0 },
  })
  await app.pass(30 * DAY_MS)
  await sendDueReminder(app.deps)
  expect(mailed(app)).toEqual([])
})

test('sends the reminder of the group with the due date', async () => {
  const app = await aRound(['ann@example.com'])
  await passToNext(app)
  const [{ mail }] = app.sink.received as [Round['sink']['received'][number]]
  expect(mail.subject).toBe('Reminder: please confirm your address')
  const { due_on } = await app.round()
  const day = new Date(`${due_on}T00:00:00Z`)
  const words = day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(mail.text).toContain(`by ${words}`)
  expect(await app.api.get('/api/admin/mailings')).toMatchObject({
    body: { mailings: [{ kind: 'reminder', roundId: 1, reminderNumber: 1, updatedCount: 0 }, {}] },
  })
})

test('sends a reminder once, though two processes plan it', async () => {
  const app = await aRound(['ann@example.com', 'bob@example.com'])
  await app.pass(8 * DAY_MS)
  await Promise.all([1, 2, 3].map(() => sendDueReminder(app.deps)))
  await remindNow(app)
  expect(mailed(app)).toHaveLength(2)
})

test('sends only the newest reminder after downtime', async () => {
  const app = await aRound(['ann@example.com'])
  await app.pass(30 * DAY_MS)
  await remindNow(app)
  expect(mailed(app)).toHaveLength(1)
  expect(await outcomes(app)).toEqual(['missed', 'missed', 'sent'])
})

test('reminds nobody who was emailed in the last 24 hours', async () => {
  const app = await aRound(['ann@example.com', 'bob@example.com'])
  const { reminders } = await app.round()
  await app.pass(Date.parse(reminders[0].at) - app.deps.now().getTime() - 2 * HOUR_MS)
  await app.api.post(`/api/admin/resend-email/${app.clients[0]!.id}`)
  await untilSent(app)
  mailed(app)
  expect((await app.round()).nextReminder).toMatchObject({ day: 7, recipients: 1, tooRecent: 1 })
  await passToNext(app)
  expect(mailed(app)).toEqual(['bob@example.com'])
})

test('waits a day between two reminders', async () => {
  const app = await aRound(['ann@example.com'])
  await app.api.put(`${rounds}/1`, {
    plan: { days: [7, 8], hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  })
  await app.pass(8 * DAY_MS - HOUR_MS)
  await app.api.post(`${rounds}/1/remind`, {})
  await untilSent(app)
  mailed(app)
  await app.pass(20 * HOUR_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  await app.pass(5 * HOUR_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual(['ann@example.com'])
})

test('waits while a mailing runs and while the server is down', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await aClient(app.deps)
  await app.send('POST', '/api/admin/bulk-send-emails', {
    payload: { statusFilter: 'all' },
    headers: { prefer: 'respond-async' },
  })
  await app.pass(16 * DAY_MS)
  await sendDueReminder(app.deps)
  expect((await app.api.get('/api/admin/mailings')).body.total).toBe(1)
  expect((await app.api.get(`${rounds}/1`)).body.reminders[0].outcome).toBe('planned')
})

test('sends nothing while paused', async () => {
  const app = await aRound(['ann@example.com'])
  await app.api.put(`${rounds}/1`, { paused: true })
  await app.pass(8 * DAY_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  await app.api.put(`${rounds}/1`, { paused: false })
  await remindNow(app)
  expect(mailed(app)).toHaveLength(1)
})

test('sends or skips the next reminder by hand, once', async () => {
  const app = await aRound(['ann@example.com'])
  await app.pass(2 * DAY_MS)
  const remind = (body: object) => app.api.post(`${rounds}/1/remind`, body)
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

test('records a reminder without recipients as sent', async () => {
  const app = await aRound(['ann@example.com'])
  await answer(app, 0)
  await passToNext(app)
  expect(mailed(app)).toEqual([])
  expect((await app.round()).reminders[0]).toMatchObject({ outcome: 'sent', mailingId: null })
})

test('keeps the answer of a client who answers during the reminder', async () => {
  const app = await aRound(['ann@example.com', 'bob@example.com'])
  await app.pass(8 * DAY_MS)
  await Promise.all([sendDueReminder(app.deps), answer(app, 0)])
  const { body } = await app.api.get(`/api/admin/users/${app.clients[0]!.id}`)
  expect(body.status).toBe('confirmed')
})

test('repeats no date when the plan changes', async () => {
  const app = await aRound(['ann@example.com'])
  await passToNext(app)
  mailed(app)
  await app.pass(3 * DAY_MS)
  const plan = { days: [5, 12, 19], hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7] }
  await app.api.put(`${rounds}/1`, { plan })
  await remindNow(app)
  expect(mailed(app)).toEqual([])
  expect((await app.round()).reminders.map(({ day }: { day: number }) => day)).toEqual([7, 12, 19])
})

test('sends at most one reminder when the clock is set back', async () => {
  const app = await aRound(['ann@example.com'])
  await passToNext(app)
  await app.pass(-2 * HOUR_MS)
  await remindNow(app)
  await app.pass(3 * HOUR_MS)
  await remindNow(app)
  expect(mailed(app)).toHaveLength(1)
})
