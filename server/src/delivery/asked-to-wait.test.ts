// @module-tag heavy
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  addClients,
  begin,
  MINUTE_MS,
  mailing,
  messageTo,
  pass,
  startWithSmtp,
} from '../../../testing/start-with-smtp.ts'

test('pauses all mails for a busy server', async () => {
  let busy = true
  const app = await startWithSmtp({ refuse: () => (busy ? '421 4.7.0 Too many' : undefined) })
  await addClients(app, 10)
  await begin(app)
  await expect
    .poll(() => app.deps.sender.problem)
    .toBe('The mail server 127.0.0.1 asks us to wait. It said: “421 4.7.0 Too many”.')
  expect(await mailing(app)).toMatchObject({ emailsFailed: 0, emailsWaiting: 10 })
  busy = false
  for (let n = 0; n < 3; n++) await pass(app, 10 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 10 })
  expect(app.deps.sender.problem).toBeNull()
})

test('fails a mail after nine tries if the server accepts others', async () => {
  const refuse = (to: string) => (to === 'c0@example.com' ? '421 4.3.0 Later' : undefined)
  const app = await startWithSmtp({ refuse })
  await addClients(app, 2)
  await begin(app)
  const attempts = async () => {
    await pass(app, 25 * 60 * MINUTE_MS)
    return (await messageTo(app, 'c0@example.com')).attempts
  }
  for (let tries = 1; tries <= 9; tries++) await expect.poll(attempts).toBe(tries)
  expect(await messageTo(app, 'c0@example.com')).toMatchObject({
    state: 'failed',
    error: 'The mail server 127.0.0.1 asks us to wait. It said: “421 4.3.0 Later”.',
    smtp_response: expect.stringContaining('421 4.3.0 Later'),
  })
})

test('sends all mails to a server that defers each once', async () => {
  const app = await startWithSmtp({
    refuse: (_, time) => (time === 1 ? '421 4.7.0 Slowly' : undefined),
  })
  await addClients(app, 12)
  await begin(app)
  for (let n = 0; n < 40 && app.sink.received.length < 12; n++) {
    await pass(app, 2 * MINUTE_MS)
    await sleep(100)
  }
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 12, emailsInDoubt: 0 })
})

test.each(['451 4.3.0 Temporary lookup failure', '421 4.3.0 Later'])(
  'fails no client while a server defers every mail: %s',
  async (words) => {
    let isAway = true
    const app = await startWithSmtp({ refuse: () => (isAway ? words : undefined) })
    await addClients(app, 3)
    await begin(app)
    const attempts = async () => {
      await pass(app, 25 * 60 * MINUTE_MS)
      return (await messageTo(app, 'c0@example.com')).attempts
    }
    await expect.poll(attempts).toBeGreaterThan(9)
    isAway = false
    const receivedLater = () => attempts().then(() => app.sink.received.length)
    await expect.poll(receivedLater).toBe(3)
    app.logged.length = 0
  },
)

test.each([
  '550 Domain firm.test has exceeded the max emails per hour (200/200 (100%)) allowed.',
  '450 Requested mail action not taken: mail send limit exceeded',
  '454 Throttling failure: Daily message quota exceeded.',
])('fails no client beyond a limit, however long it lasts: %s', async (limit) => {
  let left = 2
  let tries = 0
  const refuse = () => {
    tries++
    return left-- > 0 ? undefined : limit
  }
  const app = await startWithSmtp({ refuse })
  await addClients(app, 6)
  await begin(app)
  await expect.poll(() => tries).toBeGreaterThan(2)
  for (let days = 0; days < 12; days++) {
    const before = tries
    const triesLater = () => pass(app, 25 * 60 * MINUTE_MS).then(() => tries)
    await expect.poll(triesLater).toBeGreaterThan(before)
  }
  left = 6
  const receivedLater = () => pass(app, MINUTE_MS).then(() => app.sink.received.length)
  await expect.poll(receivedLater).toBe(6)
})

test('sends all mails to a server that takes two in a connection', async () => {
  const taken = new Map<string, number>()
  const app = await startWithSmtp(
    {
      refuse: (_to, _time, session) => {
        taken.set(session, (taken.get(session) ?? 0) + 1)
        return taken.get(session)! > 2 ? '452 4.5.3 Too many messages' : undefined
      },
    },
    { MAIL_CONNECTIONS: '1' },
  )
  await addClients(app, 5)
  await begin(app)
  const received = () => app.sink.received.length
  await expect.poll(received).toBe(2)
  const receivedLater = () => pass(app, MINUTE_MS).then(received)
  await expect.poll(receivedLater).toBe(5)
  expect(await messageTo(app, 'c4@example.com')).toMatchObject({ state: 'accepted', attempts: 1 })
})

test('retries a refused sign-in rarely, so that no account is locked', async () => {
  let greetings = 0
  const app = await startWithSmtp({
    refuseSignIn: '535 5.7.8 Wrong password',
    refuseGreeting: () => void greetings++,
  })
  app.clock.stoppedAt = Date.now()
  await addClients(app, 9)
  await begin(app)
  const opened = (times: number) => expect.poll(() => app.logged.length).toBe(times)
  await opened(1)
  for (const [n, minutes] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    await pass(app, minutes * MINUTE_MS - 1)
    await sleep(300)
    expect(greetings).toBe(n + 1)
    await pass(app, 1)
    await opened(n + 2)
  }
  // An administrator who has corrected the password does not wait.
  app.deps.sender.sendNow()
  await opened(9)
})
