import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import { cancelUnsentOf } from '../delivery/cancel-messages.ts'
import { endMailings } from './end-mailings.ts'
import { markCanceled } from './queries.ts'

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
  const again = await begin(app, { requestId })
  expect(again).toMatchObject({ status: 202, body: first.body })
  expect((await begin(app, { requestId: randomUUID() })).body).not.toEqual(first.body)
  await expect.poll(() => app.sink.received.length).toBe(2)
})

test('cancels waiting messages and restores the answers', async () => {
  const app = await startWithSmtp({ MAIL_RATE: '2' })
  const clients = []
  for (let n = 0; n < 6; n++) clients.push(await aClient(app.deps, { status: 'updated' }))
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
  expect(emailsSent + emailsCanceled).toBe(6)
  expect(updatedCount).toBe(emailsSent)
  const { users } = (await app.api.get('/api/admin/users?status=updated')).body
  expect(users).toHaveLength(emailsCanceled)
  const [last] = (await app.api.get(`/api/admin/users/${users[0].id}/audit-logs`)).body
  expect(last).toMatchObject({ field: 'status', new_data: '{"status":"updated"}' })
  expect((await begin(app)).status).toBe(202)
})

test('shows no mailing as canceled whose last mail was sent', async () => {
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
  'cancellation restores the answered status although %s',
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

test('retries only the failed', async () => {
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

test('previews the figures of a bulk send', async () => {
  const app = await startWithSmtp()
  await aClient(app.deps, { email: 'gone@example.com' })
  await aClient(app.deps, { email: 'pair@example.com', status: 'confirmed' })
  await aClient(app.deps, { email: 'Pair@Example.com' })
  await aClient(app.deps, { email: 'no address' })
  await aClient(app.deps, { excused_reason: 'declined' })
  await aClient(app.deps, { email: '' })
  const preview = async (status: string) =>
    (await app.api.get(`${bulk}/preview?statusFilter=${status}`)).body
  expect(await preview('all')).toEqual({
    chosen: 6,
    excused: 1,
    disputed: 0,
    withoutEmail: 1,
    totalUsers: 4,
    answered: 1,
    leftOut: 0,
    emailedLately: 0,
    latelySince: expect.any(String),
    lastEmailedAt: null,
    letters: [
      {
        template_id: 'GeneralClients',
        name: 'General Clients',
        subject: 'Please confirm your address',
        recipients: 4,
      },
    ],
    round: { id: null, name: expect.stringMatching(/^[A-Z][a-z]+ \d{4}$/), template_id: null },
    sharedAddress: 2,
    failedLastTime: 0,
    unusableAddress: 1,
    withoutLink: 0,
    running: null,
  })
  await app.api.post(bulk, { statusFilter: 'all' })
  expect(await preview('all')).toMatchObject({ answered: 0, failedLastTime: 2 })
  const [asked] = await app.deps.db.selectFrom('rounds').selectAll().execute()
  expect(await preview('pending')).toMatchObject({
    emailedLately: 2,
    lastEmailedAt: expect.any(String),
    round: { id: asked!.id, name: asked!.name },
  })
  expect(await preview('confirmed')).toMatchObject({ totalUsers: 0, sharedAddress: 0 })
})

test('previews the letter of the round, and emails of days ago', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { group_template: 'BigClients' })
  await aClient(app.deps)
  await aClient(app.deps)
  const preview = async () => (await app.api.get(`${bulk}/preview?statusFilter=all`)).body
  const named = ({ letters }: { letters: { template_id: string; recipients: number }[] }) =>
    letters.map(({ template_id, recipients }) => [template_id, recipients])
  expect(named(await preview())).toEqual([
    ['GeneralClients', 2],
    ['BigClients', 1],
  ])
  await app.api.post(bulk, { statusFilter: 'all' })
  await app.deps.db.updateTable('rounds').set({ template_id: 'DismissingClients' }).execute()
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
  await app.deps.db.updateTable('messages').set({ settled_at: yesterday }).execute()
  const later = await preview()
  expect(named(later)).toEqual([['DismissingClients', 3]])
  expect(later).toMatchObject({ emailedLately: 0, lastEmailedAt: yesterday })
})

test('leaves out clients who were emailed lately', async () => {
  const { api, deps } = await startTestApp()
  const emailed = await aClient(deps)
  const { id } = await aClient(deps, { group_template: 'BigClients' })
  await aClient(deps, { excused_reason: 'declined' })
  await api.post(bulk, { statusFilter: 'all', ids: [emailed.id] })
  const preview = async (since = '') =>
    (await api.get(`${bulk}/preview?statusFilter=all${since && `&notEmailedSince=${since}`}`)).body
  const { latelySince, ...all } = await preview()
  expect(all).toMatchObject({ chosen: 3, totalUsers: 2, leftOut: 0, emailedLately: 1 })
  expect(await preview(latelySince)).toMatchObject({
    ...{ chosen: 3, totalUsers: 1, leftOut: 1, emailedLately: 1, latelySince },
    letters: [{ template_id: 'BigClients', recipients: 1 }],
  })
  const sent = await api.post(bulk, { statusFilter: 'all', notEmailedSince: latelySince })
  expect(sent.body).toMatchObject({ totalUsers: 1, emailsSent: 1 })
  const { messages } = (await api.get(`${mailings}/2/messages`)).body
  expect(messages).toMatchObject([{ client_id: id }])
  const none = await api.post(bulk, { statusFilter: 'all', notEmailedSince: latelySince })
  expect(none.body).toMatchObject({ totalUsers: 0 })
})

test('leaves out clients emailed within a day, in preview and mailing', async () => {
  const { api, deps } = await startTestApp()
  const emailed = await aClient(deps)
  await aClient(deps)
  await api.post(bulk, { statusFilter: 'all', ids: [emailed.id] })
  const url = `${bulk}/preview?statusFilter=all&notEmailedSince=day`
  expect((await api.get(url)).body).toMatchObject({ chosen: 2, totalUsers: 1, leftOut: 1 })
  const sent = await api.post(bulk, { statusFilter: 'all', notEmailedSince: 'day' })
  expect(sent.body).toMatchObject({ totalUsers: 1, emailsSent: 1 })
  expect((await api.get(url)).body).toMatchObject({ chosen: 2, totalUsers: 0, leftOut: 2 })
  const everyone = await api.post(bulk, { statusFilter: 'all' })
  expect(everyone.body).toMatchObject({ totalUsers: 2 })
})

test('shows a running mailing in the preview', async () => {
  const app = await startTestApp(NOWHERE)
  await aClient(app.deps)
  const { mailingId } = (await begin(app)).body
  const { running } = (await app.api.get(`${bulk}/preview?statusFilter=all`)).body
  expect(running).toMatchObject({
    mailingId,
    message: expect.stringContaining('1 of 1 emails'),
  })
})
