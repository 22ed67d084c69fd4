// @module-tag heavy
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS, HOUR_MS, ROUND } from '../../../testing/a-round.ts'
import { behindLock } from '../../../testing/await-blocked.ts'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { addDays, localDay } from '../local-time.ts'

const rounds = '/api/admin/rounds'
const users = '/api/admin/users'

test('rejects a past due date, but keeps one that has passed', async () => {
  const { api, deps, pass, round } = await aRound(['ann'])
  const today = () => localDay(deps.now(), 'America/New_York')
  const change = async (body: object) => {
    const answered = await api.put(ROUND, body)
    return answered.status === 200 ? 200 : answered.body.fields
  }
  const past = { due_on: 'The due date is in the past.' }
  expect(await change({ due_on: addDays(today(), -1) })).toEqual(past)
  expect(await change({ due_on: today() })).toBe(200)
  await pass(3 * DAY_MS)
  const { due_on } = await round()
  expect(await change({ name: 'Spring', due_on })).toBe(200)
  expect(await change({ due_on: addDays(today(), -1) })).toEqual(past)
  await api.post(`${ROUND}/close`)
  const input = { name: 'Autumn', due_on: addDays(today(), -1) }
  expect((await api.post(rounds, input)).body.fields).toEqual(past)
  expect((await api.post(rounds, { ...input, due_on: today() })).status).toBe(200)
})

test.each([
  ['an hour', HOUR_MS],
  ['a day', DAY_MS],
])('keeps every answer when the clock is set back by %s', async (_, ms) => {
  const app = await aRound(['ann', 'bob', 'cid', 'dot'])
  const { api, clients, deps } = app
  const unasked = await aClient(deps, { email: '' })
  await answer(app, 0)
  await app.pass(-ms)
  await answer(app, 1)
  const byPhone = { via: 'phone', note: 'Called us' }
  await api.post(`${users}/${clients[2]!.id}/answers`, byPhone)
  await api.post(`${users}/${unasked.id}/answers`, byPhone)
  const before = await app.round()
  expect(before.coverage).toMatchObject({ total: 5, confirmed: 4, byOther: 2, outstanding: 1 })
  const answered = before.days.map(({ confirmed }: { confirmed: number }) => confirmed)
  expect(answered.reduce((sum: number, n: number) => sum + n)).toBe(4)

  const { body } = await api.post(`${ROUND}/close`)
  expect(body.closed_at >= body.started_at).toBe(true)
  const after = await app.round()
  expect(after).toMatchObject({ coverage: before.coverage, days: before.days })
  await app.pass(ms)
  const { body: report } = await api.get(`${ROUND}/report?format=csv`)
  const rows: string[] = report.trim().split('\r\n').slice(1)
  expect(rows.filter((row) => /Confirmed by (link|phone),\d{4}-/.test(row))).toHaveLength(4)
  expect(rows.filter((row) => row.includes('admin@example.com: Called us'))).toHaveLength(2)
})

test('reports an answer that was given before the clock was set back', async () => {
  const app = await aRound(['ann'])
  const { api, clients } = app
  await app.pass(2 * DAY_MS)
  await api.post(`${users}/${clients[0]!.id}/answers`, { via: 'phone', note: 'Called us' })
  await app.pass(-DAY_MS)
  await api.post(`${ROUND}/close`)
  const { body: report } = await api.get(`${ROUND}/report?format=csv`)
  expect(report).toContain('admin@example.com: Called us')
})

test('counts an answer that is saved while the round closes', async () => {
  const app = await aRound(['ann'])
  // The answer waits behind the lock, unfinished.
  const answersLock = sql`lock table answers in share mode`
  const close = () => app.api.post(`${ROUND}/close`)
  const [, closed] = await behindLock(app.deps.db, answersLock, [() => answer(app, 0), close])
  expect(closed).toMatchObject({ value: { body: { coverage: { confirmed: 1, outstanding: 0 } } } })
})

test('sends nothing in a round that the caller has not seen', async () => {
  const app = await startTestApp()
  await aClient(app.deps)
  const bulk = (body: object) => app.api.post('/api/admin/bulk-send-emails', body)
  const first = { statusFilter: 'all', roundId: 0, requestId: randomUUID() }
  expect((await bulk(first)).status).toBe(200)
  const opened = { status: 409, body: { code: 'round_opened' } }
  expect(await bulk({ statusFilter: 'all', roundId: 0 })).toMatchObject(opened)
  expect((await bulk(first)).status).toBe(200)
  expect((await app.api.get('/api/admin/mailings')).body.total).toBe(1)
})
