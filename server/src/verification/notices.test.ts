import { expect, onTestFinished, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const { client_number: _, group_template: __, language: ___, ...details } = clientInput()
const OLD = details.email
const NEW = 'essie@new.example.com'
const moved = { address: '12 Beacon Street', city: 'Worcester', zip_code: '01608' }

async function aClientWithMail(settings = {}) {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const app = await startTestApp({
    SMTP_URL: sink.url,
    FIRM_NAME: 'Hale & Partners',
    FIRM_PHONE: '(617) 555-0140',
    ...settings,
  })
  const client = await aClient(app.deps)
  /** Posts as the client, who never signs in. */
  const post = async (url: string, payload = {}) =>
    app.send('POST', url, { payload, headers: { authorization: '' } })
  const answer = async (over: object, token?: string) => {
    const link = token ?? (await aLink(app.deps, client))
    return post(`/api/verify/${link}`, { ...details, ...over, action: 'update' })
  }
  const mailTo = async (to: string, page = '') => {
    const found = () => sink.received.filter((m) => m.to === to && m.mail.text?.includes(page))
    await expect.poll(() => found().length).toBeGreaterThan(0)
    return found().at(-1)!.mail
  }
  const tokenIn = async (to: string, page: 'verify' | 'not-me' | 'confirm-email') =>
    new RegExp(`/${page}/([\\w-]+)`).exec((await mailTo(to, `/${page}/`)).text!)![1]!
  const now = async () => (await app.api.get(`/api/admin/users/${client.id}`)).body
  const actions = async () =>
    (await app.api.get(`/api/admin/users/${client.id}/audit-logs`)).body.map(
      ({ action }: { action: string }) => action,
    )
  return { ...app, sink, client, post, answer, mailTo, tokenIn, now, actions }
}

test('names the changed fields in a receipt and never a value', async () => {
  const { answer, mailTo, api } = await aClientWithMail()
  await answer({ ...moved, first_name: 'Essie', phone_number: '617-555-0199' })
  const { subject, text, html, to } = await mailTo(OLD)
  expect(subject).toBe('Your details at Hale & Partners were changed')
  expect(text).toContain('Phone Number, Address, City, and Zip Code')
  expect(text).toContain('call Hale & Partners at (617) 555-0140')
  expect(html).toContain('This Was Not Me')
  // Removes tokens, which may contain the two letters of a state by chance.
  const shown = `${text}${html}`.replaceAll(/\/not-me\/[\w-]+/g, '')
  for (const value of [...Object.values(moved), ...Object.values(details), 'Essie', '0199'])
    if (value && value !== OLD) expect(shown).not.toContain(value)
  expect(to).toMatchObject([{ name: '' }])
  const { mailings } = (await api.get('/api/admin/mailings?recipients=one')).body
  expect(mailings).toMatchObject([{ kind: 'receipt', roundId: null, answered: 0 }])
})

test.each([
  ['a name', { last_name: 'Byrne' }, {}],
  ['nothing', {}, {}],
  ['an address, with CHANGE_RECEIPTS=off', moved, { CHANGE_RECEIPTS: 'off' }],
])('sends no receipt for a change of %s', async (_what, change, settings) => {
  const { answer, deps } = await aClientWithMail(settings)
  expect((await answer(change)).status).toBe(200)
  expect(await deps.db.selectFrom('messages').selectAll().execute()).toEqual([])
})

test('sends no receipt for an edit or an answer that the office records', async () => {
  const { api, client, deps } = await aClientWithMail()
  await api.put(`/api/admin/users/${client.id}`, { ...moved, email: 'a@example.com' })
  await api.post(`/api/admin/users/${client.id}/answers`, {
    ...details,
    via: 'phone',
    city: 'Salem',
    email: 'b@example.com',
  })
  expect(await deps.db.selectFrom('messages').selectAll().execute()).toEqual([])
  expect((await api.get(`/api/admin/users/${client.id}`)).body.mail_to).toBe('b@example.com')
})

test('keeps a waiting receipt when the next answer arrives', async () => {
  const { answer, client, deps, post } = await aClientWithMail({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const second = await aLink(deps, client)
  await answer(moved)
  await deps.db
    .updateTable('verification_links')
    .set({ answered_at: null, answer_hash: null })
    .execute()
  await post(`/api/verify/${second}`, { ...details, city: 'Salem', action: 'update' })
  const rows = await deps.db.selectFrom('messages').select(['purpose', 'state']).execute()
  expect(rows.map(({ purpose }) => purpose)).toEqual(['not_me', 'not_me'])
  expect(rows.map(({ state }) => state)).not.toContain('canceled')
})

test('mails the old address until the client confirms the new one', async () => {
  const { api, answer, client, tokenIn, mailTo, post, now, sink, actions } = await aClientWithMail()
  await answer({ email: NEW })
  expect(await now()).toMatchObject({ email: NEW, mail_to: OLD })
  expect((await mailTo(OLD)).text).toContain(': Email.')
  const confirmation = await mailTo(NEW)
  for (const value of [details.address, details.last_name, OLD])
    expect(confirmation.text).not.toContain(value)
  const token = await tokenIn(NEW, 'confirm-email')
  await api.post(`/api/admin/resend-email/${client.id}`)
  const old = await tokenIn(OLD, 'verify')
  expect((await api.get(`/api/verify/${old}`)).status).toBe(200)

  for (let n = 0; n < 2; n++)
    expect(await post(`/api/confirm-email/${token}`)).toMatchObject({ status: 200 })
  expect(await now()).toMatchObject({
    email: NEW,
    mail_to: NEW,
    mail_to_by: 'confirmed',
    confirm_by: null,
  })
  expect((await api.get(`/api/verify/${old}`)).status).toBe(404)
  await api.post(`/api/admin/resend-email/${client.id}`)
  expect(sink.received.at(-1)!.to).toBe(NEW)
  expect((await actions()).filter((action: string) => action === 'email_confirmed')).toHaveLength(1)
})

test('sends a new link to the old address until the new one is confirmed', async () => {
  const { answer, client, deps, post, tokenIn } = await aClientWithMail()
  const token = await aLink(deps, client)
  await answer({ email: NEW }, token)
  await post(`/api/verify/${token}/new-link`)
  expect(await tokenIn(OLD, 'verify')).not.toBe(token)
})

test('reveals nothing by a link of another purpose', async () => {
  const { api, answer, tokenIn, client, deps, post } = await aClientWithMail()
  await answer({ email: NEW })
  const [confirm, notMe] = [await tokenIn(NEW, 'confirm-email'), await tokenIn(OLD, 'not-me')]
  const answering = await aLink(deps, client)
  expect((await api.get(`/api/verify/${confirm}`)).status).toBe(404)
  expect((await api.get(`/api/verify/${notMe}`)).status).toBe(404)
  expect((await post(`/api/confirm-email/${notMe}`)).status).toBe(404)
  expect((await post(`/api/confirm-email/${answering}`)).status).toBe(404)
  expect((await post(`/api/not-me/${answering}`)).status).toBe(404)
})

test('ends a pending change of email when the office edits it', async () => {
  const { api, answer, client, tokenIn, post, now } = await aClientWithMail()
  await answer({ email: NEW })
  const token = await tokenIn(NEW, 'confirm-email')
  await api.put(`/api/admin/users/${client.id}`, { email: 'office@example.com' })
  expect(await now()).toMatchObject({ email: 'office@example.com', mail_to: 'office@example.com' })
  expect((await post(`/api/confirm-email/${token}`)).status).toBe(404)
  await api.post(`/api/admin/resend-email/${client.id}`)
  await tokenIn('office@example.com', 'verify')
})

test('mails a bounced address again once the client confirms it', async () => {
  const { api, answer, deps, tokenIn, post, now, client } = await aClientWithMail()
  const bounced_at = deps.now().toISOString()
  await deps.db.updateTable('clients').set({ bounced_to: NEW, bounced_at }).execute()
  await answer({ email: NEW })
  await post(`/api/confirm-email/${await tokenIn(NEW, 'confirm-email')}`)
  expect(await now()).toMatchObject({ mail_to: NEW, bounced: false })
  expect((await api.post(`/api/admin/resend-email/${client.id}`)).status).toBe(200)
})

test('lists a client to call whose new email stays unconfirmed', async () => {
  const { api, answer, client, clock, deps, tokenIn, post } = await aClientWithMail()
  const { id } = (await api.post('/api/admin/rounds', { name: 'Fall', due_on: '2099-01-31' })).body
  await answer({ email: NEW })
  const outstanding = async () =>
    (await api.get(`/api/admin/rounds/${id}/outstanding?reason=unreachable`)).body.clients
  expect(await outstanding()).toEqual([])
  const token = await tokenIn(NEW, 'confirm-email')
  clock.ahead = 15 * DAY_MS
  expect(await post(`/api/confirm-email/${token}`)).toMatchObject({
    status: 404,
    body: { code: 'link_expired' },
  })
  clock.ahead = 0
  await deps.db.updateTable('clients').set({ confirm_by: '2020-01-01T00:00:00Z' }).execute()
  expect(await outstanding()).toMatchObject([{ client_id: client.id, reason: 'email_unconfirmed' }])
  await api.post(`/api/admin/users/${client.id}/answers`, { via: 'phone', email: NEW })
  expect(await outstanding()).toEqual([])
  expect((await api.get(`/api/admin/users/${client.id}`)).body.mail_to).toBe(NEW)
})
