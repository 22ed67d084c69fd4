import { ClientFilter } from '@attest/contract/clients'
import { MAX_VIEWS, USUAL_COLUMNS } from '@attest/contract/views'
import { expect, test } from 'vitest'
import { aClient, anAdmin, aToken } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const views = '/api/admin/views'
const COLLEAGUE = { email: 'colleague@example.com', password: 'velvet anchor thursday' }

const aView = (over: object = {}) => ({
  name: 'Outstanding',
  shared: false,
  filter: { round: 'outstanding' },
  sort: 'city',
  columns: ['first_name', 'city', 'last_answer'],
  ...over,
})

async function withColleague() {
  const app = await startTestApp()
  const { id } = await anAdmin(app.deps, COLLEAGUE)
  const as = bearer(await aToken(app.deps, COLLEAGUE))
  const theirs = {
    id,
    list: async () =>
      (await app.send('GET', views, as)).body.map((view: { id: number }) => view.id),
    send: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      app.send(method, url, { ...as, payload }),
  }
  const ids = async () => (await app.api.get(views)).body.map((view: { id: number }) => view.id)
  const add = async (over: object = {}) => (await app.api.post(views, aView(over))).body
  return { ...app, theirs, ids, add }
}

test('keeps a view with its filter, order and columns', async () => {
  const { api, add } = await withColleague()
  const view = await add({ name: '  Outstanding ' })
  expect(view).toEqual({
    ...aView(),
    id: view.id,
    version: 1,
    filter: ClientFilter.parse({ round: 'outstanding' }),
  })
  expect((await api.get(views)).body).toEqual([view])
})

test('shows, changes and deletes a private view only for its owner', async () => {
  const { theirs, ids, add } = await withColleague()
  const own = await add()
  const shared = await add({ name: 'All of us', shared: true })
  expect(await ids()).toEqual([shared.id, own.id])
  expect(await theirs.list()).toEqual([shared.id])
  const change = { ...aView({ name: 'Taken over', shared: true }), version: 1 }
  expect(await theirs.send('PUT', `${views}/${own.id}`, change)).toMatchObject({ status: 404 })
  expect(await theirs.send('DELETE', `${views}/${own.id}`)).toMatchObject({ status: 404 })
  expect(await theirs.send('DELETE', `${views}/${shared.id}`)).toMatchObject({ status: 200 })
  expect(await ids()).toEqual([own.id])
})

test('refuses the second of two changes and returns the current view', async () => {
  const { api, theirs, add } = await withColleague()
  const { id } = await add({ shared: true })
  const address = `${views}/${id}`
  const first = { ...aView({ name: 'First', shared: true }), version: 1 }
  const changed = await theirs.send('PUT', address, first)
  expect(changed).toMatchObject({ status: 200, body: { name: 'First', version: 2 } })
  const second = await api.put(address, { ...aView({ name: 'Second', shared: true }), version: 1 })
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'conflict', current: { id, name: 'First', version: 2, shared: true } },
  })
})

test('leaves shared views when an administrator is removed', async () => {
  const app = await withColleague()
  const { theirs, ids, deps } = app
  await theirs.send('POST', views, aView())
  const { body } = await theirs.send('POST', views, aView({ shared: true }))
  await theirs.send('PUT', '/api/admin/list-columns', { columns: ['email'] })
  const removed = await app.send(
    'DELETE',
    `/api/administrators/${theirs.id}`,
    bearer(await logIn(app)),
  )
  expect(removed.status).toBe(200)
  expect(await ids()).toEqual([body.id])
  expect(await deps.db.selectFrom('views').select('id').execute()).toHaveLength(1)
})

test('allows a name once per owner, and once among shared views', async () => {
  const { api, theirs, add } = await withColleague()
  const { id } = await add()
  const taken = { status: 409, body: { fields: { name: expect.any(String) } } }
  expect(await api.post(views, aView({ name: 'outstanding' }))).toMatchObject(taken)
  await add({ shared: true })
  expect(await theirs.send('POST', views, aView({ shared: true }))).toMatchObject(taken)
  expect(await theirs.send('POST', views, aView())).toMatchObject({ status: 200 })
  const move = { ...aView({ shared: true }), version: 1 }
  expect(await api.put(`${views}/${id}`, move)).toMatchObject(taken)
})

test.each([
  { name: ' ' },
  { name: 'n'.repeat(61) },
  { columns: [] },
  { columns: ['drop table'] },
  { sort: 'search_text' },
  { filter: { status: 'none' } },
])('rejects a view with %j', async (over) => {
  const { api } = await startTestApp()
  expect(await api.post(views, aView(over))).toMatchObject({ status: 400 })
})

test('keeps at most 50 views of one administrator', async () => {
  const { api, add } = await withColleague()
  for (let n = 0; n < MAX_VIEWS; n++) await add({ name: `View ${n}` })
  const refused = await api.post(views, aView())
  expect(refused).toMatchObject({ status: 409, body: { fields: { name: expect.any(String) } } })
  expect(await api.post(views, aView({ shared: true }))).toMatchObject({ status: 200 })
})

test('names the removed filters of a view, which then matches nobody', async () => {
  const { api, deps, add } = await withColleague()
  await aClient(deps)
  const { id } = await add({ filter: { state: 'MA' } })
  const filter = JSON.stringify({ state: 'MA', court: 'Suffolk', status: 'archived' })
  await deps.db.updateTable('views').set({ filter, sort: 'court' }).execute()
  const [view] = (await api.get(views)).body
  expect(view).toMatchObject({ id, sort: '-last_updated' })
  expect(view.filter).toMatchObject({ state: 'MA', status: 'all', gone: 'court, status' })
  const { total } = (await api.get(`/api/admin/users?state=MA&gone=${view.filter.gone}`)).body
  expect(total).toBe(0)
  const exported = await api.get(`/api/admin/export?format=csv&gone=${view.filter.gone}`)
  expect(exported.body.trim().split('\r\n')).toHaveLength(1)
})

test('stores the list’s columns of each administrator', async () => {
  const { api, theirs } = await withColleague()
  const address = '/api/admin/list-columns'
  expect((await api.get(address)).body).toEqual({ columns: USUAL_COLUMNS })
  const columns = ['first_name', 'phone_number', 'last_answer']
  expect(await api.put(address, { columns: ['email'] })).toMatchObject({ status: 200 })
  expect(await api.put(address, { columns })).toMatchObject({ status: 200, body: { columns } })
  expect((await api.get(address)).body).toEqual({ columns })
  expect((await theirs.send('GET', address)).body).toEqual({ columns: USUAL_COLUMNS })
})
