// @module-tag heavy
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import {
  addClients,
  BULK,
  begin,
  MINUTE_MS,
  mailing,
  messageTo,
  pass,
  startWithSmtp,
} from '../../../testing/start-with-smtp.ts'

test('loses nothing while the mail server is down for an hour', async () => {
  const closed = await openSmtpSink()
  await closed.close()
  const app = await startTestApp({ SMTP_URL: closed.url })
  await addClients(app, 12)
  await begin(app)
  for (let minutes = 0; minutes < 60; minutes += 5) {
    const tries = app.logged.length
    await pass(app, 5 * MINUTE_MS)
    await expect.poll(() => app.logged.length).toBeGreaterThan(tries)
  }
  expect(await mailing(app)).toMatchObject({
    emailsWaiting: 12,
    emailsUntried: 12,
    emailsFailed: 0,
    waitingBecause: 'The mail server 127.0.0.1 cannot be reached.',
  })

  const again = await openSmtpSink({ port: Number(new URL(closed.url).port) })
  onTestFinished(() => again.close())
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => again.received.length).toBe(12)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 12, emailsInDoubt: 0 })
})

test('repeats a mail of unknown outcome with its Message-ID', async () => {
  const app = await startWithSmtp({
    refuse: (to, time) => (to === 'c1@example.com' && time === 1 ? 'drop after data' : undefined),
  })
  await addClients(app, 4)
  await begin(app)
  await expect.poll(() => app.sink.received.length).toBeGreaterThan(0)
  await expect.poll(async () => (await messageTo(app, 'c1@example.com')).attempts).toBe(1)
  expect(await messageTo(app, 'c1@example.com')).toMatchObject({
    state: 'queued',
    in_doubt: true,
    error:
      'The mail server 127.0.0.1 closed the connection before it said whether it accepted the mail.',
  })
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 4, emailsInDoubt: 1 })
  const twice = app.sink.received.filter(({ to }) => to === 'c1@example.com')
  expect(new Set(twice.map(({ mail }) => mail.messageId)).size).toBe(1)
  expect(twice).toHaveLength(2)
})

test('never sends a mail a third time that may have arrived twice', async () => {
  const app = await startWithSmtp({ refuse: () => 'drop after data' })
  await addClients(app, 1)
  await begin(app)
  await expect.poll(() => app.sink.received.length).toBe(1)
  await expect.poll(async () => (await messageTo(app, 'c0@example.com')).state).toBe('queued')
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(async () => (await messageTo(app, 'c0@example.com')).state).toBe('failed')
  expect(app.sink.received).toHaveLength(2)
})

test('sends all others when one mail breaks the connection', async () => {
  const app = await startWithSmtp({
    refuse: (to) => (to === 'c0@example.com' ? 'drop' : undefined),
  })
  await addClients(app, 6)
  await begin(app)
  const state = async () => await messageTo(app, 'c0@example.com')
  for (let tries = 1; tries <= 9; tries++) {
    await expect.poll(async () => (await state()).attempts).toBe(tries)
    await pass(app, 25 * 60 * MINUTE_MS)
  }
  expect(await state()).toMatchObject({
    state: 'failed',
    in_doubt: false,
    error: 'The mail server 127.0.0.1 closed the connection before it accepted the mail.',
  })
  expect(app.sink.received).toHaveLength(5)
  // Nothing waits any more, so the circuit closes.
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => app.deps.sender.problem).toBeNull()
})

test('reports a rejected sign-in and loses nothing', async () => {
  const app = await startWithSmtp({ refuseSignIn: '535 5.7.8 Wrong password' })
  await addClients(app, 3)
  await begin(app)
  await expect
    .poll(() => app.deps.sender.problem)
    .toBe('The mail server 127.0.0.1 refused our sign-in. It said: “535 5.7.8 Wrong password”.')
  await expect.poll(() => mailing(app)).toMatchObject({ emailsUntried: 3 })
  expect(app.logged.join()).not.toContain('wrong@')
})

test.each([
  ['refuseGreeting', 'refuses us. It said: “554 5.7.1 Blocked”.'],
  ['refuseSender', 'does not accept mail from no-reply@attest.test. It said: “554 5.7.1 Blocked”.'],
] as const)('fails no mail while a server refuses us as a whole (%s)', async (option, words) => {
  let blocked = true
  const app = await startWithSmtp({ [option]: () => (blocked ? '554 5.7.1 Blocked' : undefined) })
  await addClients(app, 6)
  await begin(app)
  const waitingBecause = `The mail server 127.0.0.1 ${words}`
  for (let tries = 1; tries <= 12; tries++) {
    await expect.poll(() => app.logged.length).toBeGreaterThanOrEqual(tries)
    await pass(app, 2 * MINUTE_MS)
  }
  expect(await mailing(app)).toMatchObject({ emailsUntried: 6, emailsFailed: 0, waitingBecause })
  const { smtp_response } = await app.deps.db
    .selectFrom('messages')
    .select('smtp_response')
    .where('smtp_response', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(smtp_response).toBe('554 5.7.1 Blocked')
  blocked = false
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 6, emailsInDoubt: 0 })
  expect(app.sink.received).toHaveLength(6)
})

test('sends nine mails when one of ten recipients is rejected', async () => {
  const app = await startWithSmtp({
    refuse: (to) => (/^c\d*7@/.test(to) ? '550 5.1.1 No such user' : undefined),
  })
  await addClients(app, 30)
  await begin(app)
  await expect
    .poll(() => mailing(app))
    .toMatchObject({ emailsSent: 27, emailsFailed: 3, emailsWaiting: 0 })
  expect(app.sink.received).toHaveLength(27)
})

test('answers requests while the mail server is slow', async () => {
  const acknowledged = Promise.withResolvers<void>()
  let mails = 0
  const slow = async () => (mails++ === 0 ? undefined : acknowledged.promise)
  const app = await startWithSmtp({ slow }, { MAIL_CONNECTIONS: '3' })
  await addClients(app, 9)
  await begin(app)
  await expect.poll(() => app.sink.received.length).toBe(4)
  expect((await app.api.get('/api/admin/users')).body.total).toBe(9)
  expect(await mailing(app)).toMatchObject({ emailsSent: 1 })
  acknowledged.resolve()
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 9 })
  expect(app.sink.mostConnections).toBe(3)
})

test('explains why a mail to an unusable address failed', async () => {
  const app = await startWithSmtp()
  const email = 'eve@example.com\r\nRCPT TO:<all@example.com>'
  await aClient(app.deps, { email })
  await aClient(app.deps)
  const { body } = await app.api.post(BULK, { statusFilter: 'all' })
  expect(body).toMatchObject({
    emailsSent: 1,
    emailErrors: [
      { email, error: 'This is not a valid email address, so no mail can be sent to it.' },
    ],
  })
  expect(app.sink.received.map(({ to }) => to)).toEqual(['esperanza.obrien@example.com'])
})

test('removes invisible characters from a stored address', async () => {
  const app = await startWithSmtp()
  await aClient(app.deps, { email: 'eve\u200b@example.com\u0007\n' })
  const { body } = await app.api.post(BULK, { statusFilter: 'all' })
  expect(body).toMatchObject({ emailsSent: 1, emailErrors: [] })
  expect(app.sink.received.map(({ to }) => to)).toEqual(['eve@example.com'])
})

test('applies MAIL_RATE to all mails, test emails too', async () => {
  const app = await startWithSmtp({}, { MAIL_RATE: '20' })
  await addClients(app, 30)
  await begin(app)
  const test = { templateId: 'GeneralClients', testEmail: 'test@example.com' }
  await Promise.all(
    Array.from({ length: 10 }, () => app.api.post('/api/admin/email-templates/send-test', test)),
  )
  await expect.poll(() => app.sink.received.length).toBe(40)
  const times = app.sink.received.map(({ at }) => at)
  // 40 mails need 2 s less what Pace makes up for; without a limit they need 0.1 s.
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1800)
})

test('rejects a test email that would wait too long', async () => {
  const app = await startWithSmtp({}, { MAIL_RATE: '0.02' })
  const sendTest = () =>
    app.api.post('/api/admin/email-templates/send-test', {
      templateId: 'GeneralClients',
      testEmail: 'test@example.com',
    })
  expect((await sendTest()).status).toBe(200)
  const { status, body } = await sendTest()
  expect(status).toBe(503)
  expect(body.message).toMatch(/^The limit for emails lets the next one leave in \d\d seconds\./)
  expect(app.sink.received).toHaveLength(1)
})

test('fails only the message whose letter cannot be made', async () => {
  const app = await startWithSmtp({}, { MAIL_CONNECTIONS: '2' })
  await addClients(app, 3)
  // A template older than today's limits: filled in, it is longer than any text can be.
  await aClient(app.deps, { email: 'long@example.com', address: 'x'.repeat(100_000) })
  await aClient(app.deps, { email: 'last@example.com' })
  await app.deps.db
    .updateTable('templates')
    .set({ mainMessage: '{{address}} '.repeat(6000) })
    .execute()
  const { body } = await app.api.post(BULK, { statusFilter: 'all' })
  const error = 'The letter could not be made from the template and the details of this client.'
  expect(body).toMatchObject({
    emailsSent: 4,
    emailsFailed: 1,
    emailErrors: [{ email: 'long@example.com', error }],
  })
  expect(await messageTo(app, 'long@example.com')).toMatchObject({ state: 'failed', error })
  expect(app.sink.received.map(({ to }) => to)).not.toContain('long@example.com')
  expect(app.sink.received).toHaveLength(4)
  const errors = app.logged
    .splice(0)
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50)
  expect(errors).toEqual([
    expect.objectContaining({
      err: expect.objectContaining({ type: 'RangeError', stack: expect.any(String) }),
    }),
  ])
  expect(app.deps.sender.problem).toBeNull()
})

test('records a mail server’s reply without its NUL', async () => {
  const sink = await openSmtpSink({
    refuse: (to) => (to === 'c1@example.com' ? '550 5.1.1 No_such user' : undefined),
  })
  // The sink cannot send such a reply itself.
  const garbled = createServer((client) => {
    const server = connect(Number(new URL(sink.url).port), '127.0.0.1')
    client.pipe(server).on('data', (said) => {
      client.write(said.toString().replace('No_such', 'No\0 such'))
    })
    client.on('error', () => server.destroy()).on('close', () => server.destroy())
    server.on('error', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(garbled, 'listening')
  onTestFinished(async () => {
    await sink.close()
    garbled.close()
  })
  const { port } = garbled.address() as AddressInfo
  const app = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await addClients(app, 4)
  await begin(app)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 3, emailsFailed: 1 })
  expect((await messageTo(app, 'c1@example.com')).smtp_response).toContain('5.1.1 No such user')
})

test('sends no letter whose link leads to the reader’s own computer', async () => {
  const app = await startTestApp({
    SMTP_URL: 'smtp://mail.firm.invalid',
    PUBLIC_URL: 'http://localhost:3000',
  })
  await addClients(app, 2)
  await begin(app)
  await pass(app, MINUTE_MS)
  expect(await mailing(app)).toMatchObject({
    emailsUntried: 2,
    waitingBecause: expect.stringContaining('Links would lead to http://localhost:3000'),
  })
  // The links' own address may be public.
  app.config.VERIFY_URL = 'https://verify.harrow.com'
  await pass(app, MINUTE_MS)
  await expect
    .poll(async () => (await mailing(app)).waitingBecause)
    .toContain('There is no mail server named mail.firm.invalid')
  app.logged.length = 0
})
