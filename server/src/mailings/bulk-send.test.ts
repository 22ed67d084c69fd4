import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

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
    reported: 0,
    withoutEmail: 1,
    totalUsers: 4,
    answered: 1,
    leftOut: 0,
    emailedLately: 0,
    latelySince: expect.any(String),
    lastMailingId: expect.any(Number),
    lastEmailedAt: null,
    letters: [
      {
        template_id: 'GeneralClients',
        name: 'General Clients',
        subject: 'Please confirm your address',
        recipients: 4,
      },
    ],
    round: {
      id: null,
      name: expect.stringMatching(/^[A-Z][a-z]+ \d{4}$/),
      template_id: null,
      due_on: null,
    },
    emails: 3,
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
  expect(await preview('confirmed')).toMatchObject({ totalUsers: 0, emails: 0 })
})

test('previews the round’s letter and the time of the last emails', async () => {
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

test.each([
  [
    'mailing',
    ({ id }: { id: number }) => ({ path: bulk, body: { statusFilter: 'all', ids: [id] } }),
  ],
  ['resend', ({ id }: { id: number }) => ({ path: `/api/admin/resend-email/${id}`, body: {} })],
])('emails nobody again by a screen from before another %s', async (_, another) => {
  const { api, clock, deps, sink } = await startWithSmtp()
  const [one, other] = [await aClient(deps), await aClient(deps)]
  const preview = async () => (await api.get(`${bulk}/preview?statusFilter=all`)).body
  await api.post(bulk, { statusFilter: 'all' })
  const { lastMailingId, round } = await preview()
  const seen = { statusFilter: 'all', roundId: round.id, lastMailingId }
  clock.ahead = 5 * 60_000
  const { path, body } = another(one)
  expect((await api.post(path, body)).status).toBe(200)
  const refused = await api.post(bulk, seen)
  expect(refused).toMatchObject({ status: 409, body: { code: 'mailing_unseen' } })
  expect(sink.received).toHaveLength(2)
  expect((await api.post(bulk, { ...seen, ids: [other.id] })).status).toBe(200)
  const now = await preview()
  expect(now.emailedLately).toBe(2)
  expect((await api.post(bulk, { ...seen, lastMailingId: now.lastMailingId })).status).toBe(200)
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
