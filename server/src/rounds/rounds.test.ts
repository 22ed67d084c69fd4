import { OutstandingReason } from '@attest/contract/outstanding'
import type { Coverage } from '@attest/contract/rounds'
import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const rounds = '/api/admin/rounds'
const users = '/api/admin/users'
const DAY_MS = 24 * 60 * 60 * 1000
const later = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const { client_number: _, group_template: __, ...details } = clientInput()

const NO_REASONS = Object.fromEntries(OutstandingReason.options.map((reason) => [reason, 0]))

const bulk = (app: TestApp, payload: object = { statusFilter: 'all' }) =>
  app.api.post('/api/admin/bulk-send-emails', payload)

const openRound = async ({ api }: TestApp) => (await api.get(rounds)).body[0]

async function coverageOf(app: TestApp): Promise<Coverage> {
  const { coverage } = await openRound(app)
  const { total, confirmed, updated, excused, outstanding } = coverage
  expect(confirmed + updated + excused + outstanding).toBe(total)
  const parts: number[] = Object.values(coverage.reasons)
  expect(parts.reduce((sum, n) => sum + n, 0)).toBe(outstanding)
  return coverage
}

async function answerByLink(app: TestApp, client: { id: number; email: string }, over = {}) {
  const token = await aLink(app.deps, client)
  const answer = { ...details, action: 'confirm', ...over }
  expect((await app.api.post(`/api/verify/${token}`, answer)).status).toBe(200)
}

test('starts a round with a name, a due date and a plan', async () => {
  const { api } = await startTestApp()
  const { status, body } = await api.post(rounds, { name: ' Spring  2027 ', due_on: later(30) })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Spring 2027',
    template_id: null,
    due_on: later(30),
    plan: { days: [7, 14, 21], hour: 9, weekdays: [1, 2, 3, 4, 5] },
    paused: false,
    closed_at: null,
    coverage: { total: 0, outstanding: 0 },
  })
})

test('keeps one round open at a time', async () => {
  const { api } = await startTestApp()
  const input = { name: 'Spring', due_on: later(30) }
  const answers = await Promise.all([api.post(rounds, input), api.post(rounds, input)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await api.post(rounds, input)).body).toMatchObject({ code: 'round_open' })
})

test.each([
  [{ due_on: '2020-01-01' }, { due_on: 'The due date is in the past.' }],
  [{ due_on: 'soon' }, { due_on: 'Due date must be a day, like 2027-03-31' }],
  [{ name: ' ' }, { name: 'Name is required' }],
  [{ template_id: 'None' }, { template_id: 'There is no email template “None”.' }],
  [
    { plan: { days: [7, 7], hour: 9, weekdays: [1] } },
    { 'plan.days': 'Each reminder must be later than the one before' },
  ],
])('rejects a round with %o', async (over, fields) => {
  const { api } = await startTestApp()
  const { status, body } = await api.post(rounds, { name: 'Spring', due_on: later(30), ...over })
  expect(status).toBe(400)
  expect(body.fields).toEqual(fields)
})

test('starts a round named for the month with the first email', async () => {
  const app = await startTestApp()
  expect((await bulk(app)).body.totalUsers).toBe(0)
  expect(await openRound(app)).toBeUndefined()
  await aClient(app.deps)
  await bulk(app)
  const month = { month: 'long', year: 'numeric', timeZone: 'America/New_York' } as const
  const name = new Intl.DateTimeFormat('en-US', month).format(new Date())
  expect(await openRound(app)).toMatchObject({ name, coverage: { total: 1 } })
  await app.api.post(users, clientInput())
  expect((await app.api.get(rounds)).body).toHaveLength(1)
})

test('never reuses the name of a closed round', async () => {
  const app = await startTestApp()
  await aClient(app.deps)
  await bulk(app)
  const { name } = await openRound(app)
  await app.api.post(`${rounds}/1/close`)
  const preview = (await app.api.get('/api/admin/bulk-send-emails/preview?statusFilter=all')).body
  await bulk(app)
  expect(await openRound(app)).toMatchObject({ id: 2, name: `${name} (2)` })
  expect(preview.round).toMatchObject({ id: null, name: `${name} (2)` })
})

test('starts no round for an import without emails', async () => {
  const app = await startTestApp()
  const csv = `client_number,first_name,last_name,email,phone_number,address,city,state,zip_code
1,Ann,Lee,ann@example.com,617-555-0140,1 Elm St,Boston,MA,02134`
  const file = new File([csv], 'clients.csv')
  await app.api.upload('/api/admin/import', { send: 'false' }, file)
  expect(await openRound(app)).toBeUndefined()
  await app.api.upload('/api/admin/import', {}, file)
  expect(await coverageOf(app)).toMatchObject({ total: 1, reasons: { asked: 1 } })
})

test('leaves the round unchanged after an import without emails', async () => {
  const app = await startTestApp()
  await aClient(app.deps)
  await bulk(app)
  const before = await coverageOf(app)
  const csv = `client_number,first_name,last_name,email,phone_number,address,city,state,zip_code
901,Ann,Lee,ann@example.com,617-555-0140,1 Elm St,Boston,MA,02134
902,Bo,Lee,bo@example.com,617-555-0140,1 Elm St,Boston,MA,02134`
  const file = new File([csv], 'clients.csv')
  await app.api.upload('/api/admin/import', { send: 'false' }, file)
  expect(await coverageOf(app)).toEqual(before)
  expect((await app.api.get(`${rounds}/1`)).body.outside).toEqual({ total: 2, pending: 2 })

  const { api } = app
  const report = async () => (await api.get(`${rounds}/1/report?format=csv`)).body
  expect(await report()).not.toContain('ann@example.com')
  const filter = { round: 'outside', status: 'pending' }
  expect((await bulk(app, { statusFilter: 'all', filter, total: 2 })).status).toBe(200)
  expect(await coverageOf(app)).toMatchObject({ total: 3, reasons: { asked: 3 } })
  expect((await api.get(`${rounds}/1`)).body.outside).toEqual({ total: 0, pending: 0 })
})

test('counts each client once, by its result', async () => {
  const app = await startTestApp()
  const { deps, api } = app
  const clients = [await aClient(deps), await aClient(deps), await aClient(deps)]
  const [confirmed, updated, phoned] = clients
  await aClient(deps)
  await aClient(deps, { email: 'nowhere' })
  const excused = await aClient(deps)
  await api.put(`${users}/${excused.id}/excuse`, { reason: 'deceased' })
  await aClient(deps, { email: '' })
  await bulk(app)
  await aClient(deps, { email: '' })
  await aClient(deps)
  await answerByLink(app, confirmed!)
  await answerByLink(app, updated!, { city: 'Salem' })
  await api.post(`${users}/${phoned!.id}/answers`, { via: 'phone' })

  expect(await coverageOf(app)).toEqual({
    total: 7,
    confirmed: 2,
    updated: 1,
    byOther: 1,
    excused: 1,
    excuses: { deceased: 1, left: 0, declined: 0, other: 0, deleted: 0 },
    outstanding: 3,
    reasons: { ...NO_REASONS, failed: 1, no_address: 1, asked: 1 },
  })
})

test('leaves out clients who answered before the round', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { status: 'confirmed' })
  await aClient(app.deps)
  await bulk(app, { statusFilter: 'pending' })
  expect(await coverageOf(app)).toMatchObject({ total: 1, outstanding: 1 })
  await bulk(app)
  expect(await coverageOf(app)).toMatchObject({ total: 2, outstanding: 2 })
})

test('makes an answered client outstanding again by a new request', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  await bulk(app)
  await answerByLink(app, client)
  expect(await coverageOf(app)).toMatchObject({ confirmed: 1 })
  await app.api.post(`/api/admin/resend-email/${client.id}`)
  expect(await coverageOf(app)).toMatchObject({ confirmed: 0, reasons: { asked: 1 } })
  const { body } = await app.api.get(`${rounds}/1/outstanding`)
  expect(body.clients).toMatchObject([{ requests: 2, reminders: 0 }])
})

test('notes calls, the newest first, and changes nothing else', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  await bulk(app)
  const call = (over: object) =>
    app.api.post(`${rounds}/1/calls`, { client_id: client.id, outcome: 'no_answer', ...over })
  await call({})
  const { body } = await call({ outcome: 'left_message', note: ' Daughter  calls back ' })
  expect(body).toMatchObject({ outcome: 'left_message', note: 'Daughter calls back' })
  const [listed] = (await app.api.get(`${rounds}/1/outstanding`)).body.clients
  expect(listed.calls).toMatchObject([{ outcome: 'left_message' }, { outcome: 'no_answer' }])
  expect(await coverageOf(app)).toMatchObject({ outstanding: 1 })
  expect((await call({ client_id: 999 })).status).toBe(404)
  expect((await call({ outcome: 'shouted' })).status).toBe(400)
})

test('keeps the result of every client when the round closes', async () => {
  const app = await startTestApp()
  const { api, deps } = app
  const [answered, silent] = [await aClient(deps), await aClient(deps)]
  await bulk(app)
  await answerByLink(app, answered!)
  const closed = await api.post(`${rounds}/1/close`)
  expect(closed.body).toMatchObject({ closed_by: 'admin@example.com' })

  const kept = await coverageOf(app)
  expect(kept).toMatchObject({ total: 2, confirmed: 1, outstanding: 1 })
  await answerByLink(app, silent!)
  await api.delete(`${users}/${answered!.id}`)
  await aClient(deps)
  expect(await coverageOf(app)).toEqual(kept)
  expect((await api.get(`${rounds}/1/outstanding`)).body).toMatchObject({
    total: 1,
    clients: [{ client_id: silent!.id, reason: 'asked' }],
  })
})

test('refuses every change of a closed round', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  await bulk(app)
  const closing = await Promise.all([1, 2].map(() => app.api.post(`${rounds}/1/close`)))
  expect(closing.map(({ status }) => status).sort()).toEqual([200, 409])
  const closed = { status: 409, body: { code: 'round_closed' } }
  expect(await app.api.put(`${rounds}/1`, { name: 'Late' })).toMatchObject(closed)
  expect(await bulk(app, { statusFilter: 'all', roundId: 1 })).toMatchObject(closed)
  expect(
    await app.api.post(`${rounds}/1/calls`, { client_id: client.id, outcome: 'no_answer' }),
  ).toMatchObject(closed)
  expect(await app.api.post(users, { ...clientInput(), roundId: 1 })).toMatchObject(closed)
  expect((await app.api.get(users)).body.total).toBe(1)
})

test('refuses to close a round while its emails wait', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await aClient(app.deps)
  await app.send('POST', '/api/admin/bulk-send-emails', {
    payload: { statusFilter: 'all' },
    headers: { prefer: 'respond-async' },
  })
  const refused = await app.api.post(`${rounds}/1/close`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'mailing_running' } })
  await app.api.post('/api/admin/mailings/1/cancel')
  expect((await app.api.post(`${rounds}/1/close`)).status).toBe(200)
})

test('does not count a canceled email as a request', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await aClient(app.deps)
  await app.send('POST', '/api/admin/bulk-send-emails', {
    payload: { statusFilter: 'all' },
    headers: { prefer: 'respond-async' },
  })
  expect(await coverageOf(app)).toMatchObject({ reasons: { queued: 1 } })
  await app.api.post('/api/admin/mailings/1/cancel')
  // An attempt in flight ends first.
  const ended = { reasons: { not_asked: 1, queued: 0 } }
  await expect.poll(() => coverageOf(app)).toMatchObject(ended)
})

test('keeps a deleted client in the total', async () => {
  const app = await startTestApp()
  const { api, deps } = app
  const [answered, silent] = [await aClient(deps), await aClient(deps)]
  await bulk(app)
  await answerByLink(app, answered!)
  await api.post(`${users}/delete`, { ids: [answered!.id, silent!.id] })
  expect(await coverageOf(app)).toMatchObject({ total: 2, confirmed: 1, excused: 1 })
  await api.post(`${rounds}/1/close`)
  expect(await coverageOf(app)).toMatchObject({ total: 2, confirmed: 1, excused: 1 })
})

test('sends the round’s letter to every group', async () => {
  const app = await startTestApp()
  await app.api.post(rounds, { name: 'Spring', due_on: later(30), template_id: 'BigClients' })
  await aClient(app.deps)
  await bulk(app)
  const { body } = await app.api.get('/api/admin/mailings/1/messages')
  expect(body.messages).toMatchObject([{ template_id: 'BigClients', state: 'accepted' }])
})

test('shows answers by day, bulk mailings and reminders', async () => {
  const app = await startTestApp()
  const [one, two] = [await aClient(app.deps), await aClient(app.deps)]
  await bulk(app)
  await answerByLink(app, one!)
  await app.pass(2 * DAY_MS)
  await answerByLink(app, two!, { city: 'Salem' })
  const { body } = await app.api.get(`${rounds}/1`)
  expect(body.days).toMatchObject([
    { confirmed: 1, updated: 0 },
    { confirmed: 0, updated: 1 },
  ])
  expect(body.mailings).toMatchObject([{ kind: 'bulk', totalUsers: 2 }])
  expect(body.reminders).toMatchObject(Array(3).fill({ outcome: 'planned' }))
  const { at } = body.reminders[0]
  expect(body.nextReminder).toEqual({ day: 7, at, recipients: 0, tooRecent: 0 })
})
