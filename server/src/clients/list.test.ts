import { SORTABLE } from '@attest/contract/clients'
import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const users = '/api/admin/users'

/** 30 clients, numbered 100 to 129, each a second younger than the one before. */
async function thirty({ deps }: TestApp) {
  const statuses = ['pending', 'confirmed', 'updated'] as const
  for (let n = 0; n < 30; n++) {
    await aClient(deps, {
      client_number: String(100 + n),
      first_name: n === 7 ? 'José_%' : `First${n}`,
      last_name: n % 2 ? 'Odd' : 'Even',
      status: statuses[n % 3],
      last_updated: new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString(),
    })
  }
}

const numbers = (body: { users: { client_number: string }[] }) =>
  body.users.map(({ client_number }) => Number(client_number))

test('lists the newest first by page, with the exact total', async () => {
  const app = await startTestApp()
  await thirty(app)
  const first = (await app.api.get(`${users}?limit=10`)).body
  const third = (await app.api.get(`${users}?limit=10&page=3`)).body
  const behind = (await app.api.get(`${users}?limit=10&page=4`)).body
  expect(first.total).toBe(30)
  expect(numbers(first)).toEqual([129, 128, 127, 126, 125, 124, 123, 122, 121, 120])
  expect(numbers(third).at(-1)).toBe(100)
  expect(behind).toEqual({ users: [], total: 30 })
})

test('filters list and total by status', async () => {
  const app = await startTestApp()
  await thirty(app)
  const { body } = await app.api.get(`${users}?status=updated&limit=3`)
  expect(body.total).toBe(10)
  expect(numbers(body)).toEqual([129, 126, 123])
})

test('finds all words in any field, case and order', async () => {
  const app = await startTestApp()
  await thirty(app)
  const search = async (text: string) =>
    (await app.api.get(`${users}?search=${encodeURIComponent(text)}&limit=5`)).body
  expect((await search('ODD')).total).toBe(15)
  expect(numbers(await search('odd first13'))).toEqual([113])
  expect(numbers(await search('  113 '))).toEqual([113])
  expect(await search('nobody at all')).toEqual({ users: [], total: 0 })
  expect(numbers(await search('josé'))).toEqual([107])
})

test('finds a text however it was typed or copied', async () => {
  const app = await startTestApp()
  const names = ['José', 'İbrahim', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Straße']
  for (const first_name of names) await aClient(app.deps, { first_name })
  const search = async (text: string) => {
    const { body } = await app.api.get(`${users}?search=${encodeURIComponent(text)}`)
    return body.users.map((client: { first_name: string }) => client.first_name)
  }
  for (const name of names) {
    expect(await search(name)).toEqual([name])
    expect(await search(name.normalize('NFD'))).toEqual([name])
    expect(await search(`\u200b${name.slice(0, 2)}\u00ad${name.slice(2)}`)).toEqual([name])
  }
})

test('searches the first eight different words', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { first_name: 'Ada', address: '1 2 3 4 5 6 7 Street' })
  const total = async (search: string) =>
    (await app.api.get(`${users}?search=${encodeURIComponent(search)}`)).body.total
  expect(await total('Ada 1 2 3 4 5 6 7 nothing')).toBe(1)
  expect(await total('Ada 1 2 3 4 5 6 nothing')).toBe(0)
  expect(await total('Ada Ada Ada Ada Ada Ada Ada Ada nothing')).toBe(0)
})

test('treats SQL wildcards as plain characters', async () => {
  const app = await startTestApp()
  await thirty(app)
  expect(numbers((await app.api.get(`${users}?search=${encodeURIComponent('_%')}`)).body)).toEqual([
    107,
  ])
  expect(
    (await app.api.get(`${users}?search=${encodeURIComponent("'; drop table clients; --")}`)).body
      .total,
  ).toBe(0)
})

test('gives the total on a page beyond the last one', async () => {
  const app = await startTestApp()
  await thirty(app)
  expect((await app.api.get(`${users}?search=odd&page=9`)).body).toEqual({ users: [], total: 15 })
})

test('combines search and status', async () => {
  const app = await startTestApp()
  await thirty(app)
  expect((await app.api.get(`${users}?search=odd&status=pending`)).body.total).toBe(5)
})

test.each([
  ['client_number', 100],
  ['-client_number', 129],
  ['last_updated', 100],
  ['first_name', 100],
])('sorts by %s', async (sort, firstNumber) => {
  const app = await startTestApp()
  await thirty(app)
  expect(numbers((await app.api.get(`${users}?sort=${sort}`)).body)[0]).toBe(firstNumber)
  expect(numbers((await app.api.get(`${users}?sort=${sort}&search=first`)).body)[0]).toBe(
    firstNumber,
  )
})

test.each([
  ['last_name', ['adams', 'Baker', 'de la Cruz', 'Ecker', 'Éclair', 'Zimmer', 'Ångström']],
  ['client_number', ['070', '1001', '999', 'a-2', 'A-20', 'B-1', 'Ä-3']],
] as const)('sorts %s as people look things up', async (field, values) => {
  const app = await startTestApp()
  const sorted = (list: readonly string[]) => [...list].sort(Intl.Collator('en').compare)
  for (const [n, value] of [...values].reverse().entries())
    await aClient(app.deps, { client_number: `x${n}`, city: 'Salem', [field]: value })
  const listed = async (query: string) => {
    const { body } = await app.api.get(`${users}?${query}`)
    return body.users.map((client: Record<string, string>) => client[field])
  }
  expect(await listed(`sort=${field}`)).toEqual(sorted(values))
  expect(await listed(`sort=-${field}`)).toEqual(sorted(values).reverse())
  expect(await listed(`sort=${field}&search=salem&limit=3&page=2`)).toEqual(
    sorted(values).slice(3, 6),
  )
})

const FEBRUARY = '2026-02-01T00:00:00.000Z'
const MARCH = '2026-03-01T00:00:00.000Z'

const anAnswer = (client_id: number, at: string) => ({
  ...{ client_id, client_number: '', name: '', at, recorded_at: at },
  ...{ via: 'phone' as const, result: 'confirmed' as const, old: '{}', new: '{}' },
})

test.each(SORTABLE.flatMap((field) => [field, `-${field}`]))(
  'shows each client on one page, sorted by %s',
  async (sort) => {
    const app = await startTestApp()
    await thirty(app)
    const { db } = app.deps
    await db
      .insertInto('answers')
      .values([anAnswer(4, MARCH), anAnswer(9, FEBRUARY)])
      .execute()
    for (const filter of ['', '&search=first', '&status=pending']) {
      const whole = (await app.api.get(`${users}?sort=${sort}&limit=100${filter}`)).body
      const paged = []
      for (let page = 1; page <= 5; page++) {
        const address = `${users}?sort=${sort}&limit=7&page=${page}${filter}`
        paged.push(...numbers((await app.api.get(address)).body))
      }
      expect(paged).toEqual(numbers(whole))
      expect(new Set(paged).size).toBe(whole.total)
    }
    const { users: all } = (await app.api.get(`${users}?sort=${sort}`)).body
    const last = all.map((client: { last_answer: string | null }) => client.last_answer)
    if (sort === 'last_answer') expect(last.slice(0, 3)).toEqual([FEBRUARY, MARCH, null])
    if (sort === '-last_answer') expect(last.slice(0, 3)).toEqual([MARCH, FEBRUARY, null])
  },
)

test('says who has been emailed, and when a client answered last', async () => {
  const app = await startTestApp()
  const { api, deps } = app
  const asked = await aClient(deps)
  const unreachable = await aClient(deps, { email: 'nowhere' })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const fresh = await aClient(deps)
  const { client_number: _, group_template: __, ...details } = clientInput()
  await api.post(`/api/verify/${await aLink(deps, asked)}`, { ...details, action: 'confirm' })
  const { body } = await api.get(`${users}?sort=created_at`)
  expect(body.users).toMatchObject([
    { id: asked.id, emailed: true, last_answer: expect.stringMatching(/Z$/) },
    { id: unreachable.id, emailed: false, last_answer: null },
    { id: fresh.id, emailed: false, last_answer: null },
  ])
  for (const client of body.users)
    expect((await api.get(`${users}/${client.id}`)).body).toEqual(client)
})

test('keeps the counts right after every kind of change', async () => {
  const app = await startTestApp()
  await thirty(app)
  const { db } = app.deps
  await db
    .updateTable('clients')
    .set({ status: 'confirmed' })
    .where('status', '=', 'pending')
    .execute()
  await db.deleteFrom('clients').where('status', '=', 'updated').execute()
  expect((await app.api.get('/api/admin/stats')).body).toMatchObject({
    totalUsers: 20,
    confirmed: 20,
    updated: 0,
    pending: 0,
    confirmationRate: 100,
  })
})
