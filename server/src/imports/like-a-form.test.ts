// @module-tag heavy
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { HEADERS, importFile, quietly } from '../../../testing/import-file.ts'
import { aClient, clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const FIELDS = [
  'client_number',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'address',
  'city',
  'state',
  'zip_code',
] as const

test('counts texts that a form has stored as unchanged', async () => {
  const app = await startTestApp()
  const awkward = [
    { client_number: '1,001', phone_number: '6175550101.0', zip_code: '021341234' },
    { client_number: '20231.000', zip_code: '02134–1234', address: '12 Elm,\nApt\u00854' },
    { client_number: '20231', email: '\u200eana@example.com\u200b', state: ' massachusetts' },
    { client_number: 'A\u0007-1', first_name: 'Rene\u200b\u0301', last_name: 'O’Hara\u2028 Jr.' },
  ].map((over) => clientInput(over))
  for (const input of awkward) {
    expect(await app.api.post('/api/admin/users', input)).toMatchObject({ status: 200 })
  }
  const lines = awkward.map((input) => FIELDS.map((field) => input[field]))
  const list = `${HEADERS}\r\n${Papa.unparse(lines)}`
  const { body } = await importFile(app, new File([list], 'clients.csv'), quietly)
  expect(body).toMatchObject({ unchanged: 4, created: 0, updated: 0, rejected: 0 })
  const { users } = (await app.api.get('/api/admin/users?sort=client_number')).body
  expect(users).toMatchObject([
    { client_number: '1001', phone_number: '+16175550101', zip_code: '02134-1234' },
    { client_number: '20231', email: 'ana@example.com', state: 'MA' },
    { client_number: '20231.000', zip_code: '02134-1234', address: '12 Elm, Apt, 4' },
    { client_number: 'A-1', first_name: 'René', last_name: 'O’Hara Jr.' },
  ])
})

test('checks an invalid stored value only once its row changes', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { client_number: '7', email: 'ana at example.com', city: 'Lynn' })
  const row = (city: string) => {
    const client = { ...clientInput({ client_number: '7', email: 'ana at example.com' }), city }
    const list = `${HEADERS}\r\n${Papa.unparse([FIELDS.map((field) => client[field])])}`
    return importFile(app, new File([list], 'clients.csv'), quietly)
  }
  expect((await row('Lynn')).body).toMatchObject({ unchanged: 1, rejected: 0 })
  expect((await row('Salem')).body).toMatchObject({ unchanged: 0, rejected: 1 })
})

test('recognizes exported client numbers that contain a matter', async () => {
  const app = await startTestApp()
  for (const client_number of ['20231', '20231.000', '20231.001'])
    await aClient(app.deps, { client_number })
  for (const format of ['csv', 'xlsx']) {
    const { rawPayload } = await app.app.inject({
      url: `/api/admin/export?format=${format}`,
      headers: { authorization: `Bearer ${app.token}` },
    })
    const { body } = await importFile(app, new File([rawPayload], `back.${format}`), quietly)
    expect(body).toMatchObject({ unchanged: 3, created: 0, rejected: 0 })
  }
})
