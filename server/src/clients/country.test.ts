import { expect, onTestFinished, test } from 'vitest'
import { HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const users = '/api/admin/users'
const BERLIN = { city: 'Berlin', state: '', zip_code: '10115', country: 'DE' }
const { client_number: _, group_template: __, ...details } = clientInput()

test('creates a client in the United States unless the call names a country', async () => {
  const { api } = await startTestApp()
  const { country: _country, ...input } = clientInput()
  expect((await api.post(users, input)).body.country).toBe('US')
  const abroad = await api.post(users, clientInput({ ...BERLIN, country: 'germany' }))
  expect(abroad).toMatchObject({ status: 200, body: BERLIN })
  const { status, body } = await api.post(users, clientInput({ ...BERLIN, country: 'US' }))
  expect([status, body.fields]).toEqual([400, { state: 'State is required' }])
})

test('checks an edited place against the country that it will be in', async () => {
  const { api, deps } = await startTestApp()
  const { id } = await aClient(deps)
  const edit = (body: object) => api.put(`${users}/${id}`, body)
  expect((await edit({ state: 'Bavaria' })).body.fields).toEqual({
    state: '“Bavaria” is not a US state',
  })
  expect((await edit({ country: 'DE', state: 'Bavaria' })).body).toMatchObject({
    country: 'DE',
    state: 'Bavaria',
    zip_code: '02134',
  })
  expect((await edit({ zip_code: 'D-80331' })).body.zip_code).toBe('D-80331')
  expect((await edit({ country: 'US' })).body.fields).toEqual({
    state: '“Bavaria” is not a US state',
    zip_code: 'Zip code must be 5 digits, like 02134, or 9, like 02134-1234',
  })
  expect((await edit({ country: 'US', state: 'ohio', zip_code: '431234567' })).body).toMatchObject({
    country: 'US',
    state: 'OH',
    zip_code: '43123-4567',
  })
  const [record] = (await api.get(`${users}/${id}/audit-logs`)).body
  expect(record.field).toBe('state, zip_code, country')
  expect(JSON.parse(record.old_data)).toMatchObject({ country: 'DE' })
})

test('moves a client abroad by link; a missing country keeps the stored one', async () => {
  const { api, deps } = await startTestApp()
  const client = await aClient(deps)
  const answer = async (over: object) =>
    api.post(`/api/verify/${await aLink(deps, client)}`, {
      ...details,
      action: 'update',
      ...over,
    })
  const stored = async () => (await api.get(`${users}/${client.id}`)).body
  expect((await answer(BERLIN)).status).toBe(200)
  expect(await stored()).toMatchObject({ ...BERLIN, status: 'updated' })
  const { country: _country, ...place } = BERLIN
  const again = await answer({ ...place, country: undefined, zip_code: '10117' })
  expect(again.status).toBe(200)
  expect(await stored()).toMatchObject({ ...BERLIN, zip_code: '10117' })
})

test('moves a client back to the United States by a phone answer', async () => {
  const { api, deps } = await startTestApp()
  const { id } = await aClient(deps, BERLIN)
  const record = (body: object) => api.post(`${users}/${id}/answers`, { via: 'phone', ...body })
  expect((await record({ country: 'US' })).body.fields).toEqual({ state: 'State is required' })
  const home = { country: 'US', state: 'MA', zip_code: '02134', city: 'Boston' }
  expect((await record(home)).body).toMatchObject({ ...home, status: 'updated' })
})

test('imports and exports countries; importing an export changes nothing', async () => {
  const app = await startTestApp()
  const sheet = [
    `${HEADERS},Country`,
    `${row('1', { city: 'Berlin', zip: 'D-10115' }).replace('MA', '')},Germany`,
    `2,Cher,,cher@example.com,1,1 Elm St,Toronto,Ontario,M5V 2T6,ca`,
    row('3'),
    `${row('4')},Atlantis`,
  ]
  const file = new File([sheet.join('\r\n')], 'clients.csv')
  const { body } = await importFile(app, file, quietly)
  expect(body).toMatchObject({ created: 3, results: [{ reason: '“Atlantis” is not a country' }] })
  const { users: clients } = (await app.api.get(`${users}?sort=client_number`)).body
  expect(clients).toMatchObject([
    { country: 'DE', state: '', zip_code: 'D-10115' },
    { country: 'CA', state: 'Ontario', first_name: 'Cher', last_name: '' },
    { country: 'US', state: 'MA' },
  ])
  const { body: text } = await app.send('GET', '/api/admin/export?format=csv')
  expect(text).toContain('Berlin,,D-10115,Germany,')
  const same = await importFile(app, new File([text], 'again.csv'), quietly)
  expect(same.body).toMatchObject({ unchanged: 3, updated: 0, rejected: 0 })
})

test('keeps each country when an older list without countries is imported', async () => {
  const app = await startTestApp()
  await importFile(app, new File([`${HEADERS}\n${row('1')}`], 'old.csv'), quietly)
  const [client] = (await app.api.get(users)).body.users
  await app.api.post(`/api/verify/${await aLink(app.deps, client)}`, {
    ...client,
    ...BERLIN,
    action: 'update',
  })
  const again = await importFile(app, new File([`${HEADERS}\n${row('1')}`], 'old.csv'), quietly)
  expect(again.body).toMatchObject({ kept: 1, rejected: 0 })
  expect((await app.api.get(users)).body.users).toMatchObject([BERLIN])
})

test('names the country in a letter abroad and greets by a single name', async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const { api } = await startTestApp({ SMTP_URL: sink.url })
  const { body } = await api.post(users, clientInput(BERLIN))
  await api.put(`${users}/${body.id}`, { first_name: 'Cher', last_name: '' })
  await api.post(`/api/admin/resend-email/${body.id}`)
  const { mail } = sink.received.at(-1)!
  expect(mail.to).toMatchObject([{ name: 'Cher' }])
  expect(mail.text).toContain('Dear Cher,\n')
  expect(mail.text).toContain('\nBerlin, 10115\nGermany\n')
})

test('counts and finds by state only clients in the United States', async () => {
  const { api, deps } = await startTestApp()
  await aClient(deps, { state: 'CA', zip_code: '90001' })
  await aClient(deps, { ...BERLIN, state: 'CA', country: 'IT' })
  expect((await api.get(`${users}?state=CA`)).body.total).toBe(1)
  expect((await api.get('/api/admin/charts')).body.states).toMatchObject([
    { state: 'CA', total: 1 },
  ])
})
