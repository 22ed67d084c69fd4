import Papa from 'papaparse'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { linkIn, openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const bulk = '/api/admin/bulk-send-emails'
const mailings = '/api/admin/mailings'

/** A mailing to four: one refused, one put off, two sent. */
async function startWithMailing() {
  const answers: Record<string, string> = {
    'gone@example.com': '550 5.1.1 No such user',
    'busy@example.com': '451 4.2.1 Try later',
  }
  const sink = await openSmtpSink({ refuse: (to) => answers[to] })
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url })
  const client = await aClient(app.deps, { first_name: 'Zoë', client_number: 'A-1' })
  await aClient(app.deps, { email: 'gone@example.com', last_name: '=1+1' })
  await aClient(app.deps, { email: 'busy@example.com' })
  await aClient(app.deps)
  await app.api.post(bulk, { statusFilter: 'all' })
  const list = async (query = '') => (await app.api.get(`${mailings}/1/messages?${query}`)).body
  return { ...app, sink, client, list }
}

test('lists recipients with results and the server’s words', async () => {
  const { list } = await startWithMailing()
  const { messages, total } = await list()
  expect(total).toBe(4)
  expect(messages.map((m: { state: string }) => m.state)).toEqual([
    'accepted',
    'failed',
    'queued',
    'accepted',
  ])
  expect(messages[1]).toMatchObject({
    email: 'gone@example.com',
    error: 'This address does not exist.',
    smtp_response: '550 5.1.1 No such user',
    attempts: 1,
    next_attempt_at: null,
  })
  expect(messages[2]).toMatchObject({ settled_at: null, next_attempt_at: expect.any(String) })
  expect(messages[0]).toMatchObject({ first_name: 'Zoë', template_id: 'GeneralClients' })
})

test('finds messages by state, words and page', async () => {
  const { api, list, deps } = await startWithMailing()
  expect(await list('state=failed')).toMatchObject({ total: 1 })
  expect(await list('state=waiting')).toMatchObject({ total: 1 })
  expect(await list('state=in_doubt')).toMatchObject({ total: 0 })
  expect(await list('search=zo%C3%AB%20a-1')).toMatchObject({ total: 1 })
  expect(await list('search=Zoe')).toMatchObject({ total: 1 })
  expect(await list('search=gone@')).toMatchObject({ total: 1 })
  const corrected = { email: 'right@example.com', mail_to: 'right@example.com' }
  await deps.db.updateTable('clients').set(corrected).where('email', 'like', 'gone@%').execute()
  for (const search of ['right@', 'Gone@'])
    expect(await list(`search=${search}`)).toMatchObject({ total: 1 })
  for (const search of ['zoe', ','])
    expect((await api.get(`${mailings}?search=${search}`)).body).toMatchObject({ total: 1 })
  const page = await list('limit=3&page=2')
  expect({ total: page.total, shown: page.messages.length }).toEqual({ total: 4, shown: 1 })
})

test('never sends a link’s token to an administrator', async () => {
  const { api, list, sink, client } = await startWithMailing()
  const token = linkIn(sink.received[0]!).split('/').at(-1)!
  const answers = [
    await list(),
    (await api.get(mailings)).body,
    (await api.get(`${mailings}/1`)).body,
    (await api.get(`${mailings}/1/export`)).body,
    (await api.get(`/api/admin/users/${client.id}/messages`)).body,
  ]
  expect(JSON.stringify(answers)).not.toContain(token)
})

test('keeps the message of a deleted client', async () => {
  const { api, list, client } = await startWithMailing()
  await api.delete(`/api/admin/users/${client.id}`)
  const { messages } = await list()
  expect(messages[0]).toMatchObject({
    client_id: null,
    first_name: null,
    email: 'esperanza.obrien@example.com',
    state: 'accepted',
  })
})

test('counts and shows answers given after the email', async () => {
  const { api, list, client, deps, sink } = await startWithMailing()
  const before = { answered: 0, recipient: null, reminderNumber: null }
  expect((await api.get(`${mailings}/1`)).body).toMatchObject(before)
  const link = sink.received.map(linkIn)
  const opened = await Promise.all(link.map(async (path) => (await api.get(`/api${path}`)).body))
  const hers = opened.findIndex(({ first_name }) => first_name === 'Zoë')
  await api.post(`/api${link[hers]}`, { ...opened[hers], action: 'confirm' })
  const { messages } = await list()
  expect(messages[0]).toMatchObject({ answer: 'confirmed', answered_at: expect.any(String) })
  expect(messages[1]).toMatchObject({ answer: null, answered_at: null })
  expect((await api.get(mailings)).body.mailings).toMatchObject([{ answered: 1 }])
  const other = messages[1].client_id
  expect((await api.post(`/api/admin/users/${other}/merge`, { other: client.id })).status).toBe(200)
  expect((await api.get(mailings)).body.mailings).toMatchObject([{ answered: 1 }])
  expect((await list()).messages).toContainEqual(expect.objectContaining({ answer: 'confirmed' }))
  expect((await api.post(`/api/admin/users/${client.id}/restore`)).status).toBe(200)
  // The answer does not count for a later email.
  await api.post(`/api/admin/resend-email/${client.id}`)
  expect((await api.get(`${mailings}/2`)).body).toMatchObject({ emailsSent: 1, answered: 0 })
  await deps.db.updateTable('rounds').set({ name: 'Spring 2027' }).execute()
  expect((await api.get(`${mailings}/1`)).body).toMatchObject({ roundName: 'Spring 2027' })
})

test('exports a mailing as CSV without formulas', async () => {
  const { send } = await startWithMailing()
  const { body, headers } = await send('GET', `${mailings}/1/export?state=failed`)
  expect(headers['content-disposition']).toBe('attachment; filename=mailing-1.csv')
  const [names, row, ...more] = Papa.parse<string[]>(String(body).replace('\uFEFF', ''), {
    skipEmptyLines: true,
  }).data
  expect(more).toEqual([])
  const told = Object.fromEntries(names!.map((name, n) => [name, row![n]]))
  expect(told).toMatchObject({
    'Last Name': "'=1+1",
    Email: 'gone@example.com',
    Result: 'Failed',
    Reason: 'This address does not exist.',
    'Server Answer': '550 5.1.1 No such user',
  })
})

test('lists a client’s messages, the newest first', async () => {
  const { api, client } = await startWithMailing()
  await api.post(`/api/admin/resend-email/${client.id}`)
  const { body } = await api.get(`/api/admin/users/${client.id}/timeline?kind=emails`)
  expect(body.entries).toMatchObject([
    { kind: 'resend', state: 'accepted' },
    { kind: 'bulk', state: 'accepted' },
  ])
})

test('lists mailings with counts, single emails on request', async () => {
  const { api, client } = await startWithMailing()
  await api.post(`/api/admin/resend-email/${client.id}`)
  const counts = { totalUsers: 4, emailsSent: 2, emailsFailed: 1, emailsWaiting: 1 }
  expect((await api.get(mailings)).body).toMatchObject({
    total: 1,
    mailings: [{ id: 1, kind: 'bulk', ...counts }],
  })
  expect((await api.get(`${mailings}?recipients=one`)).body.mailings).toMatchObject([
    {
      kind: 'resend',
      totalUsers: 1,
      emailsSent: 1,
      recipient: { name: "Zoë O'Brien", email: 'esperanza.obrien@example.com' },
    },
  ])
  expect((await api.get(`${mailings}?recipients=all&limit=1&page=2`)).body).toMatchObject({
    total: 2,
    mailings: [{ id: 1 }],
  })
  // Once nothing waits, the counts are final and stored.
  await api.post(`${mailings}/1/cancel`)
  const final = { ...counts, emailsCanceled: 1, emailsWaiting: 0 }
  expect((await api.get(mailings)).body.mailings).toMatchObject([final])
  expect((await api.get(mailings)).body.mailings).toMatchObject([final])
})

test('finds mailings by a recipient’s name, number or address', async () => {
  const { api, deps, client } = await startWithMailing()
  const late = await aClient(deps, {
    first_name: 'Late',
    last_name: '100%',
    email: 'l@example.com',
  })
  for (const { id } of [client, late]) await api.post(`/api/admin/resend-email/${id}`)
  const found = async (search: string, more = 'recipients=all') => {
    const query = `${more}&search=${encodeURIComponent(search)}`
    const { mailings: rows, total } = (await api.get(`${mailings}?${query}`)).body
    expect(rows).toHaveLength(total)
    return rows.map(({ id }: { id: number }) => id)
  }
  expect(await found('gone@example')).toEqual([1])
  expect(await found('a-1 ZOË')).toEqual([2, 1])
  expect(await found('zoë', 'recipients=one')).toEqual([2])
  expect(await found('zoë', 'recipients=many')).toEqual([1])
  expect(await found('late 100%')).toEqual([3])
  expect(await found('late 100_')).toEqual([])
  expect(await found('zoë late')).toEqual([])
  expect(await found(' ')).toEqual([3, 2, 1])
})

test('shows the mail server a mailing used', async () => {
  const { deps, api } = await startWithMailing()
  await deps.db.updateTable('messages').set({ provider: 'mail.example.com' }).execute()
  expect((await api.get(`${mailings}/1`)).body.smtpProvider).toBe('mail.example.com')
})

test('keeps the template version of a message', async () => {
  const { api, list, client, sink } = await startWithMailing()
  const template = '/api/admin/email-templates/GeneralClients'
  const { body } = await api.get(template)
  await api.put(template, { ...body, subject: 'Another subject' })
  await api.post(`/api/admin/resend-email/${client.id}`, {})
  const sent = (await api.get(`/api/admin/users/${client.id}/timeline?kind=emails`)).body
  expect(sent.entries).toMatchObject([{ template_version: 2 }, { template_version: 1 }])
  expect((await list()).messages[0]).toMatchObject({ template_version: 1 })
  const subjects = sink.received
    .filter(({ to }) => to === client.email)
    .map(({ mail }) => mail.subject)
  expect(subjects).toContain('Another subject · Attest')
  expect((await api.get(`${template}/versions/1`)).body.subject).toBe(body.subject)
})

test('exports what the list shows', async () => {
  const { api } = await startWithMailing()
  const csv = String((await api.get(`${mailings}/1/export?search=zo%C3%AB`)).body)
  const { data } = Papa.parse(csv.trim(), { header: true })
  expect(data).toMatchObject([{ 'First Name': 'Zoë' }])
})

test('sends a single mail before a mailing to many', async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const { api, send, deps } = await startTestApp({ SMTP_URL: sink.url, MAIL_RATE: '4' })
  for (let n = 0; n < 20; n++) await aClient(deps)
  const { id } = await aClient(deps, { email: 'waits@example.com' })
  const bulkToAll = { payload: { statusFilter: 'all' }, headers: { prefer: 'respond-async' } }
  await send('POST', bulk, bulkToAll)
  await expect.poll(() => sink.received.length).toBeGreaterThan(0)
  const { body } = await api.post(`/api/admin/resend-email/${id}`, {})
  expect(body.message).toBe('Verification email has been resent successfully')
  expect(sink.received.length).toBeLessThan(15)
})

test('reports no resend as sent if the client just answered', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const sink = await openSmtpSink({ refuseGreeting: () => held.then(() => '554 Go away') })
  onTestFinished(() => sink.close())
  const { api, deps } = await startTestApp({ SMTP_URL: sink.url })
  const { id } = await aClient(deps)
  const resent = api.post(`/api/admin/resend-email/${id}`, {})
  await expect.poll(() => sink.connections).toBeGreaterThan(0)
  await api.delete(`/api/admin/users/${id}`)
  letGo()
  expect(await resent).toMatchObject({
    status: 409,
    body: {
      message: 'The email was not sent: the client has answered, was deleted, or gets a later one.',
    },
  })
})
