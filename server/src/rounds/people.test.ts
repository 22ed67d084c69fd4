// @module-tag heavy
import { expect, test } from 'vitest'
import { answer, aRound, ROUND } from '../../../testing/a-round.ts'
import { ADMIN, anAdmin } from '../../../testing/make.ts'
import { aColumn } from '../../../testing/own-columns.ts'

const numbersOf = (body: { clients: { client_id: number }[]; total: number }) =>
  body.clients.map(({ client_id }) => client_id).sort()

async function ofThree() {
  const app = await aRound(['ann', 'bob', 'cara', 'gone'])
  const me = await anAdmin(app.deps)
  const priya = await anAdmin(app.deps, { ...ADMIN, email: 'priya@example.com' })
  await aColumn(app, 'Remarks')
  await aColumn(app, 'Attorney', 'administrator')
  await aColumn(app, 'Assistant', 'administrator')
  const ids = app.clients.map(({ id }) => id)
  const owns = [{ 2: me.id }, { 2: priya.id }, { 2: priya.id }, { 3: me.id }]
  for (const [n, own] of owns.entries()) await app.api.put(`/api/admin/users/${ids[n]}`, { own })
  return { ...app, me, priya, ids }
}

test('counts outstanding clients by the person in charge', async () => {
  const app = await ofThree()
  await answer(app, 1)
  expect((await app.api.get(`${ROUND}/people`)).body).toEqual({
    column: { id: 2, name: 'Attorney' },
    people: [
      { id: app.me.id, email: 'admin@example.com', outstanding: 1 },
      { id: app.priya.id, email: 'priya@example.com', outstanding: 1 },
      { id: null, email: null, outstanding: 1 },
    ],
  })
})

test('lists the outstanding clients of one person', async () => {
  const app = await ofThree()
  const of = async (person: string) =>
    numbersOf((await app.api.get(`${ROUND}/outstanding?person=${person}`)).body)
  const [ann, bob, cara, gone] = app.ids
  expect(await of('mine')).toEqual([ann])
  expect(await of(app.priya.id)).toEqual([bob, cara])
  expect(await of('nobody')).toEqual([gone])
  expect((await app.api.get(`${ROUND}/outstanding?person=somebody`)).status).toBe(400)
})

test('lists all clients without a column of administrators', async () => {
  const app = await aRound(['ann'])
  await aColumn(app, 'Remarks')
  expect((await app.api.get(`${ROUND}/people`)).body).toEqual({ column: null, people: [] })
  expect((await app.api.get(`${ROUND}/outstanding?person=mine`)).body.total).toBe(1)
})

test('keeps other own values when an answer is recorded with one', async () => {
  const app = await ofThree()
  const path = `/api/admin/users/${app.ids[0]}`
  const { body } = await app.api.post(`${path}/answers`, {
    via: 'phone',
    own: { 1: 'Called back' },
  })
  expect(body.own).toEqual({ 1: 'Called back', 2: app.me.id })
  const [change] = (await app.api.get(`${path}/audit-logs`)).body
  expect(change.field).toContain('own.1')
})
