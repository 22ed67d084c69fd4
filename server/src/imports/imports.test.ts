import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { csv, fixture, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { insertImport } from './queries.ts'

/** The default of IMPORT_MB. */
const MAX_IMPORT_BYTES = 10 * 1024 * 1024

const clients = async ({ api }: TestApp) =>
  (await api.get('/api/admin/users?sort=client_number&limit=100')).body

test('imports the same 500 clients from CSV, xlsx and xls', { tags: 'heavy' }, async () => {
  const app = await startTestApp({}, { sheetProcess: true })
  const outcomes = []
  for (const name of ['clients-500.csv', 'clients-500.xlsx', 'clients-500.xls']) {
    outcomes.push((await importFile(app, await fixture(name), quietly)).body)
  }
  expect(outcomes).toMatchObject([
    {
      successful: 500,
      created: 500,
      unchanged: 0,
      rejected: 0,
      bulkUpdate: null,
      mailingId: null,
      bulkUpdateError: null,
    },
    { successful: 500, created: 0, updated: 0, unchanged: 500 },
    { successful: 500, created: 0, updated: 0, unchanged: 500 },
  ])
  expect((await clients(app)).total).toBe(500)
  const zips = await app.deps.db.selectFrom('clients').select('zip_code').execute()
  expect(zips.filter(({ zip_code }) => !/^\d{5}$/.test(zip_code))).toEqual([])
  expect(zips.filter(({ zip_code }) => zip_code.startsWith('0')).length).toBeGreaterThan(50)
})

test('emails each client of the file once and nobody else', async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url })
  await aClient(app.deps, { email: 'not-in-the-file@example.com' })
  const { body } = await importFile(
    app,
    csv(row('1', { email: 'a@example.com' }), row('2', { email: 'b@example.com' })),
  )
  expect(body.bulkUpdate).toEqual({
    emails: 2,
    emailsSent: 2,
    emailsFailed: 0,
    smtpProvider: '127.0.0.1',
    emailDetails: [],
  })
  expect(sink.received.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com'])
  const mailing = await app.api.get(`/api/admin/mailings/${body.mailingId}`)
  expect(mailing.body).toMatchObject({ kind: 'import', totalUsers: 2, emailsSent: 2 })
})

test('emails later only those who got no email since the import', async () => {
  const app = await startTestApp()
  const rows = ['a', 'b', 'b'].map((name, n) => row(String(n), { email: `${name}@example.com` }))
  const importId = randomUUID()
  await importFile(app, csv(...rows), { ...quietly, importId })
  const url = `/api/admin/imports/${importId}`
  expect((await app.api.get(url)).body).toMatchObject({ recipients: 3, recipientEmails: 2 })
  await app.api.post('/api/admin/resend-email/1')
  expect((await app.api.get(url)).body).toMatchObject({ recipients: 2, recipientEmails: 1 })
  const { mailingId } = (await app.api.post(`${url}/email`)).body
  expect((await app.api.get(`/api/admin/mailings/${mailingId}`)).body.totalUsers).toBe(2)
})

test('updates known clients, except by an empty cell', async () => {
  const app = await startTestApp()
  const known = await aClient(app.deps, {
    client_number: '1',
    alt_number: '555-1200',
    status: 'confirmed',
  })
  const { body } = await importFile(
    app,
    csv(row('1', { first: '', last: "O'Brien", city: 'Salem' }), row('2')),
    quietly,
  )
  expect(body).toMatchObject({ successful: 2, created: 1, updated: 1 })
  const { users } = await clients(app)
  expect(users[0]).toMatchObject({
    first_name: 'Esperanza',
    city: 'Salem',
    alt_number: '555-1200',
    status: 'confirmed',
  })
  const [record] = (await app.api.get(`/api/admin/users/${known.id}/audit-logs`)).body
  expect(record).toMatchObject({ action: 'updated', admins: { email: 'admin@example.com' } })
  expect(JSON.parse(record.new_data)).toMatchObject({ city: 'Salem' })
  expect(record.field).not.toContain('first_name')
})

test('lists rejected rows with reasons and imports the others', async () => {
  const app = await startTestApp()
  const file = csv(
    row('1'),
    row('2', { email: 'not-an-email' }),
    row(''),
    row('1', { first: 'Twin' }),
    row('3', { zip: '2134' }),
    `${row('4')}, Apt 4`,
  )
  const { body } = await importFile(app, file, quietly)
  expect(body).toMatchObject({ successful: 2, rejected: 4 })
  expect(body.results).toEqual([
    { row: 3, client_number: '2', reason: '“not-an-email” is not an email address' },
    { row: 4, client_number: '', reason: 'Client number is required' },
    { row: 5, client_number: '1', reason: 'Row 2 already has client number 1' },
    {
      row: 7,
      client_number: '4',
      reason:
        'This row has more cells than there are headings. Put a text with a comma, such as an address, in quotation marks',
    },
  ])
  expect((await clients(app)).users.map((c: { zip_code: string }) => c.zip_code)).toEqual([
    '02134',
    '02134',
  ])
})

test('matches a group by id or name and rejects unknown ones', async () => {
  const app = await startTestApp()
  const lines = [
    `${HEADERS},Group`,
    `${row('1')},Big Clients`,
    `${row('2')},dismissingclients`,
    `${row('3')},Nobody`,
  ]
  const { body } = await importFile(app, new File([lines.join('\n')], 'c.csv'), quietly)
  expect(body.results).toEqual([
    { row: 4, client_number: '3', reason: 'There is no email template “Nobody”' },
  ])
  const { users } = await clients(app)
  expect(users.map((c: { group_template: string }) => c.group_template)).toEqual([
    'BigClients',
    'DismissingClients',
  ])
})

test.each([
  ['no file', undefined, 400, 'Please select a file to import.'],
  ['another type', new File(['x'], 'clients.pdf'), 400, 'Please select a CSV or Excel file.'],
  [
    'over 10 MB',
    new File([Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x')], 'c.csv'),
    413,
    'The file is larger than 10 MB.',
  ],
  ['no rows', csv(), 400, 'no rows'],
  ['columns missing', new File(['Client Number,Name\n1,Ann'], 'c.csv'), 400, 'Zip code'],
  ['not a workbook', new File([Buffer.alloc(5000, 7)], 'c.xlsx'), 400, ''],
])('explains why it rejects a file and stores nothing: %s', async (_, file, status, words) => {
  const app = await startTestApp({}, { sheetProcess: true })
  const answer = await importFile(app, file)
  expect(answer.status).toBe(status)
  expect(answer.body.message).toContain(words)
  expect(answer.body.message.length).toBeGreaterThan(15)
  expect((await clients(app)).total).toBe(0)
  expect(await app.deps.db.selectFrom('imports').selectAll().execute()).toEqual([])
  expect(await readdir(path.join(app.config.DATA_DIR, 'uploads'))).toEqual([])
})

test.each([
  ['cut off', '; boundary=x', 'The upload was cut off.'],
  ['without its boundary', '', 'Please send the file as multipart/form-data.'],
])('rejects an upload that is %s and leaves nothing', async (_, boundary, message) => {
  const { send, config } = await startTestApp()
  const payload =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nClient Num'
  const headers = { 'content-type': `multipart/form-data${boundary}` }
  const { status, body } = await send('POST', '/api/admin/import', { payload, headers })
  expect({ status, body }).toMatchObject({ status: 400, body: { message } })
  // Without a boundary, not even the folder is created.
  const left = await readdir(path.join(config.DATA_DIR, 'uploads')).catch(() => [])
  expect(left).toEqual([])
})

test('accepts exactly 10 MB', { tags: 'heavy' }, async () => {
  const app = await startTestApp({}, { sheetProcess: true })
  const text = `${HEADERS},Notes\n${row('1')},`
  const file = new File([text, Buffer.alloc(MAX_IMPORT_BYTES - text.length, 'x')], 'c.csv')
  expect(file.size).toBe(MAX_IMPORT_BYTES)
  expect((await importFile(app, file, quietly)).body).toMatchObject({ successful: 1 })
})

test('treats a repeated import id as the same import', async () => {
  const app = await startTestApp()
  const importId = randomUUID()
  const first = await importFile(app, csv(row('1')), { importId })
  const second = await importFile(app, csv(row('2')), { importId })
  expect(second.body).toEqual(first.body)
  expect((await clients(app)).total).toBe(1)
})

test('imports while the mail server is down and says what waits', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { status, body } = await importFile(app, csv(row('1'), row('2')))
  expect(status).toBe(200)
  expect(body).toMatchObject({ successful: 2, bulkUpdate: { emailsSent: 0, emailsFailed: 0 } })
  expect(body.bulkUpdateError).toContain(
    '2 emails are waiting: The mail server 127.0.0.1 cannot be reached.',
  )
})

test('shows the growth by the last import on the dashboard', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('1'), row('2'), row('3'), row('4')), quietly)
  expect((await app.api.get('/api/admin/stats')).body.growthSinceLastImport).toBeNull()
  await importFile(app, csv(row('4'), row('5')), quietly)
  expect((await app.api.get('/api/admin/stats')).body.growthSinceLastImport).toBe(25)
  // An import that failed before its first row does not count.
  const at = app.deps.now().toISOString()
  await insertImport(app.deps.db, {
    id: randomUUID(),
    file_name: 'clients.csv',
    file_hash: '',
    admin_email: 'admin@example.com',
    send: false,
    state: 'failed',
    clients_before: 5,
    finished_at: at,
    created_at: at,
  })
  expect((await app.api.get('/api/admin/stats')).body.growthSinceLastImport).toBe(25)
})

test('asks clients again who had answered and counts them', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { client_number: '1', first_name: 'Ann', status: 'confirmed' })
  const importId = randomUUID()
  await importFile(app, csv(row('1'), row('2')), { importId })
  const { body } = await app.api.get(`/api/admin/imports/${importId}`)
  expect(body.alreadyAnswered).toBe(1)
  expect((await clients(app)).users[0].status).toBe('pending')
})

test('gives no client the email of another person in the row', async () => {
  const app = await startTestApp()
  const headers = `${HEADERS},Spouse,Email,Phone`
  const sheet = (email: string) =>
    new File(
      [
        `${headers}\n1,Hal,Moss,${email},617-555-0140,1 Elm St,Boston,MA,02134,Tom Moss,tom@example.com,617-555-0141`,
      ],
      'c.csv',
    )
  await importFile(app, sheet('hal@example.com'), quietly)
  expect((await importFile(app, sheet(''), quietly)).body).toMatchObject({ unchanged: 1 })
  const [hal] = (await app.api.get('/api/admin/users')).body.users
  expect(hal).toMatchObject({
    email: 'hal@example.com',
    mail_to: 'hal@example.com',
    alt_number: null,
  })
  const { notRead } = (
    await app.api.get(
      `/api/admin/imports/${(await app.api.get('/api/admin/imports')).body.imports[0].importId}`,
    )
  ).body
  expect(notRead.headers).toEqual(['Spouse', 'Email', 'Phone'])
})
