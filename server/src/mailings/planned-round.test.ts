import { expect, test } from 'vitest'
import { asRestored, DAY_MS, HOUR_MS, mailed, untilSent } from '../../../testing/a-round.ts'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { aClient } from '../../../testing/make.ts'
import { EVERYBODY, rounds, spring, threeClients, users } from '../../../testing/spring-round.ts'
import { transact } from '../db/transact.ts'
import { startMonthlyRound } from '../rounds/change-round.ts'
import { startDueRound } from './start-round.ts'

test('overwrites no edit of a plan that the caller has not seen', async () => {
  const { api, plan } = await threeClients()
  const { id, version } = await plan()
  const url = `${rounds}/${id}`
  const { started_at } = (await api.put(url, { startsAt: '2027-02-03T09:00', version })).body
  const body = { name: 'Spring', startsAt: '2027-02-02T09:00', version }
  expect(await api.put(url, body)).toMatchObject({ status: 409, body: { code: 'round_changed' } })
  expect((await api.get(url)).body).toMatchObject({ name: 'Spring 2027', started_at })
  await api.put(url, { paused: true })
  expect((await api.put(url, { ...body, version: version + 1 })).status).toBe(409)
  expect((await api.put(url, { ...body, version: version + 2 })).body).toMatchObject({
    started_at: '2027-02-02T14:00:00.000Z',
  })
})

test('sends nothing before the hour of a planned round in the firm’s zone', async () => {
  const app = await threeClients()
  const { planned, started_at } = await app.plan()
  expect({ planned, started_at }).toEqual({
    planned: true,
    started_at: '2027-02-02T14:00:00.000Z',
  })
  await app.pass(23 * HOUR_MS - 1000)
  expect(await app.due()).toEqual([])
  await app.pass(1000)
  expect(await app.due()).toEqual(['ann', 'bob', 'cid'])
  const [round] = (await app.api.get(rounds)).body
  expect(round).toMatchObject({ planned: false, coverage: { outstanding: 3 } })
  expect(await app.due()).toEqual([])
})

test.each([
  ['2027-03-14T02:30', '2027-03-14T07:30:00.000Z', 'is skipped by the clock'],
  ['2027-11-07T01:30', '2027-11-07T05:30:00.000Z', 'comes twice'],
  ['2027-07-01T09:00', '2027-07-01T13:00:00.000Z', 'lies in summer'],
  ['2027-07-01T09:00:00Z', '2027-07-01T09:00:00.000Z', 'names its own zone'],
])('plans a round at %s as %s, which %s', async (startsAt, at) => {
  const { plan } = await threeClients()
  expect((await plan({ startsAt })).started_at).toBe(at)
})

test('does not treat a planned round as open', async () => {
  const app = await threeClients()
  await app.plan()
  await app.api.post(`/api/admin/resend-email/${app.clients[0]!.id}`)
  await untilSent(app)
  const names = (await app.api.get(rounds)).body.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['February 2027', 'Spring 2027'])
})

test('counts nobody in a planned round and lists its reminders', async () => {
  const { api, plan } = await threeClients()
  const { id } = await plan({ plan: { days: [7], hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7] } })
  const { body } = await api.get(`${rounds}/${id}`)
  expect(body).toMatchObject({ coverage: { total: 0 }, outside: null, nextReminder: null })
  expect(body.reminders).toMatchObject([{ at: '2027-02-09T14:00:00.000Z', outcome: 'planned' }])
})

test('holds a planned round when the server missed its day', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  await app.pass(2 * DAY_MS)
  expect(await app.due()).toEqual([])
  expect((await app.api.get(`${rounds}/${id}`)).body).toMatchObject({
    planned: true,
    held: 'late',
  })
  const { body } = await app.api.put(`${rounds}/${id}`, { startsAt: null })
  expect(body).toMatchObject({ planned: false, held: null })
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann', 'bob', 'cid'])
})

test('starts a planned round later on the same day', async () => {
  const app = await threeClients()
  await app.plan()
  await app.pass(30 * HOUR_MS)
  expect(await app.due()).toEqual(['ann', 'bob', 'cid'])
})

test('holds a due round when a restored copy resumes', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  await asRestored(app)
  await app.pass(24 * HOUR_MS)
  await app.api.post('/api/admin/resume', {})
  expect(await app.due()).toEqual([])
  expect((await app.api.get(`${rounds}/${id}`)).body).toMatchObject({ held: 'late' })
})

test('holds a planned round when many more clients match', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  for (let n = 0; n < 11; n++) await aClient(app.deps, { email: `new${n}@example.com` })
  await app.pass(DAY_MS)
  expect(await app.due()).toEqual([])
  expect((await app.api.get(`${rounds}/${id}`)).body.held).toBe('more')
  const seen = { selection: { filter: {}, total: 14 }, startsAt: '2027-02-02T12:00' }
  expect((await app.api.put(`${rounds}/${id}`, seen)).body.held).toBeNull()
  await app.pass(3 * HOUR_MS)
  expect(await app.due()).toHaveLength(14)
})

test.each([{ emailed: 'fortnight' }, { office: 'Boston' }])(
  'holds a planned round with the unknown filter %j',
  async (filter) => {
    const app = await threeClients()
    const { id } = await app.plan()
    // As another version of the product would write it.
    const asks = JSON.stringify({ filter, total: 3, leaveOutDays: 0 })
    await app.deps.db.updateTable('rounds').set({ asks }).execute()
    await app.pass(DAY_MS)
    expect(await app.due()).toEqual([])
    expect((await app.api.get(`${rounds}/${id}`)).body.held).toBe('nobody')
  },
)

test('refuses to start a plan at once when many more clients match', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  for (let n = 0; n < 11; n++) await aClient(app.deps, { email: `new${n}@example.com` })
  const { status, body } = await app.api.put(`${rounds}/${id}`, { startsAt: null })
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { code: 'selection_changed', total: 14 },
  })
})

test('applies a filter by round before the new round opens', async () => {
  const app = await threeClients()
  await app.api.post(rounds, { name: 'Another', due_on: '2099-12-31' })
  const outside = { filter: { round: 'outside' }, total: 3 }
  const { id } = await app.plan({ selection: outside })
  await app.api.post(`${rounds}/${id - 1}/close`)
  expect((await app.api.put(`${rounds}/${id}`, { startsAt: null })).body.code).toBe('nobody')
  await untilSent(app)
  expect(mailed(app)).toEqual([])
})

test('asks the client who stayed instead of a merged one', async () => {
  const app = await threeClients()
  const [ann, bob] = app.clients.map(({ id }) => id)
  await app.plan({ selection: { ids: [bob] } })
  await app.api.post(`${users}/${ann}/merge`, { other: bob, keep: {} })
  await app.pass(DAY_MS)
  expect(await app.due()).toEqual(['ann'])
})

test('asks a few clients who were added after the plan', async () => {
  const app = await threeClients()
  await app.plan()
  await aClient(app.deps, { email: 'dot@example.com' })
  await app.pass(DAY_MS)
  expect(await app.due()).toEqual(['ann', 'bob', 'cid', 'dot'])
})

test('holds a planned round while another one is open', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  await app.api.post(rounds, { name: 'Another', due_on: '2099-12-31' })
  await app.pass(DAY_MS)
  expect(await app.due()).toEqual([])
  expect((await app.api.get(`${rounds}/${id}`)).body.held).toBe('round_open')
  expect((await app.api.get('/api/admin/stats')).body.heldRounds).toBe(1)
  expect((await app.api.put(`${rounds}/${id}`, { startsAt: null })).body.code).toBe('round_open')
})

test('holds a planned round while a first email just opens one', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  await app.pass(DAY_MS)
  const { db, config } = app.deps
  const { begun } = await transact(db, async (tx) => {
    const at = app.deps.now().toISOString()
    await startMonthlyRound(tx, config, { adminEmail: 'ada@example.com', at })
    const starting = app.api.put(`${rounds}/${id}`, { startsAt: null })
    await awaitBlocked(db)
    return { begun: [starting, startDueRound(app.deps)] as const }
  })
  expect((await begun[0]).body.code).toBe('round_open')
  await begun[1]
  expect((await app.api.get(`${rounds}/${id}`)).body.held).toBe('round_open')
})

test('refuses to delete the template of a planned round', async () => {
  const { api, deps, plan } = await threeClients()
  await plan({ template_id: 'BigClients' })
  await aClient(deps, { group_template: 'BigClients' })
  const { status, body } = await api.delete('/api/admin/email-templates/BigClients')
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: 'An open or planned round sends this letter. Choose another one there first.',
  })
})

test('starts a planned round in one process only', async () => {
  const app = await threeClients()
  await app.plan()
  await app.pass(DAY_MS)
  await Promise.all([startDueRound(app.deps), startDueRound(app.deps)])
  expect(await app.due()).toEqual(['ann', 'bob', 'cid'])
})

test('deletes a planned round, but no started one', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  await app.api.delete(`${rounds}/${id}`)
  expect((await app.api.get(rounds)).body).toEqual([])
  const started = (await app.api.post(rounds, spring())).body
  const { status, body } = await app.api.delete(`${rounds}/${started.id}`)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'round_started' })
})

test.each([
  [{ startsAt: '2027-02-01T09:00' }, 'startsAt'],
  [{ due_on: '2027-02-01' }, 'due_on'],
  [{ selection: undefined }, 'selection'],
  [{ startsAt: 'tomorrow' }, 'startsAt'],
])('refuses a plan with %j', async (wrong, field) => {
  const { fields } = await (await threeClients()).plan(wrong)
  expect(Object.keys(fields)).toEqual([field])
})

test('plans next year’s round at the close and asks before it sends', async () => {
  const app = await threeClients()
  const { body: started } = await app.api.post(
    rounds,
    spring({ selection: EVERYBODY, due_on: '2027-03-01', leaveOutDays: 90, repeats: true }),
  )
  await untilSent(app)
  mailed(app)
  await app.pass(30 * DAY_MS)
  await app.api.post(`${rounds}/${started.id}/close`)
  const [next] = (await app.api.get(rounds)).body
  expect(next).toMatchObject({
    name: 'Spring 2028',
    planned: true,
    held: 'confirm',
    started_at: '2028-01-31T14:00:00.000Z',
    due_on: '2028-02-28',
    asks: { filter: {}, leaveOutDays: 90 },
    repeats: true,
  })
  const held = async () => (await app.api.get('/api/admin/stats')).body.heldRounds
  expect(await held()).toBe(0)
  await app.pass(305 * DAY_MS)
  expect(await held()).toBe(1)
  await app.pass(29 * DAY_MS)
  expect(await app.due()).toEqual([])
})

const NOTICE = { addressLabel: '', buttonText: '', textContent: '', translations: {} }

test('holds a planned round whose letter has lost its link', async () => {
  const app = await threeClients()
  const { id } = await app.plan()
  const url = '/api/admin/email-templates/GeneralClients'
  const { body: letter } = await app.api.get(url)
  await app.api.put(url, { ...letter, ...NOTICE, mainMessage: 'We are closed for the holidays.' })
  expect((await app.api.get(`${rounds}/preview`)).body).toMatchObject({ withoutLink: 3 })
  await app.pass(DAY_MS)
  expect(await app.due()).toEqual([])
  expect((await app.api.get(`${rounds}/${id}`)).body).toMatchObject({
    planned: true,
    held: 'no_link',
  })
  await app.api.put(`${rounds}/${id}`, { startsAt: null })
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann', 'bob', 'cid'])
})
