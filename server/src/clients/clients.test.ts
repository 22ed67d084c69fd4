import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import { recordChanges } from '../history/queries.ts'

const users = '/api/admin/users'
const historyOf = (id: number) => `${users}/${id}/audit-logs`

test('creates a pending client with a history record and an email', async () => {
  const { api, deps } = await startTestApp()
  const input = clientInput({ client_number: ' 1001 ' })
  const { status, body } = await api.post(users, input)

  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...input,
    client_number: '1001',
    status: 'pending',
    has_changes: false,
  })
  const [record, ...more] = (await api.get(historyOf(body.id))).body
  expect(more).toEqual([])
  expect(record).toMatchObject({
    action: 'created',
    admins: { email: 'admin@example.com' },
    old_data: 'null',
  })
  expect(JSON.parse(record.new_data)).toMatchObject({ first_name: 'Esperanza', status: 'pending' })
  const messages = await deps.db.selectFrom('messages').selectAll().execute()
  expect(messages).toMatchObject([{ client_id: body.id, email: input.email }])
})

test('rejects a taken client number by name', async () => {
  const { api } = await startTestApp()
  await api.post(users, clientInput({ client_number: '1001' }))
  const { status, body } = await api.post(users, clientInput({ client_number: '1001' }))
  expect(status).toBe(409)
  expect(body.message).toBe('Client number 1001 is already taken.')
  expect((await api.get(users)).body.total).toBe(1)
})

test('names each missing field in the words of the form', async () => {
  const { api } = await startTestApp()
  const { status, body } = await api.post(users, { email: 'x' })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    client_number: 'Client number is required',
    first_name: 'First name is required',
    last_name: 'Last name is required',
    email: 'Invalid email address',
    phone_number: 'Phone number is required',
    address: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    zip_code: 'Zip code is required',
  })
})

test('stores a state name as its code and rejects an unknown template', async () => {
  const { api } = await startTestApp()
  const { body } = await api.post(users, clientInput({ state: 'new hampshire' }))
  expect(body.state).toBe('NH')
  const refused = await api.post(users, clientInput({ group_template: 'Nobody' }))
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'There is no email template “Nobody”.' },
  })
})

test('changes only the given fields and records the changes', async () => {
  const { api, deps } = await startTestApp()
  const client = await aClient(deps, { status: 'confirmed', alt_number: '555-1200' })
  const { body } = await api.put(`${users}/${client.id}`, { city: 'Worcester', alt_number: '' })

  expect(body).toMatchObject({
    city: 'Worcester',
    alt_number: null,
    status: 'confirmed',
    state: 'MA',
  })
  const [record] = (await api.get(historyOf(client.id))).body
  expect(record).toMatchObject({ action: 'updated', field: 'alt_number, city' })
  expect(JSON.parse(record.old_data)).toEqual({ alt_number: '555-1200', city: 'Boston' })
  expect(JSON.parse(record.new_data)).toEqual({ alt_number: null, city: 'Worcester' })
})

test('records nothing when nothing changed', async () => {
  const { api, deps } = await startTestApp()
  const client = await aClient(deps)
  const { body } = await api.put(`${users}/${client.id}`, { city: 'Boston', alt_number: '' })
  expect(body.last_updated).toBe(client.last_updated)
  expect((await api.get(historyOf(client.id))).body).toEqual([])
})

test('refuses to overwrite a newer version and returns it', async () => {
  const { api, deps, clock } = await startTestApp()
  const client = await aClient(deps)
  clock.ahead = 1000
  const { last_updated } = client
  await api.put(`${users}/${client.id}`, { city: 'Worcester', last_updated })
  const late = await api.put(`${users}/${client.id}`, { city: 'Salem', last_updated })
  expect(late.status).toBe(409)
  expect(late.body.current.city).toBe('Worcester')
  expect(late.body.current.search_text).toBeUndefined()
})

test('revokes links if the email changes, but not if only its case does', async () => {
  const { api, deps } = await startTestApp()
  const client = await aClient(deps)
  const token = await aLink(deps, client)
  await api.put(`${users}/${client.id}`, { email: client.email.toUpperCase() })
  expect((await api.get(`/api/verify/${token}`)).status).toBe(200)
  await api.put(`${users}/${client.id}`, { email: 'new@example.com' })
  expect((await api.get(`/api/verify/${token}`)).status).toBe(404)
})

test('deletes a client and its links, cancels its emails, keeps its history', async () => {
  const { api, deps } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { body: client } = await api.post(users, clientInput())
  const token = await aLink(deps, client)
  expect((await api.delete(`${users}/${client.id}`)).status).toBe(200)

  expect((await api.get(`${users}/${client.id}`)).body).toMatchObject({
    message: 'This client was deleted or merged. Look in the trash.',
  })
  expect((await api.get(`/api/verify/${token}`)).status).toBe(404)
  const actions = (await api.get(historyOf(client.id))).body.map(
    (c: { action: string }) => c.action,
  )
  expect(actions).toEqual(['deleted', 'created'])
  await expect
    .poll(async () => (await deps.db.selectFrom('messages').select('state').execute())[0]?.state)
    .toBe('canceled')
})

test('deletes several clients in one call and skips missing ones', async () => {
  const { api, deps } = await startTestApp()
  const [one, two, three] = [await aClient(deps), await aClient(deps), await aClient(deps)]
  const { body } = await api.post(`${users}/delete`, { ids: [one.id, two.id, 999] })
  expect(body).toEqual({ deleted: 2 })
  expect((await api.get(users)).body).toMatchObject({ users: [{ id: three.id }], total: 1 })
})

test('deletes history records in one call with one log entry', async () => {
  const { api } = await startTestApp()
  const { body: client } = await api.post(users, clientInput())
  for (const city of ['Salem', 'Lowell', 'Quincy']) await api.put(`${users}/${client.id}`, { city })
  const records: { id: number; timestamp: string }[] = (await api.get(historyOf(client.id))).body
  const [newest, ...others] = records
  const ids = others.map(({ id }) => id)
  const remove = (body: object) => api.post('/api/admin/audit-logs/delete', body)
  expect(await remove({ ids: [] })).toMatchObject({ status: 400 })

  expect(await remove({ ids })).toMatchObject({ status: 200, body: { deleted: 3 } })
  expect((await api.get(historyOf(client.id))).body).toEqual([newest])
  const again = await remove({ ids: [...ids, newest!.id] })
  expect(again).toMatchObject({ status: 200, body: { deleted: 1 } })
  expect(await remove({ ids })).toMatchObject({ status: 200, body: { deleted: 0 } })

  const { body } = await api.get('/api/security-log')
  const told = body.entries.filter(({ event }: { event: string }) => event === 'change-deleted')
  const [from, to] = [others.at(-1)!.timestamp, others[0]!.timestamp]
  expect(told.map(({ detail }: { detail: string }) => detail)).toEqual([
    `updated of client ${client.id}, ${newest!.timestamp}`,
    `3: ${from} to ${to}, of client ${client.id}`,
  ])
})

test('never sends a token or the search column', async () => {
  const { api, deps } = await startTestApp()
  await aLink(deps, await aClient(deps))
  const { body } = await api.get(users)
  expect(Object.keys(body.users[0]).sort()).toEqual(
    [
      ...Object.keys(clientInput()),
      'id',
      'address_returned',
      'emailed',
      'last_answer',
      'reported',
      'reported_as',
      'status',
      'has_changes',
      'last_updated',
      'created_at',
      'excused_reason',
      'excused_at',
      'excused_by',
      'excused_note',
      'mail_to',
      'mail_to_by',
      'own',
      'bounced',
      'bounced_at',
      'confirm_by',
      'disputed_at',
    ].sort(),
  )
})

test('deletes a history record once', async () => {
  const { api } = await startTestApp()
  const { body: client } = await api.post(users, clientInput())
  const [record] = (await api.get(historyOf(client.id))).body
  expect((await api.delete(`/api/admin/audit-logs/${record.id}`)).status).toBe(200)
  expect((await api.get(historyOf(client.id))).body).toEqual([])
  const again = await api.delete(`/api/admin/audit-logs/${record.id}`)
  expect(again).toMatchObject({ status: 404, body: { message: 'Change record not found' } })
})

test('lists at most the newest 1,000 records of a history', async () => {
  const { api, deps } = await startTestApp()
  const { id } = await aClient(deps)
  const change = { client_id: id, action: 'updated' as const }
  const changes = Array.from({ length: 1_001 }, (_, n) => ({
    ...change,
    before: { city: String(n) },
    after: { city: String(n + 1) },
  }))
  await transact(deps.db, (tx) =>
    recordChanges(tx, { adminEmail: 'ada@example.com', at: deps.now().toISOString() }, changes),
  )
  const { body } = await api.get(historyOf(id))
  expect(body).toHaveLength(1_000)
  expect(JSON.parse(body[0].new_data)).toEqual({ city: '1001' })
})
