import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { ADMIN, aClient, aLink, anAdmin, clientInput } from '../../../testing/make.ts'
import { merge, rows, undo } from '../../../testing/merge.ts'
import { aColumn, COLUMNS, columnsOf } from '../../../testing/own-columns.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const users = '/api/admin/users'

const numbersOf = async ({ api }: TestApp, query: Record<string, string>) => {
  const { body } = await api.get(`${users}?${new URLSearchParams(query)}`)
  return body.users.map(({ client_number }: { client_number: string }) => client_number)
}

async function withValues(app: TestApp, values: Record<string, Record<string, string>>) {
  for (const [client_number, own] of Object.entries(values)) {
    const { status } = await app.api.post(users, { ...clientInput({ client_number }), own })
    expect(status).toBe(200)
  }
}

test('gives a column a key for letters that a rename keeps', async () => {
  const app = await startTestApp()
  const first = await aColumn(app, 'Attorney in Charge')
  expect(first).toMatchObject({ name: 'Attorney in Charge', key: 'attorney_in_charge' })
  const { body } = await app.api.put(`${COLUMNS}/${first.id}`, { name: 'Partner' })
  expect(body).toMatchObject({ name: 'Partner', key: 'attorney_in_charge' })
  expect(await aColumn(app, 'Attorney in charge')).toMatchObject({ key: 'attorney_in_charge_2' })
  expect(await aColumn(app, '案件')).toMatchObject({ key: 'column_1' })
})

test.each(['Email', 'client number', 'ATTORNEY', '', 'Last Updated'])(
  'refuses the name “%s”',
  async (name) => {
    const { api, ...app } = await startTestApp()
    await aColumn({ api, ...app }, 'Attorney')
    const { status, body } = await api.post(COLUMNS, { name, kind: 'text' })
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { name: expect.any(String) },
    })
  },
)

test('refuses a 21st column', async () => {
  const app = await startTestApp()
  for (let n = 1; n <= 20; n++) await aColumn(app, `Column ${n}`)
  const { status, body } = await app.api.post(COLUMNS, { name: 'One More', kind: 'text' })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'too_many_columns' })
})

test('moves a column', async () => {
  const app = await startTestApp()
  for (const name of ['A', 'B', 'C']) await aColumn(app, name)
  await app.api.put(`${COLUMNS}/3`, { position: 0 })
  expect((await columnsOf(app)).map(({ name }) => name)).toEqual(['C', 'A', 'B'])
})

test('stores values of a client, and records them in its history', async () => {
  const app = await startTestApp()
  const { id: matter } = await aColumn(app, 'Matter')
  const { id: attorney } = await aColumn(app, 'Attorney', 'administrator')
  const { id: admin } = await anAdmin(app.deps)
  await withValues(app, { 1: { [matter]: ' Estate  of Lee ', [attorney]: admin } })
  const [client] = (await app.api.get(users)).body.users
  expect(client.own).toEqual({ [matter]: 'Estate of Lee', [attorney]: admin })
  const changed = await app.api.put(`${users}/${client.id}`, { own: { [matter]: '' } })
  expect(changed.body.own).toEqual({ [attorney]: admin })
  const [change, created] = (await app.api.get(`${users}/${client.id}/audit-logs`)).body
  expect(change).toMatchObject({
    field: 'own.1',
    old_data: '{"own.1":"Estate of Lee"}',
    new_data: '{"own.1":null}',
  })
  expect(JSON.parse(created.new_data)).toMatchObject({ 'own.2': admin })
})

test('refuses values that do not fit, each at its column', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Opened', 'date')
  await aColumn(app, 'Office', 'choice', { choices: ['Boston'] })
  await aColumn(app, 'Attorney', 'administrator')
  const { id } = await aClient(app.deps)
  const own = { 1: '2026-02-30', 2: 'Lowell', 3: 'Priya', 9: 'x' }
  const { status, body } = await app.api.put(`${users}/${id}`, { own })
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual(['own.1', 'own.2', 'own.3', 'own.9'])
  const long = await app.api.put(`${users}/${id}`, { own: { 1: 'x'.repeat(501) } })
  expect(long.status).toBe(400)
})

test('keeps a value that no longer fits while others change', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Office', 'choice', { choices: ['Boston'] })
  const { id } = await aClient(app.deps, { own: { 1: 'Closed Office' } })
  const own = { 1: 'Closed Office' }
  const { status, body } = await app.api.put(`${users}/${id}`, { city: 'Lowell', own })
  expect({ status, own: body.own }).toEqual({ status: 200, own })
})

test('refuses an edit of own values over somebody else’s', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  const { id, last_updated } = await aClient(app.deps)
  app.clock.ahead += 1000
  await app.api.put(`${users}/${id}`, { own: { 1: 'Theirs' }, last_updated })
  const { status, body } = await app.api.put(`${users}/${id}`, { own: { 1: 'Mine' }, last_updated })
  expect({ status, own: body.current.own }).toEqual({ status: 409, own: { 1: 'Theirs' } })
})

test('filters by own values', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await aColumn(app, 'Opened', 'date')
  await aColumn(app, 'Office', 'choice', { choices: ['Boston', 'Lowell: North'] })
  await withValues(app, {
    1: { 1: 'Estate of Lee', 2: '2026-01-05', 3: 'Boston' },
    2: { 1: 'Trust 50%', 2: '2026-02-05', 3: 'Lowell: North' },
    3: {},
  })
  const found = (own: string) => numbersOf(app, { own, sort: 'client_number' })
  expect(await found('1:estate')).toEqual(['1'])
  expect(await found('1:0%')).toEqual(['2'])
  expect(await found('2:2026-02-05')).toEqual(['2'])
  expect(await found('2:2026-01-01..2026-01-31')).toEqual(['1'])
  expect(await found('2:2026-01-06..')).toEqual(['2'])
  expect(await found('3:Lowell: North')).toEqual(['2'])
  expect(await found('3:Boston\n1:Estate')).toEqual(['1'])
  expect(await found('3:Boston\n1:Trust')).toEqual([])
  expect(await found('3:')).toEqual(['3'])
  expect(await found('77:Boston')).toEqual([])
  expect((await app.api.get(`${users}?own=Boston`)).status).toBe(400)
})

test('filters by “mine” for the administrator who asks', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Attorney', 'administrator')
  const me = await anAdmin(app.deps)
  const other = await anAdmin(app.deps, { ...ADMIN, email: 'priya@example.com' })
  await withValues(app, { 1: { 1: me.id }, 2: { 1: other.id } })
  expect(await numbersOf(app, { own: '1:mine' })).toEqual(['1'])
  const filter = { own: '1:mine' }
  const { body } = await app.api.post(`${users}/delete`, { filter, total: 1 })
  expect(body).toEqual({ deleted: 1 })
  expect(await numbersOf(app, {})).toEqual(['2'])
  const csv = await app.api.get('/api/admin/export?format=csv&own=1:mine')
  expect(String(csv.body).trim().split('\n')).toHaveLength(1)
})

test('takes “mine” for a plain text in other columns', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await aColumn(app, 'Kind', 'choice', { choices: ['mine', 'quarry'] })
  await withValues(app, { 1: { 1: 'Gold mine', 2: 'mine' }, 2: { 1: 'Farm', 2: 'quarry' } })
  expect(await numbersOf(app, { own: '1:mine' })).toEqual(['1'])
  expect(await numbersOf(app, { own: '2:mine' })).toEqual(['1'])
})

test('sorts by own values, with the empty ones last', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await aColumn(app, 'Attorney', 'administrator')
  const admins = []
  for (const name of ['zoe', 'amir'])
    admins.push(await anAdmin(app.deps, { ...ADMIN, email: `${name}@example.com` }))
  const [zoe, amir] = admins
  await withValues(app, {
    1: { 1: 'Éclair', 2: zoe!.id },
    2: { 1: 'Zebra', 2: amir!.id },
    3: { 1: 'adams' },
    4: {},
  })
  expect(await numbersOf(app, { sort: 'own.1' })).toEqual(['3', '1', '2', '4'])
  expect(await numbersOf(app, { sort: '-own.1' })).toEqual(['2', '1', '3', '4'])
  expect((await numbersOf(app, { sort: 'own.2' })).slice(0, 2)).toEqual(['2', '1'])
  expect(await numbersOf(app, { sort: '-own.77' })).toHaveLength(4)
})

test('searches columns that the firm has chosen', async () => {
  const app = await startTestApp()
  const { id } = await aColumn(app, 'Matter')
  await withValues(app, { 1: { [id]: 'Zürich Trust' } })
  expect(await numbersOf(app, { search: 'zurich' })).toEqual([])
  await app.api.put(`${COLUMNS}/${id}`, { searchable: true })
  expect(await numbersOf(app, { search: 'zurich' })).toEqual(['1'])
  await withValues(app, { 2: { [id]: 'Zurich Will' } })
  expect(await numbersOf(app, { search: 'zurich', sort: 'client_number' })).toEqual(['1', '2'])
  await app.api.put(`${COLUMNS}/${id}`, { searchable: false })
  expect(await numbersOf(app, { search: 'zurich' })).toEqual([])
})

test('renames a choice in clients, views and planned rounds', async () => {
  const app = await startTestApp()
  const { id } = await aColumn(app, 'Office', 'choice', { choices: ['Boston', 'Lowell'] })
  await withValues(app, { 1: { [id]: 'Boston' }, 2: { [id]: 'Lowell' } })
  await app.api.post('/api/admin/views', {
    ...{ name: 'Two', shared: true, sort: 'email', columns: ['email'] },
    filter: { own: `${id}:Boston\n${id}:Lowell` },
  })
  await app.api.post('/api/admin/rounds', {
    ...{ name: 'Boston', due_on: '2099-12-31', startsAt: '2099-12-01T09:00' },
    selection: { filter: { own: `${id}:Boston` }, total: 1 },
  })
  const before = (await app.api.get(`${users}/1`)).body
  const choices = [{ text: 'Boston HQ', was: 'Boston' }, { text: 'Lowell' }, { text: 'Salem' }]
  const { db } = app.deps
  const renaming = await db.transaction().execute(async (tx) => {
    await sql`select from rounds for update`.execute(tx)
    const reply = app.api.put(`${COLUMNS}/${id}`, { choices })
    await awaitBlocked(db)
    // The plan never selects other clients, not even during the rename.
    expect((await app.api.get(`${users}/1`)).body.own).toEqual({ [id]: 'Boston' })
    return { reply }
  })
  const { body } = await renaming.reply
  expect(body.choices).toEqual(['Boston HQ', 'Lowell', 'Salem'])
  const after = (await app.api.get(`${users}/1`)).body
  expect(after).toEqual({ ...before, own: { [id]: 'Boston HQ' } })
  expect((await app.api.get(`${users}/2`)).body.own).toEqual({ [id]: 'Lowell' })
  expect((await app.api.get('/api/admin/views')).body).toMatchObject([
    { version: 2, filter: { own: `${id}:Boston HQ\n${id}:Lowell` } },
  ])
  const rounds = (await app.api.get('/api/admin/rounds')).body
  expect(rounds.filter(({ planned }: { planned: boolean }) => planned)).toMatchObject([
    { asks: { filter: { own: `${id}:Boston HQ` } } },
  ])
  const swap = [{ text: 'Lowell', was: 'Boston HQ' }]
  expect((await app.api.put(`${COLUMNS}/${id}`, { choices: swap })).status).toBe(400)
})

test('refuses choices if others are stored than were seen', async () => {
  const app = await startTestApp()
  const { id } = await aColumn(app, 'Office', 'choice', { choices: ['Boston'] })
  const put = (texts: string[], seen: string[]) =>
    app.api.put(`${COLUMNS}/${id}`, { choices: texts.map((text) => ({ text })), seen })
  expect((await put(['Boston', 'Lowell'], ['Boston'])).status).toBe(200)
  const second = await put(['Boston', 'Salem'], ['Boston'])
  expect(second).toMatchObject({ status: 409, body: { code: 'choices_changed' } })
  expect((await columnsOf(app))[0]!.choices).toEqual(['Boston', 'Lowell'])
})

test('renames a choice in the trash and in what a merge gives back', async () => {
  const app = await startTestApp()
  const { id } = await aColumn(app, 'Office', 'choice', { choices: ['Boston', 'Lowell'] })
  await withValues(app, { 1: { [id]: 'Boston' }, 2: { [id]: 'Lowell' }, 3: { [id]: 'Boston' } })
  expect((await merge(app, 2, 3, { [`own.${id}`]: 3 })).body.own).toEqual({ [id]: 'Boston' })
  await app.api.delete(`${users}/1`)
  const choices = [
    { text: 'Boston HQ', was: 'Boston' },
    { text: 'Lowell HQ', was: 'Lowell' },
  ]
  await app.api.put(`${COLUMNS}/${id}`, { choices })
  for (const one of [1, 3]) expect((await undo(app, one)).status).toBe(200)
  expect((await rows(app)).map(({ own }) => own[id])).toEqual([
    'Boston HQ',
    'Lowell HQ',
    'Boston HQ',
  ])
})

test('deletes a column with as many values as the caller saw', async () => {
  const app = await startTestApp()
  const { id } = await aColumn(app, 'Matter')
  await aColumn(app, 'Office')
  await withValues(app, { 1: { 1: 'Estate', 2: 'Boston' }, 2: { 1: 'Trust' }, 3: {} })
  expect((await app.api.get(`${COLUMNS}/${id}`)).body).toEqual({ values: 2 })
  const refused = await app.api.delete(`${COLUMNS}/${id}?values=1`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'values_changed', values: 2 } })
  expect((await app.api.delete(`${COLUMNS}/${id}?values=2`)).status).toBe(200)
  expect((await app.api.get(`${users}/1`)).body.own).toEqual({ 2: 'Boston' })
  expect(await columnsOf(app)).toMatchObject([{ name: 'Office' }])
  expect((await app.api.get(`${COLUMNS}/${id}`)).status).toBe(404)
})

test('shows a client none of the own values', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Remarks')
  const client = await aClient(app.deps, { own: { 1: 'Talks too much' } })
  const token = await aLink(app.deps, client)
  const page = await app.api.get(`/api/verify/${token}`)
  expect(page.status).toBe(200)
  expect(JSON.stringify(page.body)).not.toContain('Talks')
  expect(page.body).not.toHaveProperty('own')
  const drawn = await app.api.get(`/verify/${token}`)
  expect(String(drawn.body)).not.toContain('Talks')
})
