import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const users = '/api/admin/users'
const excuse = { reason: 'deceased', note: 'Told by her son' }

test('marks a client and names who did it in the history', async () => {
  const { api, deps } = await startTestApp()
  const { id } = await aClient(deps)
  const { status, body } = await api.put(`${users}/${id}/excuse`, excuse)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    excused_reason: 'deceased',
    excused_by: 'admin@example.com',
    excused_note: 'Told by her son',
  })
  const [change] = (await api.get(`${users}/${id}/audit-logs`)).body
  expect(JSON.parse(change.new_data)).toEqual({ excused_reason: 'deceased' })
  expect((await api.delete(`${users}/${id}/excuse`)).body).toMatchObject({
    excused_reason: null,
    excused_at: null,
    excused_note: null,
  })
})

test('never emails an excused client, by bulk, import, retry or resend', async () => {
  const { api, deps } = await startTestApp()
  const client = await aClient(deps)
  await api.put(`${users}/${client.id}/excuse`, excuse)
  expect(
    (await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })).body,
  ).toMatchObject({ totalUsers: 0 })
  const csv = `client_number,first_name,last_name,email,phone_number,address,city,state,zip_code
${client.client_number},Ann,Lee,ann@example.com,617-555-0140,1 Elm St,Boston,MA,02134`
  const file = new File([csv], 'clients.csv')
  expect((await api.upload('/api/admin/import', {}, file)).body).toMatchObject({ mailingId: null })
  expect(await api.post(`/api/admin/resend-email/${client.id}`)).toMatchObject({
    status: 409,
    body: { code: 'client_excused' },
  })
  expect(await deps.db.selectFrom('messages').selectAll().execute()).toEqual([])
})

test('cancels the waiting email of a client who is excused', async () => {
  const { api, deps, send } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { id } = await aClient(deps)
  await send('POST', '/api/admin/bulk-send-emails', {
    payload: { statusFilter: 'all' },
    headers: { prefer: 'respond-async' },
  })
  await api.put(`${users}/${id}/excuse`, { reason: 'declined' })
  await expect
    .poll(async () => (await deps.db.selectFrom('messages').select('state').execute())[0]?.state)
    .toBe('canceled')
})

test('restores the answer that only the canceled email had reopened', async () => {
  const { api, deps, send } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { id } = await aClient(deps, { status: 'confirmed' })
  await deps.sender.stop()
  await send('POST', '/api/admin/bulk-send-emails', {
    payload: { statusFilter: 'all' },
    headers: { prefer: 'respond-async' },
  })
  expect((await api.get(`${users}/${id}`)).body.status).toBe('pending')
  const { body } = await api.put(`${users}/${id}/excuse`, { reason: 'left' })
  expect(body).toMatchObject({ status: 'confirmed', excused_reason: 'left' })
})
