import { expect, onTestFinished, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const { client_number: _, group_template: __, language: ___, ...details } = clientInput()
const stolen = { address: '1 Thief Lane', phone_number: '+19995550100', email: 'thief@example.net' }

/** A client whose details a thief has changed, with the token of the receipt. */
async function aRobbedClient(change: object = stolen) {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url })
  const client = await aClient(app.deps)
  const url = `/api/admin/users/${client.id}`
  const post = async (path: string, payload = {}) =>
    app.send('POST', path, { payload, headers: { authorization: '' } })
  const link = await aLink(app.deps, client)
  await post(`/api/verify/${link}`, { ...details, ...change, action: 'update' })
  const tokenTo = async (to: string, page: string) => {
    const token = () =>
      sink.received
        .filter((mail) => mail.to === to)
        .map(({ mail }) => new RegExp(`/${page}/([\\w-]+)`).exec(mail.text!)?.[1])
        .find(Boolean)
    await expect.poll(token).toBeDefined()
    return token()!
  }
  const notMe = `/api/not-me/${await tokenTo(client.email, 'not-me')}`
  const now = async () => (await app.api.get(url)).body
  const end = (restore: boolean, answerIds?: number[]) =>
    app.api.post(`${url}/dispute/end`, { restore, answerIds })
  const actions = async () =>
    (await app.api.get(`${url}/audit-logs`)).body.map(({ action }: { action: string }) => action)
  return { ...app, sink, client, url, post, notMe, now, end, actions, tokenTo }
}

test('marks the client as disputed, closes its links and stops its mail', async () => {
  const { api, deps, client, url, post, notMe, now, tokenTo, sink } = await aRobbedClient()
  const confirm = await tokenTo(stolen.email, 'confirm-email')
  const open = await aLink(deps, client)
  await api.post('/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })
  expect((await post(notMe)).status).toBe(200)
  expect(await now()).toMatchObject({ ...stolen, mail_to: client.email, status: 'updated' })
  expect((await now()).disputed_at).not.toBeNull()
  expect((await api.get(`/api/verify/${open}`)).status).toBe(404)
  expect((await post(`/api/confirm-email/${confirm}`)).status).toBe(404)

  const sent = sink.received.length
  await post(`/api/verify/${open}/new-link`)
  expect(await api.post(`/api/admin/resend-email/${client.id}`)).toMatchObject({
    status: 409,
    body: { code: 'client_disputed' },
  })
  const preview = await api.get('/api/admin/bulk-send-emails/preview?statusFilter=all')
  expect(preview.body).toMatchObject({ chosen: 1, disputed: 1, totalUsers: 0 })
  const bulk = await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  expect(bulk.body.totalUsers).toBe(0)
  expect(sink.received).toHaveLength(sent)
  expect((await api.get(`${url}/dispute`)).body.fields).toHaveLength(3)
  expect((await api.get('/api/admin/users?excused=disputed')).body.total).toBe(1)
  expect((await api.get('/api/admin/users?excused=no')).body.total).toBe(0)
})

test('cancels the email that waits for a disputed client', async () => {
  const { api, client, deps, post, notMe } = await aRobbedClient()
  const queued = { email: client.email, template_id: 'GeneralClients', message_id: '<1@x>' }
  const mailing = await deps.db
    .insertInto('mailings')
    .values({ kind: 'bulk', admin_email: 'a@example.com', created_at: deps.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const later = new Date(Date.now() + DAY_MS).toISOString()
  await deps.db
    .insertInto('messages')
    .values({ ...queued, mailing_id: mailing.id, client_id: client.id, next_attempt_at: later })
    .execute()
  await post(notMe)
  const { messages } = (await api.get(`/api/admin/mailings/${mailing.id}/messages`)).body
  expect(messages).toMatchObject([{ state: 'canceled' }])
})

test('records one dispute for thirty presses at once', async () => {
  const { send, notMe, actions } = await aRobbedClient()
  const press = (n: number) =>
    // Each press has its own address, so that no limit applies.
    send('POST', notMe, { payload: {}, remoteAddress: `10.0.0.${n}` })
  const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => press(n)))
  expect(new Set(replies.map(({ status, body }) => status + body.message)).size).toBe(1)
  expect((await actions()).filter((action: string) => action === 'disputed')).toHaveLength(1)
})

test('restores only fields that still have the disputed values', async () => {
  const { api, url, client, post, notMe, end, now, actions } = await aRobbedClient()
  await api.put(url, { phone_number: '617-555-0777' })
  await post(notMe)
  const { fields } = (await api.get(`${url}/dispute`)).body
  expect(fields).toEqual([
    { field: 'email', before: client.email, answered: stolen.email, isCurrent: true },
    {
      field: 'phone_number',
      before: client.phone_number,
      answered: stolen.phone_number,
      isCurrent: false,
    },
    { field: 'address', before: client.address, answered: stolen.address, isCurrent: true },
  ])
  expect((await end(true)).status).toBe(200)
  expect(await now()).toMatchObject({
    email: client.email,
    address: client.address,
    phone_number: '+16175550777',
    status: 'pending',
    mail_to: client.email,
    disputed_at: null,
  })
  expect((await actions()).slice(0, 2)).toEqual(['dispute_ended', 'updated'])
  expect(await end(true)).toMatchObject({ status: 409, body: { code: 'no_dispute' } })
})

test('keeps a whole address of which the office has changed a part', async () => {
  const { api, url, client, post, notMe, end, now } = await aRobbedClient({
    ...stolen,
    city: 'Salem',
  })
  await post(notMe)
  await api.put(url, { city: 'Worcester' })
  await end(true)
  expect(await now()).toMatchObject({
    email: client.email,
    address: stolen.address,
    city: 'Worcester',
  })
})

test('disputes an answer whose new email is confirmed already', async () => {
  const { api, client, post, notMe, end, now, tokenTo } = await aRobbedClient()
  await post(`/api/confirm-email/${await tokenTo(stolen.email, 'confirm-email')}`)
  expect(await now()).toMatchObject({ mail_to: stolen.email, mail_to_by: 'confirmed' })
  expect((await post(notMe)).status).toBe(200)
  expect((await now()).disputed_at).not.toBeNull()
  await end(true)
  expect(await now()).toMatchObject({
    email: client.email,
    mail_to: client.email,
    confirm_by: null,
  })
  await api.post(`/api/admin/resend-email/${client.id}`)
  await tokenTo(client.email, 'verify')
})

test('stops mail to a restored address that was reported meanwhile', async () => {
  const { client, deps, post, notMe, end, now, tokenTo } = await aRobbedClient()
  await post(`/api/confirm-email/${await tokenTo(stolen.email, 'confirm-email')}`)
  await post(notMe)
  const other = await aLink(deps, await aClient(deps, { email: client.email }))
  expect((await post(`/api/verify/${other}/not-for-me`, { kind: 'wrong_person' })).status).toBe(200)
  expect((await end(true)).status).toBe(200)
  expect(await now()).toMatchObject({ mail_to: client.email, reported_as: 'wrong_person' })
})

test('mails the email from before the first of two disputed answers', async () => {
  const { client, deps, post, notMe, end, now } = await aRobbedClient()
  const second = await aLink(deps, client)
  const again = { ...details, ...stolen, email: 'second@example.net', action: 'update' }
  await post(`/api/verify/${second}`, again)
  await post(notMe)
  await end(true)
  expect(await now()).toMatchObject({ email: 'second@example.net', mail_to: client.email })
  expect((await now()).confirm_by).not.toBeNull()
})

test.each([1, 2])('restores what came before two answers, %i of them disputed', async (said) => {
  const { api, url, client, deps, post, notMe, end, now, tokenTo } = await aRobbedClient()
  await post(`/api/confirm-email/${await tokenTo(stolen.email, 'confirm-email')}`)
  const second = await aLink(deps, { ...client, email: stolen.email })
  const again = { ...details, ...stolen, phone_number: '+19995550200', last_name: 'Thief' }
  await post(`/api/verify/${second}`, { ...again, action: 'update' })
  const other = `/api/not-me/${await tokenTo(stolen.email, 'not-me')}`
  await api.post('/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })
  await post(notMe)
  if (said === 2) await post(other)
  const told = (await api.get('/api/admin/rounds/1/outstanding')).body.clients
  expect(told).toMatchObject([{ phone_number: client.phone_number, address: client.address }])
  expect((await api.get(`${url}/dispute`)).body.fields).toContainEqual({
    field: 'phone_number',
    before: client.phone_number,
    answered: '+19995550200',
    isCurrent: true,
  })
  await end(true)
  const { email, phone_number, address, last_name } = client
  expect(await now()).toMatchObject({ email, phone_number, address, last_name, mail_to: email })
})

test('refuses to end a dispute if another answer was disputed since', async () => {
  const { api, url, client, deps, post, notMe, end, now, tokenTo } = await aRobbedClient()
  await post(notMe)
  const { answerIds } = (await api.get(`${url}/dispute`)).body
  // A colleague keeps the answer, and the client disputes the next one.
  await end(false, answerIds)
  const again = { ...details, ...stolen, phone_number: '+19995550200', action: 'update' }
  await post(`/api/verify/${await aLink(deps, { ...client, email: stolen.email })}`, again)
  await post(`/api/not-me/${await tokenTo(stolen.email, 'not-me')}`)
  expect(await end(false, answerIds)).toMatchObject({
    status: 409,
    body: { code: 'dispute_changed' },
  })
  expect((await now()).disputed_at).not.toBeNull()
  const { body } = await api.get(`${url}/dispute`)
  expect((await end(true, body.answerIds)).status).toBe(200)
  expect((await now()).phone_number).toBe(stolen.phone_number)
})

test('restores the values although the history was deleted', async () => {
  const { api, url, client, post, notMe, end, now } = await aRobbedClient()
  const ids = (await api.get(`${url}/audit-logs`)).body.map(({ id }: { id: number }) => id)
  await api.post('/api/admin/audit-logs/delete', { ids })
  await post(notMe)
  await end(true)
  expect((await now()).address).toBe(client.address)
})

test('changes no details when the office keeps the answer', async () => {
  const { post, notMe, end, now, actions } = await aRobbedClient()
  await post(notMe)
  await end(false)
  const settled = { ...stolen, status: 'updated', mail_to: stolen.email, disputed_at: null }
  expect(await now()).toMatchObject(settled)
  // The reader of the old email presses the link once more.
  expect((await post(notMe)).status).toBe(200)
  expect(await now()).toMatchObject(settled)
  expect((await actions()).slice(0, 2)).toEqual(['dispute_ended', 'disputed'])
})

test('ends the dispute when the office records an answer', async () => {
  const { api, url, post, notMe, now, client } = await aRobbedClient()
  await post(notMe)
  await api.post(`${url}/answers`, { ...details, via: 'phone' })
  expect(await now()).toMatchObject({
    address: client.address,
    disputed_at: null,
    mail_to: client.email,
  })
})

test('refuses to confirm by phone what a disputed answer has changed', async () => {
  const { api, url, post, notMe, now, client } = await aRobbedClient()
  await post(notMe)
  const answer = (given: object) => api.post(`${url}/answers`, { via: 'phone', ...given })
  for (const given of [{}, { ...details, email: stolen.email }])
    expect(await answer(given)).toMatchObject({ status: 409, body: { code: 'client_disputed' } })
  expect((await answer({})).body.message).toContain('Email, Phone Number, Address')
  expect(await now()).toMatchObject({ mail_to: client.email, status: 'updated' })
  expect((await answer({ ...details, city: 'Salem' })).status).toBe(200)
})

test('lists a disputed client as outstanding with the earlier details', async () => {
  const { api, post, notMe, client, url } = await aRobbedClient()
  const { id } = (await api.post('/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })).body
  const outstanding = async () =>
    (await api.get(`/api/admin/rounds/${id}/outstanding?reason=unreachable`)).body.clients
  expect(await outstanding()).toEqual([])
  await post(notMe)
  expect(await outstanding()).toMatchObject([
    {
      client_id: client.id,
      reason: 'disputed',
      phone_number: client.phone_number,
      email: client.email,
      address: client.address,
    },
  ])
  expect((await api.get('/api/admin/stats')).body.disputed).toBe(1)
  // The office's later corrections are right.
  await api.put(url, { phone_number: '617-555-0777' })
  expect(await outstanding()).toMatchObject([{ phone_number: '+16175550777', email: client.email }])
})

test('accepts a dispute for thirty days after the receipt', async () => {
  const { post, notMe, clock, now } = await aRobbedClient()
  clock.ahead = 31 * DAY_MS
  expect(await post(notMe)).toMatchObject({ status: 404, body: { code: 'link_expired' } })
  clock.ahead = 29 * DAY_MS
  expect((await post(notMe)).status).toBe(200)
  clock.ahead = 0
  expect((await now()).disputed_at).not.toBeNull()
})

test('reveals nothing to a stranger', async () => {
  const { post } = await aRobbedClient()
  const unknown = await post('/api/not-me/unknown')
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await post('/api/confirm-email/unknown')).toMatchObject({
    status: 404,
    body: unknown.body,
  })
})
