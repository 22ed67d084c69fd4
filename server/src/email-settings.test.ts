import { expect, onTestFinished, test, vi } from 'vitest'
import { importFile } from '../../testing/import-file.ts'
import { sheetOf } from '../../testing/mass-mailing.ts'
import { openSmtpSink } from '../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { addClients, begin } from '../../testing/start-with-smtp.ts'
import { followSettings } from './settings.ts'

const EMAIL = '/api/admin/settings/email'
const ACCOUNT = { user: 'office@hale.test', password: 'p@ss: w/ö% "1"' }

async function start(options: Parameters<typeof openSmtpSink>[0] = { account: ACCOUNT }) {
  const sink = await openSmtpSink(options)
  onTestFinished(() => sink.close())
  const app = await startTestApp()
  app.secrets.see({ password: ACCOUNT.password })
  await app.api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  const server = { host: '127.0.0.1', port: Number(new URL(sink.url).port), security: 'none' }
  const typed = { senderAddress: 'records@hale.test', server: { ...server, ...ACCOUNT } }
  return { ...app, sink, server, typed }
}

const settings = async ({ api }: Pick<TestApp, 'api'>) =>
  (await api.get('/api/admin/settings')).body

test('waiting letters leave by the mail server that the office sets', async () => {
  const app = await start()
  const { body } = await app.api.put(EMAIL, { ...app.typed, replyTo: 'office@hale.test', rate: 20 })
  expect(body.email).toMatchObject({
    senderName: { value: null },
    senderAddress: { value: 'records@hale.test', setBy: 'office', variable: 'MAIL_FROM' },
    replyTo: { value: 'office@hale.test' },
    host: { value: '127.0.0.1', setBy: 'office', variable: 'SMTP_URL' },
    port: { value: String(app.server.port) },
    user: { value: ACCOUNT.user },
    password: { value: null, setBy: 'office' },
    rate: { value: '20' },
  })
  await addClients(app, 2)
  await begin(app)
  await vi.waitFor(() => expect(app.sink.received).toHaveLength(2), 10_000)
  expect(app.sink.received[0]!.mail).toMatchObject({
    from: { name: 'Attest', address: 'records@hale.test' },
    replyTo: [{ address: 'office@hale.test' }],
  })
})

test('an invitation says that it was mailed once a mail server is set', async () => {
  const app = await start()
  await app.api.put(EMAIL, app.typed)
  const { body } = await app.api.post('/api/administrators', { email: 'new@example.com' })
  expect(body).toMatchObject({ state: 'invited' })
  expect(body.code).toBeUndefined()
  await vi.waitFor(() => expect(app.sink.received).toHaveLength(1))
})

test('letters of the outbox count as not sent once a mail server is set', async () => {
  const app = await start()
  await addClients(app, 2)
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const reasons = async () => (await app.api.get('/api/admin/rounds/1')).body
  expect(await reasons()).toMatchObject({ coverage: { reasons: { asked: 2 } } })
  await app.api.put(EMAIL, app.typed)
  expect(await reasons()).toMatchObject({ coverage: { reasons: { not_asked: 2 } } })
  const { clients } = (await app.api.get('/api/admin/rounds/1/outstanding')).body
  expect(clients[0]).toMatchObject({ requests: 0, last_emailed_at: null, last_asked_at: null })
  const selection = { filter: { round: 'not_asked', status: 'pending' }, total: 2 }
  const bulk = '/api/admin/bulk-send-emails'
  const { body } = await app.api.get(`${bulk}/preview?statusFilter=pending&round=not_asked`)
  expect(body).toMatchObject({ totalUsers: 2, emailedLately: 0 })
  await app.api.post(bulk, { statusFilter: 'pending', ...selection })
  expect(app.sink.received).toHaveLength(2)
  expect(await reasons()).toMatchObject({ coverage: { reasons: { asked: 2, not_asked: 0 } } })
})

test('stores the password sealed, and keeps it out of both logs', async () => {
  const app = await start()
  await app.api.put(EMAIL, app.typed)
  const rows = await app.deps.db.selectFrom('settings').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('smtp')
  const { body } = await app.api.get('/api/security-log')
  expect(body.entries[0].detail).toBe('sender: records@hale.test, mail server: changed')
})

test('saves a server that refuses the sign-in only after a warning', async () => {
  const app = await start()
  const wrong = { ...app.typed, server: { ...app.typed.server, password: 'wrong' } }
  expect(await app.api.put(EMAIL, wrong)).toMatchObject({
    status: 422,
    body: { code: 'mail_check_failed', message: expect.stringContaining('Bad user or password') },
  })
  expect((await settings(app)).email.host).toMatchObject({ value: null, setBy: 'default' })
  expect((await app.api.put(EMAIL, { ...wrong, anyway: true })).status).toBe(200)
  expect((await settings(app)).email.host.setBy).toBe('office')
  app.logged.splice(0)
})

test('sends the kept password only to the server it was entered for', async () => {
  const app = await start()
  await app.api.put(EMAIL, app.typed)
  const thief = await openSmtpSink({ account: ACCOUNT })
  onTestFinished(() => thief.close())
  const { password, ...server } = app.typed.server
  const port = Number(new URL(thief.url).port)
  for (const change of [{ port }, { host: 'localhost' }, { user: 'other' }])
    for (const call of [
      app.api.put(EMAIL, { server: { ...server, ...change }, anyway: true }),
      app.api.post(`${EMAIL}/test`, { server: { ...server, ...change } }),
    ])
      expect(await call).toMatchObject({
        status: 400,
        body: { fields: { 'server.password': 'Please enter the password' } },
      })
  const again = await app.api.put(EMAIL, { server: { ...server, security: 'none' }, rate: 5 })
  expect(again.status).toBe(200)
})

test('sends a test email by what is typed, with the server’s own words', async () => {
  const app = await start()
  const sent = await app.api.post(`${EMAIL}/test`, app.typed)
  expect(sent).toMatchObject({
    status: 200,
    body: { to: 'admin@example.com', response: expect.stringMatching(/^250 /) },
  })
  const { mail } = app.sink.received[0]!
  expect(mail.text).toMatch(/https:\/\/attest\.test\/address-check\/[\w-]{43}/)
  expect((await settings(app)).email.host.setBy).toBe('default')
  const wrong = { ...app.typed, server: { ...app.typed.server, password: 'wrong' } }
  expect(await app.api.post(`${EMAIL}/test`, wrong)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('535 5.7.8 Bad user or password') },
  })
})

test('needs a proof of identity to choose the server', async () => {
  const { api } = await startTestApp()
  const server = { host: 'smtp.thief.test', port: 25, security: 'none', user: null }
  for (const call of [api.put(EMAIL, { server }), api.post(`${EMAIL}/test`, { server })])
    expect(await call).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } })
})

test('letters wait for the password after a change of the secret key', async () => {
  const app = await start()
  await app.api.put(EMAIL, app.typed)
  app.deps.secretKey = 'a secret key of another server, which opens nothing'
  await followSettings(app.deps)
  await app.deps.mail.follow()
  expect((await settings(app)).email.host).toMatchObject({ value: null, isUnreadable: true })
  await addClients(app, 1)
  await begin(app)
  await vi.waitFor(
    () => expect(app.deps.sender.problem).toContain('password can no longer be read'),
    10_000,
  )
  await app.api.put(EMAIL, app.typed)
  await vi.waitFor(() => expect(app.sink.received).toHaveLength(1), 10_000)
  app.logged.splice(0)
})

test('mails in flight end at the former server, later ones leave by the next', async () => {
  const held = Promise.withResolvers<void>()
  let isFirst = true
  const slow = () => {
    // After idle time, one mail must first show that the server accepts any.
    const mayPass = isFirst
    isFirst = false
    return mayPass ? Promise.resolve() : held.promise
  }
  const app = await start({ slow })
  const next = await openSmtpSink()
  onTestFinished(() => next.close())
  const noAccount = { ...app.server, user: null }
  await app.api.put(EMAIL, { ...app.typed, server: noAccount })
  await addClients(app, 12)
  await begin(app)
  await vi.waitFor(() => expect(app.sink.begun).toBe(4), 10_000)
  const port = Number(new URL(next.url).port)
  await app.api.put(EMAIL, { server: { ...noAccount, port } })
  held.resolve()
  await vi.waitFor(() => expect(app.sink.received.length + next.received.length).toBe(12), 20_000)
  expect(app.sink.received).toHaveLength(4)
  const to = [...app.sink.received, ...next.received].map(({ to }) => to)
  expect(new Set(to).size).toBe(12)
})

test('a mail server set during an import gets each letter once', {
  tags: 'heavy',
}, async () => {
  const app = await start()
  // A dead server makes the letters wait. Without a server they would go to the outbox.
  const dead = { ...app.server, port: 1, user: null }
  await app.api.put(EMAIL, { ...app.typed, server: dead, anyway: true })
  const importing = importFile(app, sheetOf(1500), {}, { prefer: 'respond-async' })
  await app.api.put('/api/admin/settings/firm', { name: 'Hale' })
  await app.api.put(EMAIL, app.typed)
  expect((await importing).status).toBe(202)
  await vi.waitFor(() => expect(app.sink.received).toHaveLength(1500), 30_000)
  expect(new Set(app.sink.received.map(({ to }) => to)).size).toBe(1500)
  expect(app.sink.received.at(-1)!.mail.from?.name).toBe('Hale')
  app.logged.splice(0)
})

test.each([
  [{ server: { host: 'smtp.a.test/x', port: 25, security: 'none', user: null } }, 'server.host'],
  [{ server: { host: 'a..b', port: 25, security: 'none', user: null } }, 'server.host'],
  [{ server: { host: 'smtp.a.test', port: 0, security: 'none', user: null } }, 'server.port'],
  [{ senderAddress: 'records' }, 'senderAddress'],
  [{ rate: 0 }, 'rate'],
  [{ senderName: 'Hale' }, 'senderAddress'],
])('refuses %j', async (body, field) => {
  const { api } = await start()
  const refused = await api.put(EMAIL, body)
  expect(refused).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
})

test('the environment’s mail server takes precedence over the office’s', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://user:secret@smtp.hale.test:2525' })
  await app.api.post('/api/account/confirm', { current_password: 'correct horse battery' })
  expect((await settings(app)).email).toMatchObject({
    host: { value: 'smtp.hale.test', setBy: 'server', variable: 'SMTP_URL' },
    password: { value: null, setBy: 'server' },
  })
  const server = { host: 'smtp.a.test', port: 25, security: 'none', user: null }
  expect(await app.api.put(EMAIL, { server, anyway: true })).toMatchObject({
    status: 400,
    body: { message: 'Set on the server by SMTP_URL' },
  })
})

test('links live as long as the office says, and letters name the day', async () => {
  const app = await start({})
  await app.api.put(EMAIL, { ...app.typed, server: { ...app.server, user: null } })
  await app.api.put('/api/admin/settings/links', { days: 3 })
  await addClients(app, 1)
  await begin(app)
  await vi.waitFor(() => expect(app.sink.received).toHaveLength(1), 10_000)
  const link = await app.deps.db.selectFrom('verification_links').selectAll().executeTakeFirst()
  const lives = Date.parse(link!.expires_at) - Date.parse(link!.issued_at)
  expect(Math.floor(lives / 86_400_000)).toBe(3)
})

test('a new round takes the office’s due date and reminders', async () => {
  const app = await startTestApp()
  const links = '/api/admin/settings/links'
  expect(await app.api.put(links, { reminders: '14, 7' })).toMatchObject({
    status: 400,
    body: { fields: { reminders: 'This must be rising days like 7, 14, 21' } },
  })
  await app.api.put(links, { roundDays: 60, reminders: '10, 30' })
  await addClients(app, 1)
  await begin(app)
  const { body } = await app.api.get('/api/admin/rounds')
  expect(body[0].plan.days).toEqual([10, 30])
  const lasts = Date.parse(body[0].due_on) - Date.parse(body[0].started_at.slice(0, 10))
  expect(Math.abs(lasts / 86_400_000 - 60)).toBeLessThanOrEqual(1)
  const { body: none } = await app.api.put(links, { reminders: 'none' })
  expect(none.links.reminders.value).toBe('none')
  expect(app.config.REMINDER_DAYS).toEqual([])
})

test('security settings apply at once, after a proof of identity', async () => {
  const app = await start()
  await app.api.put('/api/admin/settings/security', { receipts: 'off' })
  expect(app.config.CHANGE_RECEIPTS).toBe(false)
  const { body } = await app.api.put('/api/admin/settings/security', { receipts: 'on' })
  expect(body.security.receipts).toMatchObject({ value: 'on', setBy: 'office' })
})

test('refuses the time zone Mars and follows a real one', async () => {
  const app = await startTestApp({ TIME_ZONE: '' })
  const firm = '/api/admin/settings/firm'
  expect(await app.api.put(firm, { timeZone: 'Mars' })).toMatchObject({
    status: 400,
    body: { fields: { timeZone: 'This must be a time zone like America/New_York' } },
  })
  await app.api.put(firm, { timeZone: 'Pacific/Auckland' })
  expect(app.config.TIME_ZONE).toBe('Pacific/Auckland')
  await app.api.put(firm, { timeZone: null })
  expect(app.config.TIME_ZONE).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
