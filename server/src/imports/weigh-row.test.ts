import { describe, expect, test } from 'vitest'
import { csv, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aLink } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const client = async ({ api }: TestApp) => (await api.get('/api/admin/users')).body.users[0]

/** The client corrects their own details through their link. */
async function answer(app: TestApp, corrected: object) {
  const { id, email } = await client(app)
  const token = await aLink(app.deps, { id, email })
  const { body } = await app.api.get(`/api/verify/${token}`)
  const { status } = await app.api.post(`/api/verify/${token}`, {
    ...body,
    ...corrected,
    action: 'update',
  })
  expect(status).toBe(200)
}

async function startWithOne() {
  const app = await startTestApp()
  await importFile(app, csv(row('1')), quietly)
  return app
}

const bring = async (app: TestApp, ...over: Parameters<typeof row>[1][]) =>
  (await importFile(app, csv(...over.map((fields) => row('1', fields))), quietly)).body

test('keeps a correction against an older list and counts it', async () => {
  const app = await startWithOne()
  await answer(app, { email: 'new@example.com', city: 'Salem', zip_code: '01970' })
  const before = await client(app)
  expect(await bring(app, {})).toMatchObject({ updated: 0, unchanged: 1, kept: 1 })
  expect(await client(app)).toEqual(before)
  // The import's email goes to the former address until the client confirms the new one.
  await importFile(app, csv(row('1')))
  const { entries } = (await app.api.get(`/api/admin/users/${before.id}/timeline?kind=emails`)).body
  expect(entries[0]).toMatchObject({ kind: 'import', email: 'ann@example.com' })
})

test('imports the other values of an older list', async () => {
  const app = await startWithOne()
  await answer(app, { email: 'new@example.com' })
  expect(await bring(app, { first: 'Anna' })).toMatchObject({ updated: 1, kept: 1 })
  expect(await client(app)).toMatchObject({ first_name: 'Anna', email: 'new@example.com' })
  expect(await bring(app, { email: 'third@example.com' })).toMatchObject({ updated: 1, kept: 0 })
  expect(await client(app)).toMatchObject({ email: 'third@example.com' })
  // The list is older than the correction, whoever has changed the email since.
  expect(await bring(app, {})).toMatchObject({ updated: 0, kept: 1 })
  expect(await client(app)).toMatchObject({ email: 'third@example.com' })
})

test('keeps a corrected address that the office has completed', async () => {
  const app = await startWithOne()
  await answer(app, { address: '9 Oak St', city: 'Salem', zip_code: '01970' })
  const { id } = await client(app)
  await app.api.put(`/api/admin/users/${id}`, { address: '9 Oak St, Apt 4' })
  expect(await bring(app, {})).toMatchObject({ updated: 0, kept: 1 })
  expect(await client(app)).toMatchObject({ address: '9 Oak St, Apt 4', city: 'Salem' })
})

test('keeps a correction against a list that adds a suffix or an extension', async () => {
  const app = await startWithOne()
  await answer(app, { last_name: 'Lee-Roe', phone_number: '617-555-0199' })
  const before = await client(app)
  const headers = `${HEADERS.replace('Number,Address', 'Number,Ext,Address')},Suffix`
  // The older list, and the one with the client's corrections.
  for (const [last, phone] of [
    ['Lee', '617-555-0140,12'],
    ['Lee-Roe', '617-555-0199,12'],
  ] as const) {
    const list = new File([[headers, `${row('1', { last, phone })},Jr.`].join('\n')], 'list.csv')
    expect((await importFile(app, list, quietly)).body).toMatchObject({ updated: 0, kept: 1 })
    expect(await client(app)).toEqual(before)
  }
})

test('brings no street back, with whatever city, that the client has replaced', async () => {
  const app = await startWithOne()
  await answer(app, { address: '2 Oak St' })
  const { id } = await client(app)
  const moved = { address: '7 Pine St', city: 'Salem', zip_code: '01970' }
  await app.api.put(`/api/admin/users/${id}`, moved)
  expect(await bring(app, {})).toMatchObject({ updated: 0, kept: 1 })
  expect(await client(app)).toMatchObject(moved)
})

test('replaces a corrected address by one with another unit', async () => {
  const app = await startWithOne()
  await answer(app, { address: '1 Elm St Unit' })
  expect(await bring(app, { address: '1 Elm St Unit II' })).toMatchObject({ updated: 1, kept: 0 })
  expect(await client(app)).toMatchObject({ address: '1 Elm St Unit II' })
})

test('keeps the second correction against both former values', async () => {
  const app = await startWithOne()
  await answer(app, { first_name: 'Anna' })
  await answer(app, { first_name: 'Annabel' })
  for (const first of ['Ann', 'Anna', 'ANN']) {
    expect(await bring(app, { first })).toMatchObject({ unchanged: 1, kept: 1 })
  }
  expect(await client(app)).toMatchObject({ first_name: 'Annabel' })
})

test('keeps an earlier correction that the office has restored', async () => {
  const app = await startWithOne()
  await answer(app, { first_name: 'Anna' })
  await answer(app, { first_name: 'Annabel' })
  const { id } = await client(app)
  await app.api.put(`/api/admin/users/${id}`, { first_name: 'Anna' })
  expect(await bring(app, {})).toMatchObject({ updated: 0, kept: 1 })
})

test('keeps the correction of the client who stayed in a merge', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('1'), row('2', { first: 'Bea' })), quietly)
  const users = async () => (await app.api.get('/api/admin/users?sort=client_number')).body.users
  for (const [n, phone_number] of ['617-555-0199', '617-555-0155'].entries()) {
    const token = await aLink(app.deps, (await users())[n])
    const { body } = await app.api.get(`/api/verify/${token}`)
    await app.api.post(`/api/verify/${token}`, { ...body, phone_number, action: 'update' })
  }
  const [kept, other] = await users()
  const { status } = await app.api.post(`/api/admin/users/${kept.id}/merge`, {
    other: other.id,
    last_updated: kept.last_updated,
    other_last_updated: other.last_updated,
  })
  expect(status).toBe(200)
  expect(await bring(app, {})).toMatchObject({ updated: 0, kept: 1 })
  expect(await client(app)).toMatchObject({ phone_number: '+16175550199' })
})

test('keeps or replaces an address as a whole', async () => {
  const app = await startWithOne()
  await answer(app, { address: '9 Oak St', city: 'Salem', zip_code: '01970' })
  expect(await bring(app, { zip: '02139' })).toMatchObject({ updated: 1, kept: 0 })
  expect(await client(app)).toMatchObject({
    address: '1 Elm St',
    city: 'Boston',
    zip_code: '02139',
  })
})

test('keeps a corrected last name against the former one alone', async () => {
  const app = await startWithOne()
  await answer(app, { last_name: 'Moss' })
  const sheet = new File(['Client Number,Client,Email\n1,Lee,ann@example.com'], 'list.csv')
  const { body } = await app.api.upload('/api/admin/imports/preview', {}, sheet)
  expect(body.rows).toMatchObject([{ kind: 'unchanged', kept: ['last_name'] }])
})

test('keeps a lone alternate number as the alternate', async () => {
  const app = await startTestApp()
  const sheet = (phone: string) =>
    new File(
      [
        'Client Number,First Name,Last Name,Email,Phone,Mobile,Address,City,State,Zip\n' +
          `1,Ann,Lee,ann@example.com,${phone},617-555-0199,1 Elm St,Boston,MA,02134`,
      ],
      'clients.csv',
    )
  await importFile(app, sheet('617-555-0140'), quietly)
  expect((await importFile(app, sheet(''), quietly)).body).toMatchObject({ unchanged: 1 })
  expect(await client(app)).toMatchObject({
    phone_number: '+16175550140',
    alt_number: '+16175550199',
  })
})

test('keeps a correction after its history was deleted', async () => {
  const app = await startWithOne()
  await answer(app, { phone_number: '617-555-0199' })
  const { id } = await client(app)
  const history = (await app.api.get(`/api/admin/users/${id}/audit-logs`)).body
  const ids = history.map((change: { id: number }) => change.id)
  await app.api.post('/api/admin/audit-logs/delete', { ids })
  expect(await bring(app, {})).toMatchObject({ updated: 0, kept: 1 })
  expect(await client(app)).toMatchObject({ phone_number: '+16175550199' })
})

describe('a correction of a value that comes back in another notation', () => {
  test.each([
    ['phone', { phone_number: '617-555-0199' }, '(617) 555-0101'],
    ['phone', { phone_number: '617-555-0199' }, '6175550101'],
    ['phone', { phone_number: '617-555-0199' }, '617.555.0101'],
    ['phone', { phone_number: '617-555-0199' }, '+1 617-555-0101'],
    ['address', { address: '9 Oak Ave' }, '1 Elm St.'],
    ['address', { address: '9 Oak Ave' }, '1 ELM STREET'],
    ['zip', { zip_code: '02139' }, '02134-1234'],
    ['last', { last_name: 'Lee-Moss' }, 'LEE'],
    ['email', { email: 'new@example.com' }, 'ANN@EXAMPLE.COM'],
    ['city', { city: 'Cambridge', zip_code: '02139' }, 'BOSTON'],
  ])('%s: keeps %j against %s', async (cell, corrected, old) => {
    const app = await startTestApp()
    await importFile(app, csv(row('1', { phone: '617-555-0101' })), quietly)
    await answer(app, corrected)
    const before = await client(app)
    const list = { phone: '617-555-0101', [cell]: old }
    expect(await bring(app, list)).toMatchObject({ updated: 0, unchanged: 1, kept: 1 })
    expect(await client(app)).toEqual(before)
  })
})

test('changes nothing for another notation of a stored value', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('1', { phone: '617-555-0101' })), quietly)
  const before = await client(app)
  const list = {
    phone: '(617) 555-0101',
    address: '1 Elm Street',
    zip: '02134-1234',
    city: 'BOSTON',
  }
  expect(await bring(app, list)).toMatchObject({ updated: 0, unchanged: 1, kept: 0 })
  expect(await client(app)).toEqual(before)
})

test('shows a row that replaces what the client has answered', async () => {
  const app = await startWithOne()
  await answer(app, { phone_number: '617-555-0199', address: '9 Oak Ave' })
  const sheet = csv(row('1', { phone: '617-555-0155' }))
  const { body } = await app.api.upload('/api/admin/imports/preview', {}, sheet)
  expect(body.counts).toMatchObject({ changed: 1, replaced: 1 })
  expect(body.rows[0]).toMatchObject({
    replaced: ['phone_number'],
    kept: ['address'],
    cells: { phone_number: '(617) 555-0155', address: '9 Oak Ave' },
  })
  const tab = await app.api.get(`/api/admin/imports/preview/${body.previewId}/rows?kind=replaced`)
  expect(tab.body).toMatchObject({ total: 1 })
})

test('keeps the zeros of a zip code abroad that a spreadsheet removes', async () => {
  const app = await startTestApp()
  const dresden = (zip: string) =>
    new File([`${HEADERS},Country\n${row('1', { city: 'Dresden', zip })},Germany`], 'c.csv')
  await importFile(app, dresden('01067'), quietly)
  expect((await importFile(app, dresden('1067'), quietly)).body).toMatchObject({ unchanged: 1 })
  expect(await client(app)).toMatchObject({ zip_code: '01067' })
  expect((await importFile(app, dresden('1068'), quietly)).body).toMatchObject({ updated: 1 })
})
