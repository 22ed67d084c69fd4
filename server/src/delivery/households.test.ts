import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { behindLock } from '../../../testing/await-blocked.ts'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { aClient } from '../../../testing/make.ts'
import { linkIn } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import {
  BULK,
  begin,
  MINUTE_MS,
  mailing,
  pass,
  startWithSmtp,
} from '../../../testing/start-with-smtp.ts'
import { hashToken } from '../secret-key.ts'
import { claimLetters } from './claims.ts'

const HOME = 'smith@example.com'
const aSmith = ({ deps }: Pick<TestApp, 'deps'>, first_name: string, over = {}) =>
  aClient(deps, { first_name, last_name: 'Smith', email: HOME, ...over })

const linksIn = (text = '') => [...text.matchAll(/\/verify\/[\w-]{43}/g)].map(([link]) => link)

test('sends a couple one letter with a button for each', async () => {
  const app = await startWithSmtp()
  await aSmith(app, 'Mary', { address: '1 Elm Street' })
  await aSmith(app, 'John', { email: 'Smith@Example.com', address: '2 Oak Street' })
  const other = await aClient(app.deps, { email: 'ann@example.com' })
  const { body } = await app.api.post(BULK, { statusFilter: 'all' })
  expect(body).toMatchObject({ totalUsers: 3, emailsSent: 3, emailsFailed: 0 })
  expect(await mailing(app)).toMatchObject({ emailsSent: 3, emails: 2 })
  expect(app.sink.received).toHaveLength(2)
  const { mail } = app.sink.received.find(({ to }) => to === HOME)!
  expect(mail.text).toContain('Dear Mary and John Smith,')
  expect(mail.text).toMatch(/Mary Smith\n1 Elm Street[\s\S]+\(Mary Smith\):[\s\S]+2 Oak Street/)
  for (const name of ['Mary', 'John']) expect(mail.html).toContain(` (${name} Smith)</a>`)

  const links = [...new Set(linksIn(mail.text))]
  expect(links).toHaveLength(2)
  const names = await Promise.all(
    links.map(async (link) => (await app.api.get(`/api${link}`)).body.first_name),
  )
  expect(names).toEqual(['Mary', 'John'])
  expect(names).not.toContain(other.first_name)
})

test('counts the clients and the emails of an import separately', async () => {
  const app = await startWithSmtp()
  const importId = randomUUID()
  const couple = ['A1', 'A2'].map((number) => row(number, { email: HOME }))
  await importFile(app, csv(...couple), { importId, send: 'true' })
  const { body } = await app.api.get(`/api/admin/imports/${importId}`)
  expect(body.bulkUpdate).toMatchObject({ emailsSent: 2, emails: 1, emailsFailed: 0 })
})

test('joins no clients of different letters, languages or mailings', async () => {
  const app = await startWithSmtp()
  await aSmith(app, 'Mary')
  await aSmith(app, 'John', { group_template: 'BigClients' })
  await aSmith(app, 'Ana', { language: 'es' })
  const again = await aSmith(app, 'Eve')
  await app.api.post(BULK, { statusFilter: 'all' })
  await app.api.post(`/api/admin/resend-email/${again.id}`)
  const names = ['Mary and Eve Smith', 'John Smith', 'Ana Smith', 'Eve Smith']
  const named = app.sink.received.map(({ mail }) => names.find((name) => mail.text!.includes(name)))
  expect(named.sort()).toEqual(names.sort())
})

test('sends each client a letter of their own if it shows an address', async () => {
  const app = await startWithSmtp()
  const { body: template } = await app.api.get('/api/admin/email-templates/GeneralClients')
  const told = { ...template, mainMessage: 'We write to you at {{address}}.' }
  await app.api.put('/api/admin/email-templates/GeneralClients', told)
  await aSmith(app, 'Mary', { address: '1 Elm Street' })
  await aSmith(app, 'John', { address: '2 Oak Street' })
  await app.api.post(BULK, { statusFilter: 'all' })
  expect(app.sink.received.map(({ mail }) => linksIn(mail.text).length > 0)).toEqual([true, true])
  expect(app.sink.received[0]!.mail.text).not.toContain('2 Oak Street')
})

test('sends two letters to a household of 25', async () => {
  const app = await startWithSmtp()
  for (let n = 0; n < 25; n++) await aSmith(app, `N${n}`)
  const { body } = await app.api.post(BULK, { statusFilter: 'all' })
  expect(body).toMatchObject({ emailsSent: 25 })
  const sizes = app.sink.received.map(({ mail }) => new Set(linksIn(mail.text)).size)
  expect(sizes).toEqual([20, 5])
})

test('fails or defers all clients of a letter together', async () => {
  let busy = true
  const app = await startWithSmtp({
    refuse: (to) =>
      to === HOME ? (busy ? '451 4.2.1 Later' : '550 5.1.1 No such user') : undefined,
  })
  await aSmith(app, 'Mary')
  await aSmith(app, 'John')
  await begin(app)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsWaiting: 2, emailsUntried: 0 })
  busy = false
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsFailed: 2, emailsWaiting: 0 })
  expect(await mailing(app)).toMatchObject({ retryable: 2 })
})

test('leaves out clients who answer, move or are deleted meanwhile', async () => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  let busy = true
  const app = await startWithSmtp({
    refuseGreeting: async () => {
      await isOpen
      return busy ? '421 4.3.2 Busy' : undefined
    },
  })
  const mary = await aSmith(app, 'Mary')
  const john = await aSmith(app, 'John')
  const eve = await aSmith(app, 'Eve')
  const ann = await aSmith(app, 'Ann')
  await aSmith(app, 'Bob')
  await begin(app)
  open()
  await expect.poll(() => app.deps.sender.problem).toContain('Busy')
  await app.api.post(`/api/admin/users/${mary.id}/answers`, { via: 'phone' })
  await app.send('DELETE', `/api/admin/users/${john.id}`)
  await app.api.put(`/api/admin/users/${eve.id}`, { email: 'eve@example.com' })
  busy = false
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 3, emailsWaiting: 0 })
  const texts = Object.fromEntries(app.sink.received.map(({ to, mail }) => [to, mail.text!]))
  expect(texts[HOME]).toContain('Dear Ann and Bob Smith,')
  expect(texts['eve@example.com']).toContain('Dear Eve Smith,')
  expect(app.sink.received).toHaveLength(2)
  expect(ann.id).toBeGreaterThan(0)
})

test('reminds only the clients of a letter who have not answered', async () => {
  const app = await startWithSmtp({}, { SESSION_IDLE_HOURS: '100' })
  await aSmith(app, 'Mary')
  await aSmith(app, 'John')
  await aSmith(app, 'Eve')
  await app.api.post(BULK, { statusFilter: 'all' })
  const link = `/api${linkIn(app.sink.received[0]!)}`
  const { body: shown } = await app.api.get(link)
  await app.api.post(link, { ...shown, action: 'confirm' })
  app.clock.ahead += 25 * 60 * MINUTE_MS
  const preview = await app.api.get('/api/admin/rounds/1/remind?ids=1,2,3')
  expect(preview.body).toEqual({ recipients: 2, emails: 1 })
  const reminded = await app.api.post('/api/admin/rounds/1/remind', { day: null })
  expect(reminded.body).toMatchObject({ recipients: 2 })
  await expect.poll(() => app.sink.received.length).toBe(2)
  expect(app.sink.received[1]!.mail.text).toContain('John and Eve Smith')
  expect(app.sink.received[1]!.mail.text).not.toContain('Mary')
})

test('offers the next person of the letter after an answer', async () => {
  const app = await startWithSmtp()
  await aSmith(app, 'Mary')
  const moved = await aSmith(app, 'Eve')
  await aSmith(app, 'John')
  await app.api.post(BULK, { statusFilter: 'all' })
  await app.api.put(`/api/admin/users/${moved.id}`, { email: 'eve@example.com' })
  const answer = async (link: string) => {
    const { body: shown } = await app.api.get(link)
    const answered = await app.api.post(link, { ...shown, action: 'confirm' })
    expect(answered.status).toBe(200)
    return {
      shown,
      next: answered.body.next,
      again: () => app.api.post(link, { ...shown, action: 'confirm' }),
    }
  }
  const mary = await answer(`/api${linkIn(app.sink.received[0]!)}`)
  expect(mary.next).toEqual({ first_name: 'John', token: expect.stringMatching(/^[\w-]{43}$/) })
  // The first reply may have been lost.
  expect((await mary.again()).body.next.first_name).toBe('John')
  const john = await answer(`/api/verify/${mary.next.token}`)
  expect(john.shown.first_name).toBe('John')
  expect(john.next).toBeUndefined()
  expect((await mary.again()).body.next).toBeUndefined()
})

test('never divides a household between two processes', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { db, sender, now } = app.deps
  for (let n = 0; n < 36; n++) await aSmith(app, `N${n}`, { email: `home${n % 12}@example.com` })
  await begin(app)
  await sender.stop()
  await db
    .updateTable('messages')
    .set({ state: 'queued', next_attempt_at: now().toISOString() })
    .execute()
  const at = now().toISOString()
  const claim = () => {
    const claimedBy = randomUUID()
    return claimLetters(db, {
      claimedBy,
      most: 3,
      at,
      leaseMs: -1,
      linkDays: 30,
      timeZone: 'UTC',
    })
  }
  const letters = []
  while (letters.length < 12) {
    const claimed = await Promise.all([claim(), claim(), claim(), claim()])
    letters.push(...claimed.flat())
  }
  const sizes = letters.map(({ others }) => others.length + 1)
  expect(sizes).toEqual(Array.from({ length: 12 }, () => 3))
  const links = await db.selectFrom('verification_links').select('token_hash').execute()
  const tokens = letters.flatMap(({ token, others }) => [
    token,
    ...others.map((other) => other.token),
  ])
  const known = new Set(links.map(({ token_hash }) => token_hash))
  expect(tokens.every((token) => known.has(hashToken(token)))).toBe(true)
})

test('offers no link of a person who was reported as deceased', async () => {
  const app = await startWithSmtp()
  for (const name of ['Mary', 'John', 'Eve']) await aSmith(app, name)
  await app.api.post(BULK, { statusFilter: 'all' })
  const links = [...new Set(linksIn(app.sink.received[0]!.mail.text))]
  const death = { kind: 'died', name: 'Mary Smith', phone_number: '617-555-0188' }
  expect((await app.api.post(`/api${links[1]}/not-for-me`, death)).status).toBe(200)
  const { body: shown } = await app.api.get(`/api${links[0]}`)
  const answered = await app.api.post(`/api${links[0]}`, { ...shown, action: 'confirm' })
  expect(answered.body.next.first_name).toBe('Eve')
})

test('gives no helper the next link, and revokes it after a dispute', async () => {
  const app = await startWithSmtp()
  await aSmith(app, 'Mary')
  await aSmith(app, 'John')
  const post = async (link: string, more: object) => {
    const { body: shown } = await app.api.get(link)
    return app.api.post(link, { ...shown, ...more })
  }
  await app.api.post(BULK, { statusFilter: 'all' })
  const [mary, john] = [...new Set(linksIn(app.sink.received[0]!.mail.text))].map(
    (link) => `/api${link}`,
  )
  const answered_by = { name: 'Rosa Lee', relation: 'Daughter' }
  const helped = await post(mary!, { action: 'confirm', answered_by })
  expect([helped.status, helped.body.next]).toEqual([200, undefined])

  const moved = await post(john!, { action: 'update', city: 'Salem' })
  expect(moved.body.next).toBeUndefined()
  await app.api.post(BULK, { statusFilter: 'all' })
  const again = [...new Set(linksIn(app.sink.received.at(-1)!.mail.text))].map(
    (link) => `/api${link}`,
  )
  const { body } = await post(again[0]!, { action: 'update', city: 'Lowell' })
  const next = `/api/verify/${body.next.token}`
  expect((await app.api.get(next)).status).toBe(200)
  await expect.poll(() => app.sink.received.at(-1)!.mail.text).toContain('/not-me/')
  const notMe = /\/not-me\/[\w-]{43}/.exec(app.sink.received.at(-1)!.mail.text!)![0]
  expect((await app.api.post(`/api${notMe}`)).status).toBe(200)
  expect((await app.api.get(next)).status).toBe(404)
})

test('revokes every link of a letter that reached a wrong person', async () => {
  const app = await startWithSmtp()
  await aSmith(app, 'Mary')
  await aSmith(app, 'John')
  const other = await aSmith(app, 'Eve', { email: 'eve@example.com' })
  await app.api.post(BULK, { statusFilter: 'all' })
  const { mail } = app.sink.received.find(({ to }) => to === HOME)!
  const links = [...new Set(linksIn(mail.text))].map((link) => `/api${link}`)
  // Another transaction is changing the other clients.
  const [reply] = await behindLock(
    app.deps.db,
    sql`select from clients where first_name <> 'Mary' for update`,
    [() => app.api.post(`${links[0]}/not-for-me`, { kind: 'wrong_person' })],
  )
  expect(reply).toMatchObject({ value: { status: 200 } })
  for (const link of links) expect((await app.api.get(link)).status).toBe(404)
  const { body } = await app.api.get('/api/admin/users')
  const reported = body.users.filter(
    (user: { reported_as: string }) => user.reported_as === 'wrong_person',
  )
  expect(reported).toHaveLength(2)
  expect(reported.map(({ id }: { id: number }) => id)).not.toContain(other.id)
})
