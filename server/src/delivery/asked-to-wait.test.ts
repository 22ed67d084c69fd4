import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ADMIN, aClient } from '../../../testing/make.ts'
import type { TestApp } from '../../../testing/start-test-app.ts'
import {
  addClients,
  begin,
  MINUTE_MS,
  mailing,
  messageTo,
  pass,
  startWithSmtp,
} from '../../../testing/start-with-smtp.ts'
import { transact } from '../db/transact.ts'
import { makeMailing } from '../mailings/make-mailing.ts'

test('pauses for a busy server without counting a try', async () => {
  let busy = true
  const app = await startWithSmtp({ refuse: () => (busy ? '421 4.7.0 Too many' : undefined) })
  await addClients(app, 10)
  await begin(app)
  await expect
    .poll(() => app.deps.sender.trouble)
    .toBe('The mail server 127.0.0.1 asks us to wait. It said: “421 4.7.0 Too many”.')
  await expect.poll(() => mailing(app)).toMatchObject({ emailsUntried: 10, emailsWaiting: 10 })
  busy = false
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 10 })
  expect(app.deps.sender.trouble).toBeNull()
})

test('counts a try when a busy server accepts other mails', async () => {
  let heard = 0
  const app = await startWithSmtp({
    refuse: (to) => (to === 'c0@example.com' ? `421 4.3.0 Later ${++heard}` : undefined),
  })
  await addClients(app, 6)
  await begin(app)
  const attempts = async () => (await messageTo(app, 'c0@example.com')).attempts
  const isHeard = async (times: number) => {
    const before = heard
    while (heard < before + times) {
      await pass(app, 2 * MINUTE_MS)
      await sleep(50)
    }
    return attempts()
  }
  await expect.poll(() => isHeard(1)).toBe(1)
  expect(app.sink.received).toHaveLength(5)
  // Without other accepted mails no try counts: the deferral may concern every mail.
  expect(await isHeard(4)).toBe(1)
  await sendToAnother(app)
  await expect.poll(() => isHeard(1)).toBe(2)
})

test('fails the only mail after hours of a busy server', async () => {
  const app = await startWithSmtp({ refuse: () => '421 4.3.0 Later' })
  await addClients(app, 1)
  await begin(app)
  const attempts = async () => {
    await pass(app, 25 * 60 * MINUTE_MS)
    return (await messageTo(app, 'c0@example.com')).attempts
  }
  for (let tries = 1; tries <= 9; tries++) await expect.poll(attempts).toBe(tries)
  expect(await messageTo(app, 'c0@example.com')).toMatchObject({
    state: 'failed',
    error: 'The mail server keeps deferring this mail.',
    smtp_response: expect.stringContaining('421 4.3.0 Later'),
  })
})

async function sendToAnother({ deps, config }: TestApp) {
  const { id } = await aClient(deps)
  await transact(deps.db, (tx) => {
    const author = { adminEmail: ADMIN.email, at: deps.now().toISOString() }
    return makeMailing(tx, config, { kind: 'created', selection: { ids: [id] }, author })
  })
}

test('counts no try when each mail is deferred once', async () => {
  const app = await startWithSmtp({
    refuse: (_, time) => (time === 1 ? '421 4.7.0 Slowly' : undefined),
  })
  await addClients(app, 12)
  await begin(app)
  for (let n = 0; n < 40 && app.sink.received.length < 12; n++) {
    await pass(app, 2 * MINUTE_MS)
    await sleep(100)
  }
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 12 })
  const messages = await app.deps.db.selectFrom('messages').select('attempts').execute()
  expect(messages.map(({ attempts }) => attempts)).toEqual(messages.map(() => 1))
})
