// @module-tag heavy
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
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
import { endMailings } from '../mailings/cancel-mailing.ts'

const LISTED = '554 5.7.1 Client host [203.0.113.9] blocked using a list'
const TOLD = `The mail server 127.0.0.1 refuses us. It said: “${LISTED}”.`

test('fails no mail while a server rejects us at each recipient', async () => {
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

test('sends the other mails when a server rejects us for one', async () => {
  const app = await startWithSmtp({
    refuse: (to) => (to === 'c0@example.com' ? LISTED : undefined),
  })
  await addClients(app, 6)
  await begin(app)
  await expect.poll(async () => (await messageTo(app, 'c0@example.com')).attempts).toBe(1)
  await expect.poll(() => app.sink.received.length).toBe(5)
  expect(await messageTo(app, 'c0@example.com')).toMatchObject({
    state: 'queued',
    error: TOLD,
    smtp_response: expect.stringContaining(LISTED),
  })
  expect(app.deps.sender.problem).toBeNull()
})

test('keeps the circuit closed when a retry is refused', async () => {
  const app = await startWithSmtp({
    refuse: (to) => (to === 'c3@example.com' ? undefined : LISTED),
  })
  await addClients(app, 4)
  await begin(app)
  const sent = async () => {
    await pass(app, 10_000)
    return app.sink.received.length
  }
  await expect.poll(sent).toBe(1)
  const opened = app.logged.length
  const attempts = (n: number) => async () => (await messageTo(app, `c${n}@example.com`)).attempts
  await pass(app, 2 * MINUTE_MS)
  for (const n of [0, 1, 2]) await expect.poll(attempts(n)).toBe(2)
  expect(app.logged).toHaveLength(opened)
  // A circuit that opened before the accepted mail closes once nothing is due.
  await expect.poll(() => app.deps.sender.problem).toBeNull()
})

test('reports an open circuit only while mails wait', async () => {
  const app = await startWithSmtp({ refuseGreeting: () => '554 Go away' })
  await addClients(app, 3)
  await begin(app)
  await expect.poll(() => app.deps.sender.problem).toContain('Go away')
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => app.deps.sender.problem).toContain('Go away')
  await app.api.post('/api/admin/mailings/1/cancel', {})
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => app.deps.sender.problem).toBeNull()
})

test('probes the server when an administrator asks for mail', async () => {
  let away = true
  const app = await startWithSmtp({ refuseGreeting: () => (away ? '554 Go away' : undefined) })
  const { id } = await aClient(app.deps)
  expect((await app.api.post(BULK, { statusFilter: 'all' })).body.emailsSent).toBe(0)
  expect((await mailing(app)).waitingBecause).toContain('Go away')
  const still = await app.api.post(`/api/admin/resend-email/${id}`, {})
  expect(still.body.code).toBe('email_waiting')
  expect(still.body.message).toMatch(/^1 email is waiting: The mail server .* Go away/)
  away = false
  const well = await app.api.post(`/api/admin/resend-email/${id}`, {})
  expect(well.body.message).toBe('Verification email has been resent successfully')
  // The last email replaces the two that waited.
  await expect.poll(async () => (await mailing(app)).emailsCanceled).toBe(1)
  expect(app.sink.received).toHaveLength(1)
  expect(app.deps.sender.problem).toBeNull()
})

test('doubles the pauses of an open circuit and reports it', async () => {
  let greetings = 0
  const app = await startWithSmtp({
    async refuseGreeting() {
      greetings++
      await sleep(200)
      return '554 Go away'
    },
  })
  app.clock.stoppedAt = Date.now()
  await addClients(app, 1)
  await begin(app)
  await expect.poll(() => app.deps.sender.problem).not.toBeNull()
  const problems = new Set<string | null>()
  const rounds = [1, 2, 4]
  for (const [tried, seconds] of rounds.entries()) {
    await pass(app, seconds * 1000 - 1)
    await sleep(300)
    expect(greetings).toBe(tried + 1)
    await pass(app, 1)
    await expect
      .poll(() => {
        problems.add(app.deps.sender.problem)
        return greetings
      })
      .toBe(tried + 2)
  }
  expect([...problems]).toEqual(['The mail server 127.0.0.1 refuses us. It said: “554 Go away”.'])
})

test('keeps the pause when earlier mails are accepted', async () => {
  let busy = true
  const acknowledged = Promise.withResolvers<void>()
  let mails = 0
  const app = await startWithSmtp({
    // A first mail shows that the server accepts the sign-in.
    slow: async () => (mails++ === 0 ? undefined : acknowledged.promise),
    refuse: (to) => (busy && to === 'c1@example.com' ? '421 4.7.0 Slowly' : undefined),
  })
  // On a busy machine the pause of a second may end before the two emails arrive.
  app.clock.stoppedAt = Date.now()
  await addClients(app, 30)
  await begin(app)
  await expect.poll(() => app.sink.received.length).toBe(3)
  const problem = () => app.deps.sender.problem
  await expect
    .poll(problem)
    .toBe('The mail server 127.0.0.1 asks us to wait. It said: “421 4.7.0 Slowly”.')
  acknowledged.resolve()
  await sleep(500)
  expect(problem()).toBe('The mail server 127.0.0.1 asks us to wait. It said: “421 4.7.0 Slowly”.')
  expect(app.sink.received).toHaveLength(3)
  busy = false
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 30 })
})

test('restores the answer when a waiting mail is canceled', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const app = await startWithSmtp({ refuseGreeting: () => held.then(() => '554 Go away') })
  const { id } = await aClient(app.deps, { status: 'updated' })
  await begin(app)
  const client = async () => (await app.api.get(`/api/admin/users/${id}`)).body
  await expect.poll(client).toMatchObject({ status: 'pending' })
  await expect.poll(() => app.sink.connections).toBeGreaterThan(0)
  await app.api.post('/api/admin/mailings/1/cancel', {})
  expect(await client()).toMatchObject({ status: 'pending' })
  letGo()
  await expect.poll(() => mailing(app)).toMatchObject({ emailsCanceled: 1 })
  await endMailings(app.deps)
  expect(await client()).toMatchObject({ status: 'updated' })
  expect(await mailing(app)).toMatchObject({ emailsCanceled: 1, updatedCount: 0 })
})
