import { expect, test } from 'vitest'
import {
  addClients,
  BULK,
  begin,
  MINUTE_MS,
  mailing,
  messageTo,
  pass,
  startWithSmtp,
} from '../testing/mail-on-bad-days.ts'
import { aClient } from '../testing/make.ts'

const LISTED = '554 5.7.1 Client host [203.0.113.9] blocked using a list'
const TOLD = `The mail server 127.0.0.1 refuses us: ${LISTED}`

test('a server that says of each recipient that it refuses us fails none, and gets all when it is over', async () => {
  let listed = true
  const app = await startWithSmtp({ refuse: () => (listed ? LISTED : undefined) })
  await addClients(app, 6)
  await begin(app)
  for (let tries = 1; tries <= 5; tries++) {
    await expect.poll(() => app.logged.length).toBeGreaterThanOrEqual(tries)
    await pass(app, 2 * MINUTE_MS)
  }
  expect(await mailing(app)).toMatchObject({
    emailsWaiting: 6,
    emailsFailed: 0,
    waitingBecause: TOLD,
  })
  listed = false
  for (let n = 0; n < 3; n++) await pass(app, 30 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 6, emailsInDoubt: 0 })
})

test('one that refuses us for a single recipient and takes others fails that one, in its words', async () => {
  const app = await startWithSmtp({
    refuse: (to) => (to === 'c0@example.com' ? LISTED : undefined),
  })
  await addClients(app, 6)
  await begin(app)
  await expect.poll(async () => (await messageTo(app, 'c0@example.com')).attempts).toBe(1)
  await expect.poll(() => app.sink.received.length, { timeout: 5000 }).toBe(5)
  await pass(app, 2 * MINUTE_MS)
  await expect
    .poll(() => messageTo(app, 'c0@example.com'))
    .toMatchObject({ state: 'failed', error: TOLD, smtp_response: expect.stringContaining(LISTED) })
  expect(app.deps.sender.trouble).toBeNull()
})

test('a standstill is told only as long as something stands still', async () => {
  const app = await startWithSmtp({ refuseGreeting: () => '554 Go away' })
  await addClients(app, 3)
  await begin(app)
  await expect.poll(() => app.deps.sender.trouble).toContain('Go away')
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => app.deps.sender.trouble).toContain('Go away')
  await app.api.post('/api/admin/mailings/1/cancel', {})
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => app.deps.sender.trouble).toBeNull()
})

test('who asks for a mail after a standstill is told how the server is now', async () => {
  let away = true
  const app = await startWithSmtp({ refuseGreeting: () => (away ? '554 Go away' : undefined) })
  const { id } = await aClient(app.deps)
  expect((await app.api.post(BULK, { statusFilter: 'all' })).body.emailsSent).toBe(0)
  expect((await mailing(app)).waitingBecause).toContain('Go away')
  const still = await app.api.post(`/api/admin/resend-email/${id}`, {})
  expect(still.body.message).toMatch(/^1 email is waiting: The mail server .* Go away/)
  away = false
  const well = await app.api.post(`/api/admin/resend-email/${id}`, {})
  expect(well.body.message).toBe('Verification email has been resent successfully')
  await expect.poll(() => app.sink.received.length).toBe(3)
  expect(app.deps.sender.trouble).toBeNull()
})
