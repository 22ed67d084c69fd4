import { expect, test } from 'vitest'
import { answer, DAY_MS, mailed, untilSent } from '../../../testing/a-round.ts'
import { EVERYBODY, rounds, spring, threeClients, users } from '../../../testing/spring-round.ts'

test('asks only the selected clients in a new round', async () => {
  const app = await threeClients()
  const { status, body } = await app.api.post(
    rounds,
    spring({ selection: { ids: [app.clients[0]!.id, app.clients[2]!.id] } }),
  )
  expect({ status, planned: body.planned, total: body.coverage.total }).toEqual({
    status: 200,
    planned: false,
    total: 2,
  })
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann', 'cid'])
})

test('starts a round without a selection and asks nobody', async () => {
  const app = await threeClients()
  await app.api.post(rounds, spring())
  await untilSent(app)
  expect(mailed(app)).toEqual([])
})

test('refuses a filter that now matches another number', async () => {
  const { api, deps } = await threeClients()
  const { status, body } = await api.post(rounds, spring({ selection: { filter: {}, total: 2 } }))
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { code: 'selection_changed', total: 3 },
  })
  expect(await deps.db.selectFrom('rounds').selectAll().execute()).toEqual([])
})

test('leaves out those who answered within the given days', async () => {
  const app = await threeClients()
  await answer(app, 0)
  await app.pass(40 * DAY_MS)
  await answer(app, 1)
  await app.pass(DAY_MS)
  const { body } = await app.api.get(`${rounds}/preview?leaveOutDays=30`)
  expect(body).toMatchObject({ total: 3, answeredLately: 1, totalUsers: 2, answered: 1 })
  await app.api.post(rounds, spring({ selection: EVERYBODY, leaveOutDays: 30 }))
  await untilSent(app)
  expect(mailed(app)).toEqual(['ann', 'cid'])
})

test('leaves out a client whose merged record answered lately', async () => {
  const app = await threeClients()
  await answer(app, 1)
  const [ann, bob] = app.clients.map(({ id }) => id)
  expect((await app.api.post(`${users}/${ann}/merge`, { other: bob, keep: {} })).status).toBe(200)
  const { body } = await app.api.get(`${rounds}/preview?leaveOutDays=30`)
  expect(body).toMatchObject({ total: 2, answeredLately: 1 })
})

test('asks a client whose disputed answer was set back', async () => {
  const app = await threeClients()
  const { id, email } = app.clients[0]!
  await answer(app, 0, { city: 'Salem', action: 'update' })
  const disputed = { disputed_at: app.deps.now().toISOString(), disputed_answer_id: 1 }
  await app.deps.db.updateTable('clients').set(disputed).where('id', '=', id).execute()
  const lately = async () =>
    (await app.api.get(`${rounds}/preview?leaveOutDays=30`)).body.answeredLately
  expect(await lately()).toBe(1)
  await app.api.post(`${users}/${id}/dispute/end`, { restore: true })
  expect(await lately()).toBe(0)
  expect((await app.api.get(`${users}/${id}`)).body).toMatchObject({ city: 'Boston', email })
})

test('leaves out a client with one field of the answer set back', async () => {
  const app = await threeClients()
  await answer(app, 0, { city: 'Salem', phone_number: '(617) 555-0199', action: 'update' })
  const item = { clientId: app.clients[0]!.id, answerIds: [1], setBack: ['phone_number'], note: '' }
  expect((await app.api.post('/api/admin/reviews', { items: [item] })).status).toBe(200)
  const { body } = await app.api.get(`${rounds}/preview?leaveOutDays=30`)
  expect(body.answeredLately).toBe(1)
})

test('makes answered clients without an email outstanding', async () => {
  const app = await threeClients(['ann', 'bob', ''])
  await app.api.post(`${users}/${app.clients[2]!.id}/answers`, { via: 'letter' })
  await app.pass(1000)
  const { body } = await app.api.post(rounds, spring({ selection: EVERYBODY }))
  expect(body.coverage).toMatchObject({ total: 3, outstanding: 3, reasons: { no_address: 1 } })
})

test('starts no round that would ask nobody', async () => {
  const app = await threeClients(['ann'])
  await answer(app, 0)
  const selection = { ids: [app.clients[0]!.id] }
  const { status, body } = await app.api.post(rounds, spring({ selection, leaveOutDays: 90 }))
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'nobody' })
  expect((await app.api.get(rounds)).body).toEqual([])
})

test('starts no round for clients who must not be asked', async () => {
  const { api, clients } = await threeClients(['ann'])
  await api.put(`${users}/${clients[0]!.id}/excuse`, { reason: 'left' })
  const { body } = await api.post(rounds, spring({ selection: { ids: [clients[0]!.id] } }))
  expect(body.code).toBe('nobody')
})
