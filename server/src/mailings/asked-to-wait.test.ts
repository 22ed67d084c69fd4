import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import {
  addClients,
  begin,
  MINUTE_MS,
  mailing,
  messageTo,
  pass,
  startWithSmtp,
} from '../testing/mail-on-bad-days.ts'
import { ADMIN, aClient } from '../testing/make.ts'
import { makeMailing } from './make-mailing.ts'

test('a server that asks to wait slows all down and costs no mail a try', async () => {
  let busy = true
  const app = await startWithSmtp({ refuse: () => (busy ? '421 4.7.0 Too many' : undefined) })
  await addClients(app, 10)
  await begin(app)
  await expect
    .poll(() => app.deps.sender.trouble)
    .toBe('The mail server 127.0.0.1 asks us to wait.')
  await expect.poll(() => mailing(app)).toMatchObject({ emailsUntried: 10, emailsWaiting: 10 })
  busy = false
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 10 })
  expect(app.deps.sender.trouble).toBeNull()
})

test('a mail over which a server asks to wait for ever fails in the end, once others went through each time', async () => {
  let heard = 0
  const refuse = (to: string) => {
    if (to !== 'c0@example.com') return undefined
    heard++
    return '421 4.3.0 Later'
  }
  const app = await startWithSmtp({ refuse })
  await addClients(app, 6)
  await begin(app)
  const attempts = async () => {
    await pass(app, 25 * 60 * MINUTE_MS)
    return (await messageTo(app, 'c0@example.com')).attempts
  }
  for (let tries = 1; tries <= 9; tries++) {
    await expect.poll(attempts).toBe(tries)
    if (tries === 9) break
    // As long as nothing else goes out it is no try: it may be about all.
    const before = heard
    await expect
      .poll(async () => {
        await attempts()
        return heard
      })
      .toBeGreaterThan(before + 4)
    expect(await attempts()).toBe(tries)
    const { id } = await aClient(app.deps)
    await transact(app.deps.db, (tx) => {
      const author = { adminEmail: ADMIN.email, at: app.deps.now().toISOString() }
      return makeMailing(tx, app.config, { kind: 'created', selection: { ids: [id] }, author })
    })
  }
  expect(await messageTo(app, 'c0@example.com')).toMatchObject({
    state: 'failed',
    error: 'The mail server puts this mail off again and again, and takes others meanwhile.',
    smtp_response: expect.stringContaining('421 4.3.0 Later'),
  })
})

test('a server that asks each mail to wait once costs none a try', async () => {
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
