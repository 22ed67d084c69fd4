import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../../testing/a-round.ts'
import { deleteForGood } from '../../../../testing/delete-for-good.ts'
import { csv, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { change, importPreview, previewFile, rowsOf } from '../../../../testing/preview-file.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

const NONE = { created: 0, changed: 0, unchanged: 0, undecided: 0, rejected: 0, skipped: 0 }

const TWICE = csv(
  row('K1201'),
  row('K1202'),
  row('K1203', { first: 'ANN', last: 'LEE', email: 'Ann@Example.com' }),
)

async function previewOf(file: File, ...known: string[]) {
  const app = await startTestApp()
  if (known.length > 0) await importFile(app, csv(...known), quietly)
  return { app, ...(await previewFile(app, file)).body }
}

test('a person known under another number waits for a decision', async () => {
  const file = csv(row(''), row('9'), row('10'))
  const { app, previewId, counts, rows } = await previewOf(file, row('1188'))
  expect(counts).toMatchObject({ ...NONE, undecided: 3 })
  expect(rows[0]).toMatchObject({ kind: 'undecided', alike: { client_number: '1188' } })
  const same = await change(app, previewId, { row: { row: 2, choice: 'same' } })
  expect(same.body.rows).toMatchObject([{ kind: 'unchanged', cells: { client_number: '1188' } }])
  const another = await change(app, previewId, { row: { row: 3, choice: 'another' } })
  expect(another.body.rows).toMatchObject([{ kind: 'created' }])
  const skip = await change(app, previewId, { row: { row: 4, choice: 'skip' } })
  expect(skip.body.counts).toMatchObject({ ...NONE, unchanged: 1, created: 1, skipped: 1 })
  const open = await change(app, previewId, { row: { row: 2, choice: null } })
  expect(open.body.counts).toMatchObject({ undecided: 1, unchanged: 0 })
  const { body } = await importPreview(app, previewId)
  expect(body).toMatchObject({ created: 1, unchanged: 0, rejected: 1 })
  expect(body.results).toMatchObject([
    { row: 2, reason: expect.stringContaining('Choose in the preview') },
  ])
})

test('accents, dashes and the notation of a phone make no other person', async () => {
  const { counts } = await previewOf(
    csv(
      row('1', { first: 'José', last: 'O’Neil–Lee' }),
      row('2', { first: 'Jose', last: "O'Neil-Lee" }),
      row('3', { first: 'Ana', email: '' }),
      row('4', { first: 'Ana', email: '', phone: '(617) 555 0140' }),
    ),
  )
  expect(counts).toMatchObject({ ...NONE, created: 2, undecided: 2 })
})

test('the same person twice in a file waits for a decision', async () => {
  const { app, previewId, counts } = await previewOf(TWICE)
  expect(counts).toMatchObject({ ...NONE, created: 1, undecided: 2 })
  const { rows } = await rowsOf(app, previewId, 'kind=undecided')
  expect(rows).toMatchObject([
    { row: 3, alike: { client_number: 'K1201' }, alikeRow: 2 },
    { row: 4, alike: { client_number: 'K1201' }, alikeRow: 2 },
  ])
  const another = await change(app, previewId, { row: { row: 4, choice: 'another' } })
  expect(another.body.counts).toMatchObject({ ...NONE, created: 2, undecided: 1 })
  const same = await change(app, previewId, { row: { row: 3, choice: 'same' } })
  expect(same.body.rows).toMatchObject([{ row: 3, kind: 'skipped', choice: 'skip' }])
  const open = await change(app, previewId, { row: { row: 4, choice: null } })
  expect(open.body.counts).toMatchObject({ ...NONE, created: 1, undecided: 1, skipped: 1 })
  // Without the first row, the next one of the person comes in.
  const without = await change(app, previewId, { row: { row: 2, choice: 'skip' } })
  expect(without.body.counts).toMatchObject({ ...NONE, created: 1, skipped: 2 })
  const all = await change(app, previewId, { row: { row: 2, choice: null } })
  expect(all.body.counts).toMatchObject({ ...NONE, created: 1, undecided: 1, skipped: 1 })
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 1, rejected: 1 })
})

test.each([
  ['same', { created: 1, skipped: 2 }],
  ['another', { created: 3 }],
])('all rows of one person are decided at once: %s', async (choice, counts) => {
  const { app, previewId } = await previewOf(TWICE)
  const decided = await change(app, previewId, { undecided: choice })
  expect(decided.body.counts).toMatchObject({ ...NONE, ...counts })
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: counts.created })
})

test('asks before it adds a client again who is in the trash', async () => {
  const app = await startTestApp()
  const sheet = csv(row('1', { first: 'Bob' }), row('2', { first: 'Eve' }))
  await importFile(app, sheet, quietly)
  await app.api.delete('/api/admin/users/1')
  const start = async (fields = {}) =>
    importPreview(app, (await previewFile(app, sheet)).body.previewId, { ...quietly, ...fields })
  const refused = await start()
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  expect(refused.body.message).toContain('without their history: Bob Lee (1). Restore them')
  expect((await start({ anyway: 'Another question.' })).status).toBe(409)
  const anyway = refused.body.message
  expect((await start({ anyway })).body).toMatchObject({ created: 1, unchanged: 1 })
  expect((await start()).body).toMatchObject({ unchanged: 2 })
})

test('asks before it adds a client of a former round again', async () => {
  const app = await startTestApp()
  const sheet = csv(row('1', { first: 'Bob' }), row('2', { first: 'Eve' }))
  await importFile(app, sheet)
  await deleteForGood(app, 1)
  const { previewId } = (await previewFile(app, sheet)).body
  const refused = await importPreview(app, previewId, quietly)
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  expect(refused.body.message).toContain('without their history: Bob Lee (1). Restore them')
  const anyway = refused.body.message
  const { body } = await importPreview(app, previewId, { ...quietly, anyway })
  expect(body).toMatchObject({ created: 1, unchanged: 1 })
})

test('asks before clients get a letter without a link', async () => {
  const app = await startTestApp()
  const url = '/api/admin/email-templates/GeneralClients'
  const silent = { addressLabel: '', buttonText: '', textContent: '', translations: {} }
  await app.api.put(url, { ...(await app.api.get(url)).body, ...silent })
  const start = async (fields: Record<string, string>) =>
    importPreview(app, (await previewFile(app, csv(row('1')))).body.previewId, fields)
  const refused = await start({ send: 'true' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  const anyway = refused.body.message
  expect(anyway).toContain('1 client gets a letter without a link')
  expect((await start({ send: 'true', anyway })).body).toMatchObject({ created: 1 })
  expect((await start(quietly)).status).toBe(200)
})

test('asks before clients get a second email within a day', async () => {
  const app = await startTestApp()
  const sheet = (...more: string[]) => csv(row('1', { first: 'Bob' }), ...more)
  const start = async (file: File, fields: Record<string, string>) =>
    importPreview(app, (await previewFile(app, file)).body.previewId, fields)
  expect((await start(sheet(), { send: 'true' })).status).toBe(200)
  const more = sheet(row('2', { first: 'Eve', email: 'eve@example.com' }))
  const refused = await start(more, { send: 'true' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  const anyway = refused.body.message
  expect(anyway).toContain(
    '1 client was emailed in the last 24 hours and would get a second email.',
  )
  const importId = randomUUID()
  await start(more, { ...quietly, importId })
  expect((await app.api.post(`/api/admin/imports/${importId}/email`)).status).toBe(200)
  const sent = async () => (await app.api.get('/api/admin/mailings')).body.mailings[0].emailsSent
  await expect.poll(sent).toBe(1)
  expect((await start(more, { send: 'true', anyway })).status).toBe(409)
  expect(
    (await start(more, { send: 'true', anyway: anyway.replace('1 client was', '2 clients were') }))
      .status,
  ).toBe(200)
  await expect.poll(sent).toBe(2)
  await app.pass(DAY_MS)
  expect((await start(more, { send: 'true' })).status).toBe(200)
})

test.each([
  ['email', 'email'],
  ['phone number', 'phone'],
  ['address', 'address'],
  ['first name', 'first'],
  ['last name', 'last'],
])('asks before clients get the %s of others, of a column sorted alone', async (name, field) => {
  const app = await startTestApp()
  const people = ['Ames', 'Bell', 'Cole', 'Dunn'].map((last, n) => ({
    ...{ last, first: `F${n}`, email: `${n}@example.com` },
    ...{ phone: `617-555-010${n}`, address: `${n} Elm St` },
  }))
  const sheet = (moved: number, given = (n: number) => people[(n + 1) % moved]![field as 'last']) =>
    csv(...people.map((each, n) => row(`${n}`, n < moved ? { ...each, [field]: given(n) } : each)))
  await importFile(app, sheet(1), quietly)
  const start = async (file: File, fields = {}) =>
    importPreview(app, (await previewFile(app, file)).body.previewId, { ...quietly, ...fields })
  const refused = await start(sheet(4))
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  const anyway = refused.body.message
  expect(anyway).toContain(`4 clients would get the ${name} of another client`)
  expect((await start(sheet(2))).body.message).toContain('2 clients would get')
  // A couple may share an email by now, but exchanges none.
  expect((await start(sheet(1, () => people[1]![field as 'last']))).body).toMatchObject({
    updated: 1,
  })
  expect((await start(sheet(4), { anyway })).status).toBe(409)
})

test('asks before clients with many last names get the same email', async () => {
  const app = await startTestApp()
  const start = async (names: string[]) => {
    const rows = names.map((last, n) => row(`${last}${n}`, { last, email: 'Clients@Firm.com' }))
    const { body } = await previewFile(app, csv(...rows))
    return importPreview(app, body.previewId, quietly)
  }
  expect((await start(['Ames', 'Ames-Lee', 'Lee', 'Ames'])).status).toBe(200)
  const refused = await start(['Bell', 'Cole', 'Dunn', 'Eads'])
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  expect(refused.body.message).toMatch(
    /^4 clients with different last names have the email clients@/,
  )
})

test('asks before new clients get emails that were sorted apart', async () => {
  const app = await startTestApp()
  const people = ['Ada Ames', 'Bea Bell', 'Cy Cole', 'Di Dunn'].map((name) => name.split(' '))
  const emails = ['ada.ames1@x.com', 'bell_bea@x.com', 'ccole@x.com', 'didunn@x.com']
  const start = async (order: number[]) => {
    const rows = people.map(([first = '', last = ''], n) =>
      row(`${n}`, { first, last, email: emails[order[n]!]! }),
    )
    const { body } = await previewFile(app, csv(...rows))
    return importPreview(app, body.previewId, quietly)
  }
  const refused = await start([1, 2, 3, 0])
  expect(refused).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  expect(refused.body.message).toContain('At least 4 clients would get the email of another client')
  expect((await start([1, 0, 2, 3])).body).toMatchObject({ created: 4 })
})
