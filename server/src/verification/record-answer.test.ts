import { expect, test } from 'vitest'
import { aClient, aLink } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const users = '/api/admin/users'

async function anAskedClient() {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  await app.api.post(`/api/admin/resend-email/${client.id}`)
  const record = (body: object) => app.api.post(`${users}/${client.id}/answers`, body)
  const answers = () => app.deps.db.selectFrom('answers').selectAll().execute()
  const day = (ahead: number) =>
    new Date(app.deps.now().getTime() + ahead * DAY_MS).toLocaleDateString('sv-SE', {
      timeZone: 'America/New_York',
    })
  return { ...app, client, record, answers, day }
}

test('confirms by phone with the name of the administrator', async () => {
  const { client, record, answers, api } = await anAskedClient()
  const { status, body } = await record({ via: 'phone', note: 'Spoke to her son' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'confirmed', has_changes: false })
  expect(await answers()).toMatchObject([
    {
      client_id: client.id,
      via: 'phone',
      admin: 'admin@example.com',
      result: 'confirmed',
      note: 'Spoke to her son',
      old: {},
    },
  ])
  const [change] = (await api.get(`${users}/${client.id}/audit-logs`)).body
  expect(change).toMatchObject({ action: 'confirmed', admins: { email: 'admin@example.com' } })
})

test('saves a correction received by letter', async () => {
  const { record, answers } = await anAskedClient()
  const { body } = await record({ via: 'letter', city: 'Salem', zip_code: '01970' })
  expect(body).toMatchObject({ status: 'updated', has_changes: true, city: 'Salem' })
  expect(await answers()).toMatchObject([
    { result: 'updated', old: { city: 'Boston' }, new: { city: 'Salem', zip_code: '01970' } },
  ])
})

test('records an answer once when its reply was lost', async () => {
  const { client, record, answers } = await anAskedClient()
  const { last_updated } = client
  const body = { via: 'phone', note: 'Moved', city: 'Salem', zip_code: '01970', last_updated }
  const first = await record(body)
  expect(await record(body)).toMatchObject({ status: 200, body: first.body })
  expect(await answers()).toHaveLength(1)
  expect((await record({ ...body, note: 'Moved again' })).status).toBe(409)
  expect((await record({ ...body, city: 'Lynn' })).status).toBe(409)
  expect((await record({ ...body, last_updated: first.body.last_updated })).status).toBe(200)
  expect(await answers()).toHaveLength(2)
})

test('changes the firm’s own fields along with a confirmation', async () => {
  const { deps, record, answers } = await anAskedClient()
  const { body } = await record({
    via: 'phone',
    client_number: '4711',
    group_template: 'BigClients',
  })
  expect(body).toMatchObject({
    status: 'confirmed',
    client_number: '4711',
    group_template: 'BigClients',
  })
  expect(await answers()).toMatchObject([{ result: 'confirmed', old: {}, new: {} }])
  const other = await aClient(deps)
  const taken = await record({ via: 'phone', client_number: other.client_number })
  expect(taken.status).toBe(409)
  expect(taken.body.fields.client_number).toContain('already taken')
})

test('closes the client’s links', async () => {
  const { client, deps, api, record } = await anAskedClient()
  const link = `/api/verify/${await aLink(deps, client)}`
  await record({ via: 'in_person' })
  expect((await api.get(link)).status).toBe(404)
})

test('protects a correction by phone from an older list', async () => {
  const { client, record, api } = await anAskedClient()
  await record({ via: 'phone', phone_number: '617-555-0199' })
  const csv = `client_number,first_name,last_name,email,phone_number,address,city,state,zip_code,group_template
${client.client_number},${client.first_name},${client.last_name},${client.email},${client.phone_number},"${client.address}",Boston,MA,02134,GeneralClients`
  const file = new File([csv], 'old.csv')
  const { body } = await api.upload('/api/admin/import', { send: 'false' }, file)
  expect(body).toMatchObject({ kept: 1 })
  expect((await api.get(`${users}/${client.id}`)).body.phone_number).toBe('+16175550199')
})

test('dates an answer to the day it was given', async () => {
  const { record, answers, pass, day } = await anAskedClient()
  await pass(5 * DAY_MS)
  expect((await record({ via: 'letter', on: day(-2) })).status).toBe(200)
  const [answer] = await answers()
  expect(new Date(answer!.at).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })).toBe(
    day(-2),
  )
})

test('names the day of the last answer, whatever happened since', async () => {
  const { client, record, answers, api } = await anAskedClient()
  const last = async () => (await api.get(`${users}/${client.id}/answers/last`)).body
  expect(await last()).toEqual({ at: null })
  await record({ via: 'phone' })
  await api.put(`${users}/${client.id}`, { city: 'Lynn' })
  expect(await last()).toEqual({ at: (await answers())[0]?.at })
})

test('counts an answer dated to the day on which the round began', async () => {
  const app = await startTestApp()
  const { api, deps } = app
  const client = await aClient(deps, { email: '' })
  await api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
  const on = deps.now().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })
  await app.pass(DAY_MS)
  await api.post(`${users}/${client.id}/answers`, { via: 'phone', on })
  const [round] = (await api.get('/api/admin/rounds')).body
  expect(round.coverage).toMatchObject({ total: 1, confirmed: 1, byOther: 1 })
})

test('rejects a day in the future or before the request', async () => {
  const { record, answers, day } = await anAskedClient()
  expect(await record({ via: 'phone', on: day(1) })).toMatchObject({
    status: 400,
    body: { fields: { on: 'This day is in the future.' } },
  })
  const early = await record({ via: 'phone', on: day(-3) })
  expect(early.body.fields.on).toMatch(/^The client was asked on \d{4}-/)
  expect(await answers()).toEqual([])
})

test('refuses to overwrite or confirm a newer version', async () => {
  const { client, record, api, clock } = await anAskedClient()
  clock.ahead = 1000
  await api.put(`${users}/${client.id}`, { city: 'Worcester' })
  const last_updated = client.last_updated
  const late = await record({ via: 'phone', city: 'Salem', last_updated })
  expect(late).toMatchObject({ status: 409, body: { current: { city: 'Worcester' } } })
  expect((await record({ via: 'phone', last_updated })).body.current.city).toBe('Worcester')
  const { current } = late.body
  const seen = await record({ via: 'phone', last_updated: current.last_updated })
  expect(seen.body.status).toBe('confirmed')
})

test('names wrong fields and saves nothing', async () => {
  const { record, answers } = await anAskedClient()
  const { status, body } = await record({ via: 'fax', email: 'no' })
  expect(status).toBe(400)
  expect(Object.keys(body.fields).sort()).toEqual(['email', 'via'])
  expect(await answers()).toEqual([])
})

test('sets an answered client without an email to pending again', async () => {
  const { api, deps, answers } = await anAskedClient()
  const { id } = await aClient(deps, { email: '' })
  await api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
  await api.post(`${users}/${id}/answers`, { via: 'phone' })
  const resend = (status: string) => api.post(`/api/admin/resend-email/${id}`, { status })
  expect((await resend('pending')).status).toBe(409)
  expect((await api.get(`${users}/${id}`)).body.status).toBe('confirmed')
  expect((await resend('confirmed')).body).toEqual({
    message:
      'No email reaches this client, so none was sent. Call the client, or write a letter on paper.',
    code: 'pending_again',
  })
  expect((await api.get(`${users}/${id}`)).body.status).toBe('pending')
  const [round] = (await api.get('/api/admin/rounds')).body
  expect(round.coverage).toMatchObject({ confirmed: 0, reasons: { no_address: 1 } })
  expect(await answers()).toHaveLength(1)
  // Once more, as after a lost reply.
  expect((await resend('confirmed')).body.code).toBe('pending_again')
  expect((await resend('pending')).body.code).toBe('client_without_email')
})
