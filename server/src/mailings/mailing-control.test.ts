import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import { cancelUnsentOf } from '../delivery/messages.ts'
import { endMailings } from './cancel-mailing.ts'
import { findMailing, markCanceled } from './queries.ts'

const bulk = '/api/admin/bulk-send-emails'
const mailings = '/api/admin/mailings'
const headers = { prefer: 'respond-async' }

/** Nothing listens there: every mailing keeps waiting. */
const NOWHERE = { SMTP_URL: 'smtp://127.0.0.1:1' }

/** A server that refuses those whose address begins with `gone`, until `mended`. */
async function startWithSmtp(settings = {}) {
  const state = { mended: false }
  const sink = await openSmtpSink({
    refuse: (to) => (to.startsWith('gone') && !state.mended ? '550 5.1.1 Unknown' : undefined),
  })
  onTestFinished(() => sink.close())
  return { ...(await startTestApp({ SMTP_URL: sink.url, ...settings })), sink, state }
}

const begin = async ({ send }: Pick<TestApp, 'send'>, payload: object = {}) =>
  send('POST', bulk, { payload: { statusFilter: 'all', ...payload }, headers })

test('makes one mailing when two administrators press at once', async () => {
  const app = await startTestApp(NOWHERE)
  for (let n = 0; n < 3; n++) await aClient(app.deps)
  const answers = await Promise.all([begin(app), begin(app), begin(app)])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  const { mailingId } = answers.find(({ status }) => status === 202)!.body
  expect(answers.find(({ status }) => status === 409)!.body).toEqual({
    code: 'conflict',
    message:
      'A bulk mailing, started by admin@example.com, is still running: 3 of 3 emails are not yet sent. ' +
      'Wait for it, or cancel it first.',
    mailingId,
  })
  expect((await app.api.get(mailings)).body.total).toBe(1)
})

test('sends once for a repeated request', async () => {
  const app = await startWithSmtp()
  await aClient(app.deps)
  const requestId = randomUUID()
  const first = await begin(app, { requestId })
  await expect.poll(() => app.sink.received.length).toBe(1)
  // The first request has started the round.
  const again = await begin(app, { requestId, roundId: 1 })
  expect(again).toMatchObject({ status: 202, body: first.body })
  expect((await begin(app, { requestId: randomUUID() })).body).not.toEqual(first.body)
  await expect.poll(() => app.sink.received.length).toBe(2)
})

test('refuses a repeated request a day later or for something else', async () => {
  const app = await startWithSmtp()
  await aClient(app.deps)
  const requestId = randomUUID()
  const { mailingId } = (await begin(app, { requestId })).body
  await expect.poll(() => app.sink.received.length).toBe(1)
  const refused = { status: 409, body: { code: 'request_changed', mailingId } }
  expect(await begin(app, { requestId, templateId: 'BigClients' })).toMatchObject(refused)
  await app.pass(24 * 60 * 60 * 1000)
  expect(await begin(app, { requestId })).toMatchObject(refused)
  expect((await app.api.get(mailings)).body.total).toBe(1)
})

test('ends a mailing without recipients', async () => {
  const app = await startTestApp()
  const { mailingId } = (await begin(app)).body
  await endMailings(app.deps)
  const { counts } = (await findMailing(app.deps.db, mailingId))!
  expect(counts).toMatchObject({ total: 0, waiting: 0 })
})

test('cancels waiting messages and restores the answers', async () => {
  const app = await startWithSmtp({ MAIL_RATE: '2' })
  const clients = []
  for (let n = 0; n < 12; n++)
    clients.push(await aClient(app.deps, { status: 'updated', email: `c${n}@example.com` }))
  const { mailingId } = (await begin(app)).body
  await expect.poll(() => app.sink.received.length).toBeGreaterThan(0)
  const { status, body } = await app.api.post(`${mailings}/${mailingId}/cancel`)
  expect(status).toBe(200)
  expect(body.canceled_at).not.toBeNull()
  expect(body.emailsCanceled).toBeGreaterThan(2)

  const standing = async () => (await app.api.get(`${mailings}/${mailingId}`)).body
  await expect.poll(async () => (await standing()).emailsWaiting).toBe(0)
  const { emailsSent, emailsCanceled, updatedCount } = await standing()
  expect(app.sink.received).toHaveLength(emailsSent)
  expect(emailsSent + emailsCanceled).toBe(12)
  expect(updatedCount).toBe(emailsSent)
  const { users } = (await app.api.get('/api/admin/users?status=updated')).body
  expect(users).toHaveLength(emailsCanceled)
  const [last] = (await app.api.get(`/api/admin/users/${users[0].id}/audit-logs`)).body
  expect(last).toMatchObject({ field: 'status', new_data: '{"status":"updated"}' })
  expect((await begin(app)).status).toBe(202)
})

test('queues a replaced letter again when the later mailing is canceled', async () => {
  const { api, deps, ...app } = await startTestApp(NOWHERE)
  const { id } = await aClient(deps, { status: 'confirmed' })
  const answered = await aClient(deps)
  const resend = (of: number) => api.post(`/api/admin/resend-email/${of}`)
  expect((await resend(id)).body.code).toBe('email_waiting')
  await resend(answered.id)
  await resend(id)
  const { mailingId } = (await begin({ ...app })).body
  const states = async () =>
    (await deps.db.selectFrom('messages').select('state').orderBy('id').execute())
      .map(({ state }) => state)
      .join(' ')
  expect(await states()).toBe('canceled canceled canceled queued queued')
  await endMailings(deps)
  await api.post(`/api/admin/users/${answered.id}/answers`, { via: 'phone' })
  await api.post(`${mailings}/${mailingId}/cancel`)
  expect(await states()).toBe('canceled canceled queued canceled canceled')
  await endMailings(deps)
  expect((await api.get(`${mailings}/${mailingId - 1}`)).body).toMatchObject({ emailsWaiting: 1 })
  const status = async () => (await api.get(`/api/admin/users/${id}`)).body.status
  for (const [n, before] of ['pending', 'pending'].entries()) {
    expect(await status()).toBe(before)
    await api.post(`${mailings}/${mailingId - 1 - 2 * n}/cancel`)
  }
  expect(await states()).toBe('canceled canceled canceled canceled canceled')
  expect(await status()).toBe('confirmed')
})

test('shows no mailing as canceled once its last email was sent', async () => {
  const app = await startWithSmtp()
  await aClient(app.deps)
  const { mailingId } = (await begin(app)).body
  const waiting = app.deps.db
    .selectFrom('messages')
    .select('state')
    .where('state', '<>', 'accepted')
  await expect.poll(() => waiting.execute()).toEqual([])
  const { status, body } = await app.api.post(`${mailings}/${mailingId}/cancel`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ canceled_at: null, emailsSent: 1, emailsCanceled: 0 })
})

test.each(['a file is added', 'the office corrects an address'])(
  'restores the answered status on cancel although %s',
  async (what) => {
    const app = await startTestApp(NOWHERE)
    const { id } = await aClient(app.deps, { status: 'confirmed' })
    const user = `/api/admin/users/${id}`
    await begin(app)
    expect((await app.api.get(user)).body.status).toBe('pending')
    if (what === 'a file is added') {
      await app.api.upload(`${user}/attachments`, {}, new File(['deed'], 'deed.txt'))
    } else {
      await app.api.put(user, { city: 'Salem' })
    }
    expect((await app.api.get(`${user}/audit-logs`)).body).toHaveLength(2)
    await app.api.post(`${mailings}/1/cancel`)
    expect((await app.api.get(user)).body.status).toBe('confirmed')
  },
)

test('keeps clients pending if a later mail asked them', async () => {
  const app = await startWithSmtp()
  await app.deps.sender.stop()
  const { id } = await aClient(app.deps, { status: 'confirmed' })
  await begin(app)
  const resent = app.api.post(`/api/admin/resend-email/${id}`)
  const messages = app.deps.db.selectFrom('messages').select('state').orderBy('id')
  await expect.poll(() => messages.execute()).toHaveLength(2)
  await app.deps.db.updateTable('messages').set({ state: 'accepted' }).where('id', '=', 2).execute()
  await resent
  await app.api.post(`${mailings}/1/cancel`)
  expect(await messages.execute()).toEqual([{ state: 'canceled' }, { state: 'accepted' }])
  expect((await app.api.get(`/api/admin/users/${id}`)).body.status).toBe('pending')
})

test('finishes an interrupted cancellation later', async () => {
  const app = await startTestApp(NOWHERE)
  const { api, deps } = app
  const { id } = await aClient(deps, { status: 'confirmed' })
  await begin(app)
  await deps.sender.stop()
  const author = { adminEmail: 'ada@example.com', at: deps.now().toISOString() }
  await transact(deps.db, async (tx) => {
    await markCanceled(tx, 1, author)
    await cancelUnsentOf(tx, 1, author.at)
  })
  const status = async () => (await api.get(`/api/admin/users/${id}`)).body.status
  expect(await status()).toBe('pending')
  await endMailings(deps)
  expect(await status()).toBe('confirmed')
})

test('never retries a deferred mail of a canceled mailing', async () => {
  let app: TestApp | undefined
  let canceled: Promise<unknown> | undefined
  const sink = await openSmtpSink({
    refuse() {
      canceled ??= app!.api.post(`${mailings}/1/cancel`)
      return '451 4.2.1 Later'
    },
  })
  onTestFinished(() => sink.close())
  app = await startTestApp({ SMTP_URL: sink.url })
  await aClient(app.deps)
  await begin(app)
  await expect.poll(() => canceled).toBeDefined()
  await canceled
  const counts = async () => (await app.api.get(`${mailings}/1`)).body
  await expect.poll(counts).toMatchObject({ emailsWaiting: 0, emailsCanceled: 1 })
})

test('retries only failed recipients', async () => {
  const app = await startWithSmtp()
  const gone = await aClient(app.deps, { email: 'gone1@example.com' })
  await aClient(app.deps, { email: 'gone2@example.com' })
  const answered = await aClient(app.deps, { email: 'gone3@example.com' })
  await aClient(app.deps, { email: 'ok@example.com' })
  await app.api.post(bulk, { statusFilter: 'all' })
  expect((await app.api.get(`${mailings}/1`)).body).toMatchObject({ emailsFailed: 3, retryable: 3 })

  await app.api.put(`/api/admin/users/${gone.id}`, { email: 'found@example.com' })
  await app.deps.db
    .updateTable('clients')
    .set({ status: 'confirmed' })
    .where('id', '=', answered.id)
    .execute()
  const { status, body } = await app.api.post(`${mailings}/1/retry`)
  expect(status).toBe(200)
  const retried = async () => (await app.api.get(`${mailings}/${body.mailingId}`)).body
  await expect
    .poll(retried)
    .toMatchObject({ kind: 'retry', retryOf: 1, totalUsers: 2, emailsSent: 1, emailsFailed: 1 })
  expect(app.sink.received.map(({ to }) => to)).toEqual(['ok@example.com', 'found@example.com'])

  // Clients whom the retry did not reach can be retried from it or from the first mailing.
  app.state.mended = true
  expect((await app.api.post(`${mailings}/1/retry`)).status).toBe(200)
  await expect.poll(() => app.sink.received.length).toBe(3)
  expect(app.sink.received[2]!.to).toBe('gone2@example.com')
  await expect
    .poll(async () => (await app.api.post(`${mailings}/1/retry`)).body.message)
    .toBe('Nothing left to retry: the clients were emailed again, have answered or were deleted.')
  expect((await app.api.post(`${mailings}/99/retry`)).status).toBe(404)
})
