import { NEW_LINK_REPLY } from '@attest/contract/verification'
import { expect, onTestFinished, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { merge } from '../../../testing/merge.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const { client_number: _, group_template: __, language: ___, ...details } = clientInput()

async function aClientWithMail(server: Parameters<typeof openSmtpSink>[0] = {}) {
  const sink = await openSmtpSink(server)
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url })
  const client = await aClient(app.deps)
  const token = await aLink(app.deps, client)
  /** Anybody may ask; the reply is always the same. */
  const ask = async (link = token) => {
    const url = `/api/verify/${link}/new-link`
    const { status, body } = await app.send('POST', url, { headers: { authorization: '' } })
    expect({ status, body }).toEqual({ status: 200, body: { message: NEW_LINK_REPLY } })
  }
  const arrived = async (count: number) => {
    await expect.poll(() => sink.received.length).toBe(count)
    const states = app.deps.db.selectFrom('messages').select('state').distinct()
    await expect.poll(() => states.execute()).toEqual([{ state: 'accepted' }])
    const mail = sink.received.at(-1)!
    return { to: mail.to, token: /\/verify\/([\w-]+)/.exec(mail.mail.text!)![1]! }
  }
  return { ...app, sink, client, token, ask, arrived }
}

test('mails a new link for a used one and leaves the status', async () => {
  const { api, client, token, ask, arrived } = await aClientWithMail()
  await api.post(`/api/verify/${token}`, { ...details, action: 'confirm' })
  await ask()
  const mail = await arrived(1)
  expect(mail.to).toBe(client.email)
  expect((await api.get(`/api/verify/${mail.token}`)).body).toMatchObject(details)
  expect((await api.get(`/api/admin/users/${client.id}`)).body.status).toBe('confirmed')
  expect((await api.get('/api/admin/mailings?recipients=one')).body.mailings).toMatchObject([
    { kind: 'new_link', roundId: null, admin_email: '', recipient: { email: client.email } },
  ])
  const correction = { ...details, city: 'Salem', action: 'update' }
  await api.post(`/api/verify/${mail.token}`, correction)
  expect((await api.get(`/api/admin/users/${client.id}`)).body.status).toBe('updated')
})

test('mails a new link for an expired one to the address on file', async () => {
  const { api, client, clock, ask, arrived } = await aClientWithMail()
  await api.put(`/api/admin/users/${client.id}`, { email: 'new.address@example.com' })
  clock.ahead += 31 * DAY_MS
  await ask()
  expect((await arrived(1)).to).toBe('new.address@example.com')
})

test('names the day of the open round in the letter of a new link', async () => {
  const { api, sink, ask, arrived } = await aClientWithMail()
  const url = '/api/admin/email-templates/GeneralClients'
  const { body } = await api.get(url)
  await api.put(url, { ...body, mainMessage: 'Please answer by {{due_date}}.' })
  await api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-03-31' })
  await ask()
  await arrived(1)
  expect(sink.received[0]!.mail.text).toContain('Please answer by March 31, 2099.')
})

test('mails at most three new links a day', async () => {
  const { clock, sink, ask, arrived } = await aClientWithMail()
  for (let n = 1; n < 8; n++) {
    await ask()
    await arrived(Math.min(n, 3))
  }
  clock.ahead += DAY_MS + 1
  await ask()
  await arrived(4)
  expect(sink.received).toHaveLength(4)
})

test('mails nothing for an unknown link or an excused client', async () => {
  const { api, deps, client, ask } = await aClientWithMail()
  await ask('unknown')
  await api.put(`/api/admin/users/${client.id}/excuse`, { reason: 'declined' })
  await ask()
  expect(await deps.db.selectFrom('messages').selectAll().execute()).toEqual([])
})

test('mails one new link for three requests while the server is away', async () => {
  const state = { away: true }
  const { api, sink, ask, arrived } = await aClientWithMail({
    refuseGreeting: () => (state.away ? '421 Come back later' : undefined),
  })
  const mailings = async () => (await api.get('/api/admin/mailings?recipients=one')).body.total
  for (let n = 0; n < 3; n++) await ask()
  expect(await mailings()).toBe(1)
  state.away = false
  await arrived(1)
  await ask()
  await arrived(2)
  expect(await mailings()).toBe(2)
  expect(sink.received).toHaveLength(2)
})

test('mails a new link in the same letter as the former one', async () => {
  const { api, client, ask, arrived, sink } = await aClientWithMail()
  const { body: wishes } = await api.post('/api/admin/email-templates', {
    name: 'Wishes',
    subject: 'Happy New Year',
    mainMessage: 'From all of us.',
  })
  await api.put(`/api/admin/users/${client.id}`, { group_template: wishes.id })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all', templateId: 'BigClients' })
  const { token } = await arrived(1)
  await ask(token)
  const { token: next } = await arrived(2)
  await ask(next)
  await arrived(3)
  expect(sink.received[0]!.mail.subject).toMatch(/^Please/)
  expect(new Set(sink.received.map(({ mail }) => mail.subject)).size).toBe(1)
})

test('keeps the sender’s pause when a stranger asks for a link', async () => {
  const { api, deps, ask } = await aClientWithMail({ refuseGreeting: () => '421 Not now' })
  await ask()
  await expect.poll(() => deps.sender.problem).toMatch(/Not now/)
  await ask('unknown')
  expect(deps.sender.problem).toMatch(/Not now/)
  expect((await api.get('/api/admin/mailings?recipients=one')).body.total).toBe(1)
})

test('mails the kept client a new link for a merged client’s old one', async () => {
  const app = await aClientWithMail()
  const other = await aClient(app.deps, { email: 'former@example.com' })
  const token = await aLink(app.deps, other)
  expect((await merge(app, app.client.id, other.id)).status).toBe(200)
  expect((await app.api.get(`/api/verify/${token}`)).status).toBe(404)
  await app.ask(token)
  expect((await app.arrived(1)).to).toBe(app.client.email)
  await app.api.delete(`/api/admin/users/${app.client.id}`)
  await app.ask(token)
  expect(app.sink.received).toHaveLength(1)
})
