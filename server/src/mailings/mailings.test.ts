import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { aClient, aLink, anAdmin, clientInput } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { linkIn, openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const bulk = '/api/admin/bulk-send-emails'

type SinkOptions = Parameters<typeof openSmtpSink>[0]

async function startWithSmtp(options: SinkOptions = {}, settings = {}) {
  const sink = await openSmtpSink(options)
  onTestFinished(() => sink.close())
  return { ...(await startTestApp({ SMTP_URL: sink.url, ...settings })), sink }
}

const messagesOf = ({ deps }: TestApp) =>
  deps.db.selectFrom('messages').selectAll().orderBy('id').execute()

test('emails a new client a link that opens the page', async () => {
  const { api, sink } = await startWithSmtp(
    {},
    { FIRM_NAME: 'Harrow & Finch', MAIL_REPLY_TO: 'office@harrow.test' },
  )
  await api.post('/api/admin/users', clientInput())
  await expect.poll(() => sink.received.length).toBe(1)

  const [{ to, mail }] = sink.received as [(typeof sink.received)[0]]
  expect(to).toBe('esperanza.obrien@example.com')
  expect(mail.subject).toBe('Please confirm your address · Harrow & Finch')
  expect(mail.from).toMatchObject({ name: 'Harrow & Finch', address: 'no-reply@attest.test' })
  expect(mail.replyTo?.[0]?.address).toBe('office@harrow.test')
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  expect(mail.html).toContain('8001 Elm Street, Apt 4B')
  expect(mail.html).toContain('Harrow &amp; Finch')
  const link = linkIn(sink.received[0]!)
  expect(mail.html).toContain(`https://attest.test${link}`)
  expect((await api.get(`/api${link}`)).body.first_name).toBe('Esperanza')
})

test('reports each mail of a bulk send and asks clients again', async () => {
  const app = await startWithSmtp({
    refuse: (to) => (to === 'gone@example.com' ? '550 5.1.1 No such user' : undefined),
  })
  const answered = await aClient(app.deps, { status: 'confirmed' })
  await aClient(app.deps, { email: 'gone@example.com' })
  await aClient(app.deps)
  const { status, body } = await app.api.post(bulk, { statusFilter: 'all' })

  expect(status).toBe(200)
  expect(body).toEqual({
    totalUsers: 3,
    updatedCount: 1,
    emailsSent: 2,
    emailsFailed: 1,
    emailsWaiting: 0,
    emailsCanceled: 0,
    emailErrors: [{ email: 'gone@example.com', error: 'This address does not exist.' }],
    smtpProvider: '127.0.0.1',
    statusFilter: 'all',
  })
  const client = (await app.api.get(`/api/admin/users/${answered.id}`)).body
  expect(client).toMatchObject({ status: 'pending', last_updated: answered.last_updated })
  const [record] = (await app.api.get(`/api/admin/users/${answered.id}/audit-logs`)).body
  expect(record).toMatchObject({
    action: 'updated',
    field: 'status',
    admins: { email: 'admin@example.com' },
  })
  expect((await messagesOf(app)).map(({ state }) => state)).toEqual([
    'accepted',
    'failed',
    'accepted',
  ])
})

test('emails only clients of the chosen status', async () => {
  const { api, deps, sink } = await startWithSmtp()
  await aClient(deps, { status: 'confirmed', email: 'a@example.com' })
  await aClient(deps, { status: 'updated', email: 'b@example.com' })
  await aClient(deps, { email: 'c@example.com' })
  expect((await api.post(bulk, { statusFilter: 'updated' })).body.totalUsers).toBe(1)
  expect(sink.received.map(({ to }) => to)).toEqual(['b@example.com'])
})

test('answers at once with an id whose counts are live', async () => {
  const { send, api, deps } = await startWithSmtp()
  for (let n = 0; n < 20; n++) await aClient(deps)
  const headers = { prefer: 'respond-async' }
  const { status, body } = await send('POST', bulk, { payload: { statusFilter: 'all' }, headers })
  expect(status).toBe(202)
  await expect
    .poll(async () => (await api.get(`/api/admin/mailings/${body.mailingId}`)).body)
    .toMatchObject({ totalUsers: 20, emailsSent: 20, emailsWaiting: 0, waitingBecause: null })
  expect((await api.get('/api/admin/mailings/999')).status).toBe(404)
})

test('retries a deferred mail with the same Message-ID', async () => {
  let busy = true
  const app = await startWithSmtp({
    refuse: () => (busy ? '451 4.2.1 Try again later' : undefined),
  })
  await aClient(app.deps)
  await app.api.post(bulk, { statusFilter: 'all' })
  const [before] = await messagesOf(app)
  expect(before).toMatchObject({ state: 'queued', attempts: 1 })
  expect(app.sink.received).toHaveLength(0)

  busy = false
  app.clock.ahead = 61_000
  app.deps.sender.wake()
  await expect.poll(() => app.sink.received.length).toBe(1)
  expect(app.sink.received[0]!.mail.messageId).toBe(before!.message_id)
})

test('waits while the mail server is down and sends later', async () => {
  const sink = await openSmtpSink()
  await sink.close()
  const app = await startTestApp({ SMTP_URL: sink.url })
  for (let n = 0; n < 8; n++) await aClient(app.deps, { email: `c${n}@example.com` })
  const { body } = await app.api.post(bulk, { statusFilter: 'all' })
  expect(body).toMatchObject({ totalUsers: 8, emailsSent: 0, emailsFailed: 0 })
  expect((await app.api.get('/api/admin/stats')).body.mail.problem).toContain('cannot be reached')
  expect((await app.api.get('/readyz')).status).toBe(200)

  const again = await openSmtpSink({ port: Number(new URL(sink.url).port) })
  onTestFinished(() => again.close())
  app.clock.ahead = 61_000
  app.deps.sender.wake()
  await expect.poll(() => again.received.length).toBe(8)
  await expect
    .poll(async () => (await messagesOf(app)).every((m) => m.state === 'accepted'))
    .toBe(true)
  expect(app.deps.sender.problem).toBeNull()
})

test('resends at once and keeps the earlier link alive', async () => {
  const { api, deps, sink } = await startWithSmtp()
  const client = await aClient(deps)
  const earlier = await aLink(deps, client)
  const { body } = await api.post(`/api/admin/resend-email/${client.id}`)
  expect(body).toEqual({ message: 'Verification email has been resent successfully' })
  expect((await api.get(`/api/verify/${earlier}`)).status).toBe(200)
  expect((await api.get(`/api${linkIn(sink.received[0]!)}`)).status).toBe(200)
})

test('says that an email went to the outbox, not to the client', async () => {
  const { api, deps } = await startTestApp()
  const { id } = await aClient(deps)
  const test = { templateId: 'GeneralClients', testEmail: 'me@example.com' }
  for (const { body } of [
    await api.post(`/api/admin/resend-email/${id}`),
    await api.post('/api/admin/email-templates/send-test', test),
  ]) {
    expect(body.code).toBe('written_to_outbox')
  }
})

test('asks no client who has answered since the screen was read', async () => {
  const { api, deps, sink } = await startWithSmtp()
  const client = await aClient(deps)
  const { client_number: _, group_template: __, ...details } = clientInput()
  await api.post(`/api/verify/${await aLink(deps, client)}`, { ...details, action: 'confirm' })
  const resend = (status: string) => api.post(`/api/admin/resend-email/${client.id}`, { status })
  const refused = await resend('pending')
  expect(refused).toMatchObject({ status: 409, body: { code: 'client_answered' } })
  expect(sink.received.filter(({ mail }) => mail.text?.includes('/verify/'))).toEqual([])
  expect((await api.get(`/api/admin/users/${client.id}`)).body.status).toBe('confirmed')
  expect((await resend('confirmed')).status).toBe(200)
})

test('sends one mail for a repeated resend request', async () => {
  const { api, deps, sink } = await startWithSmtp()
  const { id } = await aClient(deps)
  const body = { requestId: randomUUID() }
  const url = `/api/admin/resend-email/${id}`
  const replies = [await api.post(url, body), await api.post(url, body)]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(sink.received).toHaveLength(1)
  const other = await aClient(deps)
  const elsewhere = await api.post(`/api/admin/resend-email/${other.id}`, body)
  expect(elsewhere).toMatchObject({ status: 409, body: { code: 'request_changed' } })
  await api.post(url, { requestId: randomUUID() })
  expect(sink.received).toHaveLength(2)
})

test('emails a client once when two administrators resend together', async () => {
  const app = await startWithSmtp()
  const client = await aClient(app.deps)
  const colleague = { email: 'colleague@example.com', password: 'velvet anchor thursday' }
  await anAdmin(app.deps, colleague)
  const theirs = bearer(await logIn(app, colleague))
  const url = `/api/admin/resend-email/${client.id}`
  const replies = await Promise.all([app.api.post(url), app.send('POST', url, theirs)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = replies.find(({ status }) => status === 409)!
  expect(refused.body.message).toMatch(/^\S+@\S+ has just sent this email\. Nothing was sent\.$/)
  expect(app.sink.received).toHaveLength(1)
  await app.pass(61_000)
  expect((await app.api.post(url)).status).toBe(200)
})

test('emails a client again who has just asked for a new link', async () => {
  const { api, deps } = await startWithSmtp()
  const client = await aClient(deps)
  await api.post(`/api/verify/${await aLink(deps, client)}/new-link`)
  expect((await api.post(`/api/admin/resend-email/${client.id}`)).status).toBe(200)
})

test('explains a rejected resend and answers 404 for an unknown client', async () => {
  const { api, deps } = await startWithSmtp({ refuse: () => '552 5.2.2 Over quota' })
  const client = await aClient(deps)
  const { status, body } = await api.post(`/api/admin/resend-email/${client.id}`)
  const message = 'The mailbox is full. The server said: “552 5.2.2 Over quota”.'
  expect({ status, body }).toMatchObject({ status: 502, body: { message } })
  expect((await api.post('/api/admin/resend-email/999')).body.message).toBe(
    'This client was deleted or merged. Look in the trash.',
  )
})

test('gives the server’s words for a deferred resend', async () => {
  const { api, deps } = await startWithSmtp({ refuse: () => '451 4.2.1 Try again later' })
  const client = await aClient(deps)
  const { body } = await api.post(`/api/admin/resend-email/${client.id}`)
  expect(body.code).toBe('email_waiting')
  expect(body.message).toMatch(/in the background\. .*“451 4\.2\.1 Try again later”\.$/)
})

test('spaces mails by MAIL_RATE', async () => {
  const { api, deps, sink } = await startWithSmtp({}, { MAIL_RATE: '50' })
  for (let n = 0; n < 15; n++) await aClient(deps, { email: `c${n}@example.com` })
  const started = performance.now()
  await api.post(bulk, { statusFilter: 'all' })
  expect(sink.received).toHaveLength(15)
  expect(performance.now() - started).toBeGreaterThan(250)
})

test('mails the client’s current address', async () => {
  const app = await startWithSmtp({}, { MAIL_RATE: '4' })
  for (let n = 1; n <= 9; n++) await aClient(app.deps, { email: `old${n}@example.com` })
  const headers = { prefer: 'respond-async' }
  await app.send('POST', bulk, { payload: { statusFilter: 'all' }, headers })
  await app.api.put('/api/admin/users/9', { email: 'new@example.com' })
  await expect.poll(() => app.sink.received.length).toBe(9)
  const addresses = app.sink.received.map(({ to }) => to)
  expect(addresses).toContain('new@example.com')
  expect(addresses).not.toContain('old9@example.com')
})

test('writes each mail to the outbox without an SMTP server', async () => {
  const { api, deps, config } = await startTestApp()
  await aClient(deps)
  expect((await api.post(bulk, { statusFilter: 'all' })).body).toMatchObject({
    emailsSent: 1,
    smtpProvider: 'outbox',
  })
  const folder = `${config.DATA_DIR}/outbox`
  const [file, ...more] = await readdir(folder)
  expect(more).toEqual([])
  expect(file).toMatch(/^[\w.-]+\.eml$/)
  expect(await readFile(`${folder}/${file}`, 'utf8')).toContain(
    'To: "Esperanza O\'Brien" <esperanza.obrien@example.com>',
  )
})

test('keeps line breaks and markup of a name harmless', async () => {
  const { api, deps, sink } = await startWithSmtp()
  await aClient(deps, {
    first_name: 'Eve\r\nBcc: all@example.com',
    last_name: '<script>alert(1)</script>',
  })
  await api.post(bulk, { statusFilter: 'all' })
  const { mail } = sink.received[0]!
  expect(mail.bcc).toBeUndefined()
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).toContain('&lt;script&gt;')
})
