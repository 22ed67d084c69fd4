import { randomUUID } from 'node:crypto'
import { shareOf, shareText } from '@attest/contract/dashboard'
import { expect, test } from 'vitest'
import { answer, aRound, passToNext } from '../../../testing/a-round.ts'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { aClient, aLink, aToken, clientInput } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { startOfToday } from '../local-time.ts'

const bulk = '/api/admin/bulk-send-emails'

const { client_number: _, group_template: __, ...details } = clientInput()

test('counts clients by status and today’s corrections', async () => {
  const { api, deps } = await startTestApp()
  await aClient(deps, { status: 'confirmed' })
  await aClient(deps, { status: 'confirmed' })
  const client = await aClient(deps)
  await api.post(`/api/verify/${await aLink(deps, client)}`, {
    ...details,
    city: 'Salem',
    action: 'update',
  })
  await api.put(`/api/admin/users/${client.id}`, { city: 'Boston' })
  expect((await api.get('/api/admin/stats')).body).toEqual({
    totalUsers: 3,
    confirmed: 2,
    updated: 1,
    pending: 0,
    confirmationRate: 67,
    todayUpdates: 1,
    growthSinceLastImport: null,
    clientsSinceLastImport: null,
    lastMailingAt: null,
    mail: {
      provider: 'outbox',
      problem: null,
      paused: false,
      warnings: [],
      untried: false,
      lastMailing: null,
      mailbox: null,
    },
    setup: null,
    restored: null,
    disputed: 0,
    reported: 0,
    toReview: 1,
    heldRounds: 0,
    backupProblem: null,
    backupMissing: true,
    sealProblem: null,
  })
})

test('shows 100 % only when all have confirmed', () => {
  expect([shareOf(0, 0), shareOf(2, 3), shareOf(199, 200), shareOf(200, 200)]).toEqual([
    0, 67, 99, 100,
  ])
})

test('never rounds a share to none or all', () => {
  const shares = [0, 1, 10, 995, 999, 1000].map((part) => shareText(part, 1000))
  expect(shares).toEqual(['0%', '<1%', '1%', '>99%', '>99%', '100%'])
  expect([shareText(0, 0), shareText(2, 3)]).toEqual(['0%', '67%'])
})

const HOUR_MS = 60 * 60 * 1000

test('does not count yesterday’s corrections', async () => {
  const { api, send, deps, clock } = await startTestApp()
  const client = await aClient(deps)
  await api.post(`/api/verify/${await aLink(deps, client)}`, { ...details, action: 'update' })
  expect((await api.get('/api/admin/stats')).body.todayUpdates).toBe(1)
  clock.ahead = 24 * 60 * 60 * 1000
  const token = await aToken(deps)
  const headers = { authorization: `Bearer ${token}` }
  expect((await send('GET', '/api/admin/stats', { headers })).body.todayUpdates).toBe(0)
})

test.each([
  ['2026-11-21T04:40:00Z', 'America/New_York', '2026-11-20T05:00:00.000Z'],
  ['2026-11-21T05:00:00Z', 'America/New_York', '2026-11-21T05:00:00.000Z'],
  ['2026-11-21T10:00:00Z', 'UTC', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T20:00:00Z', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
  // The days on which daylight saving ends and begins.
  ['2026-11-01T20:00:00Z', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-03-08T20:00:00Z', 'America/New_York', '2026-03-08T05:00:00.000Z'],
])('at %s finds that the day in %s began at %s', (now, zone, began) => {
  expect(startOfToday(new Date(now), zone).toISOString()).toBe(began)
})

test('charts answers by day since the last request, and by state', async () => {
  const { api, send, deps, clock } = await startTestApp({ TIME_ZONE: 'UTC' })
  const charts = '/api/admin/charts'
  const clients = [await aClient(deps), await aClient(deps), await aClient(deps, { state: 'NH' })]
  await aClient(deps, { state: '' })
  expect((await api.get(charts)).body).toEqual({
    since: null,
    days: [],
    states: [
      { state: 'MA', total: 2, answered: 0 },
      { state: 'NH', total: 1, answered: 0 },
    ],
  })
  await api.post(bulk, { statusFilter: 'all' })
  const answer = async (n: number, action: string) => {
    const url = `/api/verify/${await aLink(deps, clients[n]!)}`
    await api.post(url, { ...details, state: clients[n]!.state, action })
  }
  await answer(0, 'confirm')
  await answer(2, 'update')
  const { body } = await api.get(charts)
  expect(body.since).toBeTruthy()
  expect(body.days).toEqual([{ day: expect.any(String), confirmed: 1, updated: 1 }])
  expect(body.states[1]).toEqual({ state: 'NH', total: 1, answered: 1 })

  clock.ahead = 3 * 24 * 60 * 60 * 1000
  const headers = { authorization: `Bearer ${await aToken(deps)}` }
  const later = (await send('GET', charts, { headers })).body.days
  expect(later).toHaveLength(4)
  expect(later.at(-1)).toMatchObject({ confirmed: 0, updated: 0 })
})

test.each(['America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Etc/GMT+5'])(
  'counts an answer on its day in %s',
  async (zone) => {
    const { api, clock, deps } = await startTestApp({ TIME_ZONE: zone })
    const midnight = startOfToday(deps.now(), zone).getTime()
    const clients = [await aClient(deps), await aClient(deps)]
    await api.post(bulk, { statusFilter: 'all' })
    const at = (ms: number) => new Date(midnight + ms).toISOString()
    await deps.db
      .updateTable('mailings')
      .set({ created_at: at(-36 * HOUR_MS) })
      .execute()
    await deps.db
      .updateTable('rounds')
      .set({ started_at: at(-36 * HOUR_MS) })
      .execute()
    for (const [n, hours] of [-1.5, 1.5].entries()) {
      clock.ahead = midnight + hours * HOUR_MS - Date.now()
      const answer = { ...details, action: 'confirm' }
      await api.post(`/api/verify/${await aLink(deps, clients[n]!)}`, answer)
    }
    clock.ahead = 0
    const { days } = (await api.get('/api/admin/charts')).body
    expect(days.map(({ confirmed }: { confirmed: number }) => confirmed)).toEqual([0, 1, 1])
  },
)

test('counts answers older than the chart on its first day', async () => {
  const { api, send, deps, clock } = await startTestApp({ TIME_ZONE: 'UTC' })
  const client = await aClient(deps)
  await api.post(bulk, { statusFilter: 'all' })
  await api.post(`/api/verify/${await aLink(deps, client)}`, { ...details, action: 'confirm' })
  clock.ahead = 400 * 24 * 60 * 60 * 1000
  const headers = { authorization: `Bearer ${await aToken(deps)}` }
  const { days } = (await send('GET', '/api/admin/charts', { headers })).body
  expect(days).toHaveLength(366)
  expect(days[0]).toMatchObject({ confirmed: 1, updated: 0 })
  expect(days.slice(1)).not.toContainEqual(expect.objectContaining({ confirmed: 1 }))
})

/** Mails three clients. Two confirm, and then a minute passes. */
async function afterTwoAnswers() {
  const app = await startTestApp({ TIME_ZONE: 'UTC' })
  const clients = [await aClient(app.deps), await aClient(app.deps), await aClient(app.deps)]
  await app.api.post(bulk, { statusFilter: 'all' })
  for (const client of clients.slice(1)) {
    const answer = { ...details, action: 'confirm' }
    await app.api.post(`/api/verify/${await aLink(app.deps, client)}`, answer)
  }
  app.clock.ahead = 60_000
  return { ...app, told: await lastMailingTold(app) }
}

async function lastMailingTold({ api }: Pick<TestApp, 'api'>) {
  const { lastMailingAt } = (await api.get('/api/admin/stats')).body
  const { since, days } = (await api.get('/api/admin/charts')).body
  const confirmed = days.reduce((sum: number, day: { confirmed: number }) => sum + day.confirmed, 0)
  return { lastMailingAt, since, confirmed }
}

test('keeps the last mailing when an import rejects every row', async () => {
  const { told, ...app } = await afterTwoAnswers()
  expect(told).toEqual({ lastMailingAt: told.since, since: expect.any(String), confirmed: 2 })
  const importId = randomUUID()
  await importFile(app, csv(row('1', { email: 'no address' })), { importId })
  const { body } = await app.api.get(`/api/admin/imports/${importId}`)
  expect(body).toMatchObject({ state: 'completed', progress: 100, successful: 0, rejected: 1 })
  expect(body).toMatchObject({ bulkUpdate: null, mailingId: null, bulkUpdateError: null })
  expect((await app.api.get('/api/admin/mailings')).body.total).toBe(1)
  expect(await lastMailingTold(app)).toEqual(told)
})

test('ignores mailings to nobody and those canceled at once', async () => {
  const { told, send, ...app } = await afterTwoAnswers()
  const { body } = await app.api.post(bulk, { statusFilter: 'updated' })
  expect(body).toMatchObject({ totalUsers: 0, emailsSent: 0 })
  expect(await lastMailingTold(app)).toEqual(told)

  await app.deps.sender.stop()
  const begun = await send('POST', bulk, {
    payload: { statusFilter: 'all' },
    headers: { authorization: `Bearer ${app.token}`, prefer: 'respond-async' },
  })
  expect((await lastMailingTold(app)).lastMailingAt).not.toBe(told.lastMailingAt)
  const canceled = await app.api.post(`/api/admin/mailings/${begun.body.mailingId}/cancel`)
  expect(canceled.body).toMatchObject({ totalUsers: 3, emailsCanceled: 3 })
  expect(await lastMailingTold(app)).toEqual(told)
})

test('keeps the answers to a request after a reminder and a retry', async () => {
  const app = await aRound(['ann', 'bob', 'gone1'], { TIME_ZONE: 'UTC' })
  await answer(app, 0)
  const told = await lastMailingTold(app)
  expect(told).toMatchObject({ since: told.lastMailingAt, confirmed: 1 })
  await passToNext(app)
  const reminded = await lastMailingTold(app)
  expect(reminded).toMatchObject({ since: told.since, confirmed: 1 })
  expect(reminded.lastMailingAt).not.toBe(told.lastMailingAt)
  expect((await app.api.post('/api/admin/mailings/1/retry')).status).toBe(200)
  const retried = await lastMailingTold(app)
  expect(retried).toMatchObject({ since: told.since, confirmed: 1 })
  expect(retried.lastMailingAt).not.toBe(reminded.lastMailingAt)
})
