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
import type { Db } from '../db/schema.ts'

const CLIENTS = 12

/** Sends to clients while the server gives each of them this reply, until the circuit is open. */
async function refused(reply: (to: string) => string) {
  let refuses = true
  const app = await startWithSmtp({ refuse: (to) => (refuses ? reply(to) : undefined) })
  await addClients(app, CLIENTS)
  await app.api.post('/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })
  await begin(app)
  await expect.poll(() => app.deps.sender.problem).not.toBeNull()
  const recover = () => {
    refuses = false
  }
  return { ...app, recover }
}

async function statesIn(app: { deps: { db: Db } }): Promise<string[]> {
  const messages = app.deps.db.selectFrom('messages').select('state').distinct()
  const rows = await messages.where('state', '<>', 'sending').orderBy('state').execute()
  return rows.map(({ state }) => state)
}

const NAMED = [
  '550 5.1.90 Your message cannot be sent because you exceeded the daily limit',
  '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException',
  '550 5.7.501 Service unavailable. Spam abuse detected from the sender',
  '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP',
  '554 Message rejected: Email address is not verified.',
  '550 The from address does not match a verified Sender Identity.',
  '550 Domain mg.example.com is disabled',
  '554 5.7.1 Message rejected as spam',
]
const UNKNOWN = [
  '550 5.7.1 Requested action not taken: policy 4711',
  '554 Nope, not today',
  '552 5.3.0 Account frozen, open a ticket',
  '550 Ausgang gesperrt',
  '550 The domain of the sender address does not exist',
]

test.each([...NAMED, ...UNKNOWN])('fails no client because of “%s”', async (reply) => {
  const app = await refused((to) => `${reply} (${to}, id 7${Math.random().toString(36).slice(2)})`)
  expect(app.deps.sender.problem).toContain(reply.slice(0, 30))
  await expect.poll(() => mailing(app)).toMatchObject({ emailsFailed: 0, emailsWaiting: CLIENTS })
  const { body } = await app.api.get('/api/admin/rounds/1/outstanding?reason=unreachable')
  expect(body.total).toBe(0)
  // No client fails, however long the server refuses.
  for (let n = 0; n < 12; n++) await pass(app, 24 * 60 * MINUTE_MS)
  await expect.poll(() => statesIn(app)).toEqual(['queued'])
  app.recover()
  const sent = async () => {
    await pass(app, 25 * 60 * MINUTE_MS)
    return app.sink.received.length
  }
  await expect.poll(sent).toBe(CLIENTS)
  await expect.poll(() => statesIn(app)).toEqual(['accepted'])
  app.logged.length = 0
})

test('fails several dead mailboxes and keeps the circuit closed', async () => {
  const app = await startWithSmtp({ refuse: () => '550 5.1.1 User unknown' })
  await addClients(app, 8)
  await begin(app)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsFailed: 8 })
  expect(app.deps.sender.problem).toBeNull()
})

test('fails only dead mailboxes while the server refuses all others', async () => {
  const isDead = (to: string) => /^c\d*[258]@/.test(to)
  const refuse = (to: string) => (isDead(to) ? '550 5.1.1 User unknown' : '554 Nope, not today')
  const app = await startWithSmtp({ refuse })
  await addClients(app, CLIENTS)
  await begin(app)
  await expect.poll(() => app.deps.sender.problem).toContain('Nope, not today')
  for (let n = 0; n < 5; n++) await pass(app, 60 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsFailed: 3, emailsWaiting: 9 })
  app.logged.length = 0
})

test('fails a client whose mail alone is still refused later', async () => {
  let refuses = (_to: string) => true
  const app = await startWithSmtp({
    refuse: (to) => (refuses(to) ? '554 Nope, not today' : undefined),
  })
  await addClients(app, 8)
  await begin(app)
  await expect.poll(() => app.deps.sender.problem).not.toBeNull()
  refuses = (to) => to === 'c3@example.com'
  const state = async () => {
    await pass(app, 10 * MINUTE_MS)
    return (await messageTo(app, 'c3@example.com')).state
  }
  await expect.poll(state).toBe('failed')
  await expect.poll(() => app.sink.received.length).toBe(7)
  app.logged.length = 0
})

test('requeues no failed mail of a canceled mailing', async () => {
  let toLast: string | undefined = '450 4.2.0 Greylisted'
  let toOthers: string | undefined = '554 Nope, not today'
  const app = await startWithSmtp({
    refuse: (to) => (to === 'c4@example.com' ? toLast : toOthers),
  })
  await addClients(app, 5)
  await begin(app)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsFailed: 4, emailsWaiting: 1 })
  await app.api.post('/api/admin/mailings/1/cancel', {})
  toLast = toOthers
  await app.api.post('/api/admin/resend-email/5', {})
  expect(app.deps.sender.problem).toContain('refuses every mail')
  toLast = toOthers = undefined
  await pass(app, 25 * 60 * MINUTE_MS)
  await expect.poll(() => app.sink.received).toHaveLength(1)
  const canceled = app.deps.db.selectFrom('messages').select('state').where('mailing_id', '=', 1)
  expect((await canceled.orderBy('state').execute()).map(({ state }) => state)).toEqual([
    'canceled',
    ...Array(4).fill('failed'),
  ])
  app.logged.length = 0
})

test('fails no client when a limit is reached within a mailing', async () => {
  const limit = '554 5.7.0 The number of allowed outgoing messages was exceeded'
  let left = 4
  const refusals = Promise.withResolvers<void>()
  const refuse = () => {
    if (left-- > 0) return undefined
    if (left === -4) refusals.resolve()
    return limit
  }
  // The last mail within the limit is accepted after later ones are refused.
  const slow = async () => (left === 0 ? refusals.promise : undefined)
  const app = await startWithSmtp({ refuse, slow })
  await addClients(app, CLIENTS)
  await begin(app)
  await expect.poll(() => app.deps.sender.problem).toContain('refuses every mail')
  const tried = async () => {
    await pass(app, 25 * 60 * MINUTE_MS)
    return (await messageTo(app, 'c11@example.com')).attempts
  }
  await expect.poll(tried).toBeGreaterThan(9)
  expect(await statesIn(app)).toEqual(['accepted', 'queued'])
  left = CLIENTS
  const sent = async () => {
    await pass(app, 25 * 60 * MINUTE_MS)
    return app.sink.received.length
  }
  await expect.poll(sent).toBe(CLIENTS)
  app.logged.length = 0
})

test('repeats few mails at once for a server that confirms none', async () => {
  let confirms = false
  const refuse = () => (confirms ? undefined : 'drop after data')
  const app = await startWithSmtp({ refuse })
  await addClients(app, CLIENTS)
  await begin(app)
  const inDoubt = async () => {
    await pass(app, MINUTE_MS)
    return (await app.deps.db.selectFrom('messages').where('attempts', '=', 0).execute()).length
  }
  await expect.poll(inDoubt).toBe(0)
  for (let n = 0; n < 9; n++) {
    await pass(app, 60 * MINUTE_MS)
    await sleep(100)
  }
  expect(app.sink.received.length).toBeLessThan(CLIENTS + 5)
  confirms = true
  const states = () => pass(app, 25 * 60 * MINUTE_MS).then(() => statesIn(app))
  await expect.poll(states).not.toContain('queued')
  expect(new Set(app.sink.received.map(({ to }) => to)).size).toBe(CLIENTS)
  app.logged.length = 0
})
