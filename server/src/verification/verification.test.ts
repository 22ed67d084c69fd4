import { INVALID_LINK, type VerificationAnswer } from '@attest/contract/verification'
import { expect, onTestFinished, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { ON_PAPER } from '../records/links.ts'

const { client_number: _, group_template: __, language: ___, ...details } = clientInput()
const answer = (action: 'confirm' | 'update', over: Partial<VerificationAnswer> = {}) => ({
  ...details,
  ...over,
  action,
})

async function aClientWithLink(status: 'pending' | 'confirmed' = 'pending') {
  const app = await startTestApp()
  const client = await aClient(app.deps, { status })
  const url = `/api/verify/${await aLink(app.deps, client)}`
  const now = async () => (await app.api.get(`/api/admin/users/${client.id}`)).body
  const history = async () => (await app.api.get(`/api/admin/users/${client.id}/audit-logs`)).body
  return { ...app, client, url, now, history }
}

test('shows the client only its own details', async () => {
  const { send, url, client } = await aClientWithLink()
  const { status, body } = await send('GET', url, { headers: { authorization: '' } })
  expect(status).toBe(200)
  expect(body).toEqual({ ...details, last_updated: client.last_updated })
})

test('marks a client confirmed with one history record', async () => {
  const { api, url, now, history } = await aClientWithLink()
  expect((await api.post(url, answer('confirm'))).status).toBe(200)
  expect(await now()).toMatchObject({ status: 'confirmed', has_changes: false })
  const records = await history()
  expect(records).toMatchObject([{ action: 'confirmed', admins: null, field: 'status' }])
  expect(JSON.parse(records[0].new_data)).toEqual({ status: 'confirmed' })
})

test('saves a correction with old and new values', async () => {
  const { api, url, now, history } = await aClientWithLink()
  const moved = { address: '12 Beacon Street', city: 'Worcester', zip_code: '01608' }
  await api.post(url, answer('update', moved))
  expect(await now()).toMatchObject({ ...moved, status: 'updated', has_changes: true })
  const [record] = await history()
  expect(record).toMatchObject({
    action: 'updated',
    admins: null,
    field: 'address, city, zip_code, status',
  })
  expect(JSON.parse(record.old_data)).toMatchObject({ city: 'Boston' })
})

test('counts a confirmation that alters a field as a correction', async () => {
  const { api, url, now } = await aClientWithLink()
  await api.post(url, answer('confirm', { phone_number: '617-555-0140' }))
  expect(await now()).toMatchObject({ status: 'updated', phone_number: '+16175550140' })
})

test('confirms a stored text with stray spaces as it was shown', async () => {
  const { api, deps, client, url, now } = await aClientWithLink()
  const address = ` ${client.address.replaceAll(' ', '  ')}`
  await deps.db.updateTable('clients').set({ address }).where('id', '=', client.id).execute()
  await api.post(url, answer('confirm'))
  expect(await now()).toMatchObject({
    status: 'confirmed',
    has_changes: false,
    address: client.address,
  })
})

test('closes every link of the client after an answer', async () => {
  const { api, deps, client, url } = await aClientWithLink()
  const earlier = `/api/verify/${await aLink(deps, client)}`
  await api.post(url, answer('confirm'))
  const { answered_at: at } = await deps.db
    .selectFrom('verification_links')
    .select('answered_at')
    .executeTakeFirstOrThrow()
  for (const closed of [url, earlier]) {
    const { status, body } = await api.get(closed)
    expect({ status, body }).toEqual({
      status: 404,
      body: { message: INVALID_LINK, code: 'link_answered', at },
    })
  }
})

test('accepts an answer without an email only if the client has none', async () => {
  const { api, deps, client, url, now } = await aClientWithLink()
  const refused = await api.post(url, answer('update', { email: '', city: 'Salem' }))
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { email: 'Invalid email address' } },
  })
  await deps.db.updateTable('verification_links').set({ email: ON_PAPER }).execute()
  await deps.db
    .updateTable('clients')
    .set({ email: '', mail_to: '' })
    .where('id', '=', client.id)
    .execute()
  const { status, body } = await api.post(url, answer('update', { email: '', city: 'Salem' }))
  expect({ status, body }).toMatchObject({ status: 200, body: { confirm_email: false } })
  expect(await now()).toMatchObject({ email: '', city: 'Salem', status: 'updated' })
})

test('accepts the same answer again and saves it once', async () => {
  const { api, url, history } = await aClientWithLink()
  const correction = answer('update', { city: 'Salem' })
  const replies = await Promise.all(Array.from({ length: 20 }, () => api.post(url, correction)))
  const thanks = {
    message: 'Thank you for verifying your information.',
    confirm_email: false,
  }
  for (const { status, body } of replies) {
    expect({ status, body }).toEqual({ status: 200, body: thanks })
  }
  expect(await history()).toHaveLength(1)
})

test('refuses a second, different answer and keeps the first', async () => {
  const { api, url, now } = await aClientWithLink()
  await api.post(url, answer('update', { city: 'Salem' }))
  const { status, body } = await api.post(url, answer('update', { city: 'Lynn' }))
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'link_answered' })
  expect(body.at).toMatch(/^\d{4}-/)
  expect(body.message).toContain('was not saved')
  expect(await now()).toMatchObject({ city: 'Salem', status: 'updated' })
})

test('answers a link to a former address like an unknown one', async () => {
  const { api, url, client } = await aClientWithLink()
  await api.put(`/api/admin/users/${client.id}`, { email: 'new@example.com' })
  expect((await api.get(url)).body).toEqual({ message: INVALID_LINK, code: 'not_found' })
  expect((await api.post(url, answer('confirm'))).body.code).toBe('not_found')
})

test('cancels a waiting mail after an answer', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const client = await aClient(app.deps)
  const url = `/api/verify/${await aLink(app.deps, client)}`
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await expect
    .poll(async () => {
      await app.api.post(url, answer('confirm'))
      return (await app.deps.db.selectFrom('messages').select('state').execute())[0]?.state
    })
    .toBe('canceled')
})

test('keeps a client who has answered among the recipients', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  const { api } = app
  const url = `/api/verify/${await aLink(app.deps, client)}`
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await api.post(url, answer('confirm'))
  const sent = [{ client_id: client.id, last_name: client.last_name, state: 'accepted' }]
  expect((await api.get('/api/admin/mailings/1/messages')).body.messages).toMatchObject(sent)
  expect((await api.get(`/api/admin/mailings?search=${client.last_name}`)).body.total).toBe(1)
})

test('never retries a mail whose client has answered', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const sink = await openSmtpSink({ refuseGreeting: () => held.then(() => '554 Go away') })
  onTestFinished(() => sink.close())
  const { api, deps, send } = await startTestApp({ SMTP_URL: sink.url })
  const client = await aClient(deps)
  const url = `/api/verify/${await aLink(deps, client)}`
  const payload = { statusFilter: 'all' }
  await send('POST', '/api/admin/bulk-send-emails', {
    payload,
    headers: { prefer: 'respond-async' },
  })
  await expect.poll(() => sink.connections).toBeGreaterThan(0)
  await api.post(url, answer('confirm'))
  letGo()
  await expect
    .poll(async () => (await api.get('/api/admin/mailings/1/messages')).body.messages)
    .toMatchObject([{ client_id: client.id, state: 'canceled' }])
})

test('changes nothing when a link is opened', async () => {
  const { api, deps, url, history } = await aClientWithLink()
  const rows = () => deps.db.selectFrom('verification_links').selectAll().execute()
  const before = await rows()
  for (let n = 0; n < 3; n++) await api.get(url)
  expect(await rows()).toEqual(before)
  expect(await history()).toEqual([])
})

test('expires a link after its days', async () => {
  const { api, url, clock } = await aClientWithLink()
  const day = 24 * 60 * 60 * 1000
  clock.ahead = 29 * day
  expect((await api.get(url)).status).toBe(200)
  clock.ahead = 31 * day
  const expired = { code: 'link_expired', at: expect.stringMatching(/^\d{4}-/) }
  expect(await api.get(url)).toMatchObject({ status: 404, body: expired })
  expect(await api.post(url, answer('confirm'))).toMatchObject({ status: 404, body: expired })
})

test.each(['unknown', 'x'.repeat(150), '%00', '..%2f..%2fetc', '💌'])(
  'rejects a link like %s',
  async (token) => {
    const { api } = await aClientWithLink()
    const { status, body } = await api.get(`/api/verify/${encodeURI(token)}`)
    expect({ status, body }).toMatchObject({ status: 404, body: { message: INVALID_LINK } })
  },
)

test('names each wrong field, saves nothing and keeps the link', async () => {
  const { api, url, now } = await aClientWithLink()
  const { status, body } = await api.post(
    url,
    answer('update', { address: ' ', email: 'no', zip_code: '1' }),
  )
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    address: 'Street address is required',
    email: 'Invalid email address',
    zip_code: 'Zip code must be 5 digits, like 02134, or 9, like 02134-1234',
  })
  expect((await now()).status).toBe('pending')
  expect((await api.get(url)).status).toBe(200)
})

test('accepts one of two simultaneous answers', async () => {
  const { api, url, history } = await aClientWithLink()
  const answers = await Promise.all([
    api.post(url, answer('confirm')),
    api.post(url, answer('update', { city: 'Salem' })),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await history()).toHaveLength(1)
})

test('stores only a hash of the token', async () => {
  const { deps, url } = await aClientWithLink()
  const stored = JSON.stringify(
    await deps.db.selectFrom('verification_links').selectAll().execute(),
  )
  expect(stored).not.toContain(url.split('/').at(-1))
})
