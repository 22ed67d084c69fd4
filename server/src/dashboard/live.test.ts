// @module-tag heavy
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import { recordChanges } from '../history/queries.ts'

const { client_number: _, group_template: __, ...details } = clientInput()

/** Listens to the stream as a browser does, and keeps the events. */
async function listen({ app, token }: Pick<TestApp, 'app' | 'token'>) {
  const url = app.server.listening
    ? app.listeningOrigin
    : await app.listen({ port: 0, host: '127.0.0.1' })
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const answer = await fetch(`${url}/api/admin/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: left.signal,
  })
  const heard: string[] = []
  const read = async () => {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      heard.push(...[...chunk.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type!))
    }
  }
  const ended = read().catch(() => {})
  return { heard, left, ended, type: answer.headers.get('content-type') }
}

test('reports an answer to every dashboard within two seconds', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  const { heard, type } = await listen(app)
  expect(type).toContain('text/event-stream')
  await expect.poll(() => heard).toEqual(['heartbeat'])
  await app.api.post(`/api/verify/${await aLink(app.deps, client)}`, {
    ...details,
    action: 'confirm',
  })
  await expect.poll(() => heard).toEqual(['heartbeat', 'changed'])
})

test('ends the stream after a sign-out', async () => {
  const app = await startTestApp()
  const leaving = await logIn(app)
  const gone = await listen({ ...app, token: leaving })
  const stays = await listen(app)
  await expect.poll(() => [gone.heard, stays.heard]).toEqual([['heartbeat'], ['heartbeat']])
  await app.send('POST', '/api/auth/logout', bearer(leaving))
  await app.api.post('/api/admin/users', clientInput())
  await expect.poll(() => stays.heard).toContain('changed')
  await gone.ended
  expect(gone.heard).toEqual(['heartbeat'])
})

test('ends streams when the server stops', async () => {
  const app = await startTestApp()
  const { heard } = await listen(app)
  await expect.poll(() => heard.length).toBe(1)
  const started = performance.now()
  await app.app.close()
  expect(performance.now() - started).toBeLessThan(5000)
})

test('reports that no email can be sent', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const client = await aClient(app.deps)
  const { heard } = await listen(app)
  await app.api.post(`/api/admin/resend-email/${client.id}`)
  await expect.poll(() => heard).toEqual(['heartbeat', 'changed'])
  expect((await app.api.get('/api/admin/stats')).body.mail).toMatchObject({
    provider: '127.0.0.1',
    problem: 'The mail server 127.0.0.1 cannot be reached.',
  })
})

test('reports a mailing that changes no client', async () => {
  const app = await startTestApp()
  await aClient(app.deps)
  const { heard } = await listen(app)
  await expect.poll(() => heard).toEqual(['heartbeat'])
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'pending' })
  await expect.poll(() => heard).toEqual(['heartbeat', 'changed'])
  expect((await app.api.get('/api/admin/stats')).body.lastMailingAt).toEqual(expect.any(String))
})

test('reports a call, a skipped reminder and a closed round', async () => {
  const app = await startTestApp()
  const { id: client_id } = await aClient(app.deps)
  await app.api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
  const { heard } = await listen(app)
  await expect.poll(() => heard).toEqual(['heartbeat'])
  const round = '/api/admin/rounds/1'
  const changes = [
    () => app.api.post(`${round}/calls`, { client_id, outcome: 'no_answer' }),
    () => app.api.post(`${round}/remind`, { day: 7, skip: true }),
    () => app.api.post(`${round}/close`),
  ]
  for (const [n, change] of changes.entries()) {
    expect((await change()).status).toBe(200)
    await expect.poll(() => heard).toHaveLength(n + 2)
  }
  expect(heard.slice(1)).toEqual(changes.map(() => 'changed'))
})

test('reports a change committed after one with a later id', async () => {
  const app = await startTestApp()
  const { db } = app.deps
  const { id: client_id } = await aClient(app.deps)
  const author = { adminEmail: null, at: new Date().toISOString() }
  const change = { client_id, action: 'confirmed' as const, before: null, after: null }
  const confirm = () => transact(db, (tx) => recordChanges(tx, author, [change]))
  await confirm()
  // Stands for an open batch that has taken this id.
  await sql`select nextval(pg_get_serial_sequence('changes', 'id')) as id`.execute(db)
  const { heard } = await listen(app)
  await confirm()
  await expect.poll(() => heard).toEqual(['heartbeat', 'changed'])
  await sql`
    insert into changes (id, client_id, action, timestamp, old_data, new_data) overriding system value
    select max(id) - 1, ${client_id}, 'confirmed', ${author.at}, 'null', 'null' from changes
  `.execute(db)
  await expect.poll(() => heard).toEqual(['heartbeat', 'changed', 'changed'])
})

test('reports a new day in the firm’s time zone', async () => {
  const app = await startTestApp({ TIME_ZONE: 'UTC', SESSION_IDLE_HOURS: '48' })
  const { heard } = await listen(app)
  await expect.poll(() => heard).toEqual(['heartbeat'])
  app.clock.ahead = 24 * 60 * 60 * 1000
  await expect.poll(() => heard).toEqual(['heartbeat', 'changed'])
})
