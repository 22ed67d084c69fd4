import { expect, test } from 'vitest'
import { csv, fixture, HEADERS, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { aClient, aLink } from '../../../../testing/make.ts'
import { change, importPreview, previewFile, rowsOf } from '../../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const clients = async ({ api }: TestApp) =>
  (await api.get('/api/admin/users?sort=client_number')).body.users

const ZERO = {
  created: 0,
  changed: 0,
  unchanged: 0,
  undecided: 0,
  rejected: 0,
  skipped: 0,
  incomplete: 0,
  replaced: 0,
  suggested: 0,
}

async function startWith(...rows: string[]) {
  const app = await startTestApp()
  if (rows.length > 0) await importFile(app, csv(...rows), quietly)
  return app
}

test('shows what an import would do and writes nothing', async () => {
  const app = await startWith(row('1'), row('2'))
  const { status, body } = await previewFile(
    app,
    csv(
      row('1'),
      row('2', { city: 'Salem' }),
      row('3', { first: 'Bo', email: 'bo@x.com' }),
      row('4', { zip: '1' }),
    ),
  )
  expect(status).toBe(200)
  expect(body.counts).toEqual({ ...ZERO, created: 1, changed: 1, unchanged: 1, rejected: 1 })
  expect(body).toMatchObject({
    recipients: 3,
    letters: [{ template_id: 'GeneralClients', recipients: 3 }],
    round: { id: null },
    headerRow: 1,
    sheets: [],
    file_name: 'clients.csv',
  })
  expect(body.columns[0]).toEqual({
    header: 'Client Number',
    field: 'client_number',
    samples: ['1', '2', '3'],
  })
  expect(body.rows[1]).toMatchObject({
    row: 3,
    kind: 'changed',
    old: { city: 'Boston' },
    cells: { city: 'Salem' },
  })
  expect(body.rows[3]).toMatchObject({
    row: 5,
    kind: 'rejected',
    problems: { zip_code: expect.stringContaining('not a zip code') },
  })
  expect((await clients(app)).map((each: { city: string }) => each.city)).toEqual([
    'Boston',
    'Boston',
  ])
})

test('imports exactly what it shows, once', async () => {
  const app = await startWith(row('1'))
  const { previewId } = (
    await previewFile(app, csv(row('1', { city: 'Salem' }), row('2', { zip: '1' })))
  ).body
  const { status, body } = await importPreview(app, previewId)
  expect(status).toBe(200)
  expect(body).toMatchObject({ created: 0, updated: 1, rejected: 1 })
  expect((await importPreview(app, previewId)).status).toBe(404)
  expect((await clients(app))[0]).toMatchObject({ city: 'Salem' })
})

test('imports a rejected row once its cell is corrected', async () => {
  const app = await startWith()
  const { previewId } = (await previewFile(app, csv(row('1', { zip: '1' }), row('2')))).body
  const { body } = await change(app, previewId, { row: { row: 2, cells: { zip_code: '2139' } } })
  expect(body.counts).toMatchObject({ created: 2, rejected: 0 })
  expect(body.rows).toMatchObject([{ row: 2, kind: 'created', cells: { zip_code: '02139' } }])
  await importPreview(app, previewId)
  expect((await clients(app))[0]).toMatchObject({ client_number: '1', zip_code: '02139' })
})

test('accepts a repeated number once the first row’s is corrected', async () => {
  const app = await startWith()
  const { previewId, rows } = (await previewFile(app, csv(row('7'), row('7', { city: 'Salem' }))))
    .body
  expect(rows[1]).toMatchObject({
    kind: 'rejected',
    problems: { client_number: 'Row 2 already has client number 7' },
  })
  const { body } = await change(app, previewId, { row: { row: 2, cells: { client_number: '8' } } })
  expect(body.counts).toMatchObject({ created: 2, rejected: 0 })
})

test('rejects a number that differs by a zero from one far above', async () => {
  const app = await startWith()
  const lines = Array.from({ length: 520 }, (_, n) => row(`9${n}`, { email: `c${n}@x.com` }))
  const { previewId, counts } = (
    await previewFile(app, csv(row('1', { first: 'Bo' }), ...lines, row('01')))
  ).body
  expect(counts).toMatchObject({ created: 521, rejected: 1 })
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 521, rejected: 1 })
})

test('remembers a column’s changed field for the next file', async () => {
  const app = await startWith()
  const file = () => new File([`${HEADERS},Beeper\n${row('1')},617-1\n`], 'clients.csv')
  const { previewId, columns } = (await previewFile(app, file())).body
  expect(columns[9]).toEqual({ header: 'Beeper', field: null, samples: ['617-1'], keepAs: 'text' })
  const { body } = await change(app, previewId, { column: { index: 9, field: 'alt_number' } })
  expect(body.columns[9].field).toBe('alt_number')
  expect(body.rows[0].cells).toMatchObject({ alt_number: '617-1' })
  const again = (await previewFile(app, file())).body
  expect(again.columns[9].field).toBe('alt_number')
  await change(app, previewId, { column: { index: 9, field: 'ignored' } })
  expect((await previewFile(app, file())).body.columns[9].field).toBe('ignored')
})

test('marks a remembered field if the header has a meaning of its own', async () => {
  const app = await startWith()
  const file = () => new File([`${HEADERS},Beeper\n${row('1')},617-1\n`], 'clients.csv')
  const { previewId } = (await previewFile(app, file())).body
  await change(app, previewId, { column: { index: 3, field: 'ignored' } })
  await change(app, previewId, { column: { index: 9, field: 'alt_number' } })
  const { columns } = (await previewFile(app, file())).body
  expect(columns[3]).toMatchObject({ header: 'Email', field: 'ignored', chosen: true })
  expect(columns.filter(({ chosen }: { chosen?: boolean }) => chosen)).toHaveLength(1)
})

test('imports unknown headers once they are matched by hand', async () => {
  const app = await startWith()
  const headers = 'aa,bb,cc,dd,ee,ff,gg,hh,ii'
  const { body } = await previewFile(app, new File([`${headers}\n${row('1')}\n`], 'c.csv'))
  expect(body.counts).toEqual(ZERO)
  const fields = 'client_number first_name last_name email phone_number address city state zip_code'
  for (const [index, field] of fields.split(' ').entries())
    await change(app, body.previewId, { column: { index, field } })
  expect((await importPreview(app, body.previewId)).body).toMatchObject({ created: 1 })
})

test('takes the headers from another row', async () => {
  const app = await startWith()
  const file = new File([`Email,Phone\nAddress,City\n${HEADERS}\n${row('1')}\n`], 'c.csv')
  const { body } = await previewFile(app, file)
  expect(body.headerRow).toBe(3)
  const first = await change(app, body.previewId, { headerRow: 1 })
  expect(first.body).toMatchObject({
    headerRow: 1,
    columns: [{ header: 'Email' }, { header: 'Phone' }],
  })
  const { status, body: refused } = await change(app, body.previewId, { headerRow: 9 })
  expect([status, refused.message]).toEqual([400, 'The sheet has no row 9.'])
})

test('reports which column holds whole names', async () => {
  const app = await startWith()
  const file = new File(['Name,Client Number,Email\n"Lee, Ann",1,ann@x.com\n'], 'c.csv')
  const { body } = await previewFile(app, file)
  expect(body.columns[0]).toMatchObject({ field: 'last_name', wholeNames: true })
  expect(body.columns[2].wholeNames).toBeUndefined()
})

test('imports incomplete clients unless that is switched off', async () => {
  const app = await startWith()
  const lines = [
    '1,Ann,Lee,ann@x.com,,,,,',
    '2,Bo,Lee,,,1 Elm St,Boston,MA,02134',
    '3,Cy,Lee,,617,,,,',
  ]
  const { previewId, counts, rows, recipients } = (await previewFile(app, csv(...lines))).body
  expect(counts).toEqual({ ...ZERO, created: 2, incomplete: 2, rejected: 1, suggested: 1 })
  expect(recipients).toBe(1)
  expect(rows[0].missing).toEqual(['phone_number', 'address', 'city', 'state', 'zip_code'])
  expect(rows[2].problems).toEqual({ email: 'An email or a whole postal address is required' })
  const strict = await change(app, previewId, { incomplete: false })
  expect(strict.body.counts).toEqual({ ...ZERO, rejected: 3, suggested: 1 })
  await change(app, previewId, { incomplete: true })
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 2, rejected: 1 })
  expect((await clients(app))[1]).toMatchObject({ client_number: '2', email: '', phone_number: '' })
})

test('refuses an import once after changes, even if they left no history', async () => {
  const app = await startWith(row('1'), row('2'))
  const { previewId } = (await previewFile(app, csv(row('1', { city: 'Salem' })))).body
  const [first, second] = await clients(app)
  await app.api.put(`/api/admin/users/${second.id}`, { city: 'Lynn' })
  await app.api.put(`/api/admin/users/${first.id}`, { city: 'Salem' })
  for (const { id } of [first, second]) {
    const [edit] = (await app.api.get(`/api/admin/users/${id}/audit-logs`)).body
    await app.api.delete(`/api/admin/audit-logs/${edit.id}`)
  }
  const { status, body } = await importPreview(app, previewId)
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'preview_changed' })
  expect(body.counts).toEqual({ ...ZERO, unchanged: 1 })
  expect((await importPreview(app, previewId)).body).toMatchObject({ unchanged: 1 })
})

test('imports although other clients have changed', async () => {
  const app = await startWith(row('1'), row('2'))
  const { previewId } = (await previewFile(app, csv(row('1', { city: 'Salem' })))).body
  await app.api.put(`/api/admin/users/${(await clients(app))[1].id}`, { city: 'Lynn' })
  expect((await importPreview(app, previewId)).status).toBe(200)
})

test('reports when the same file was imported before', async () => {
  const app = await startWith(row('1'))
  const { importedBefore } = (await previewFile(app, csv(row('1')))).body
  expect(importedBefore).toMatchObject({ admin_email: expect.stringContaining('@') })
  expect((await previewFile(app, csv(row('2')))).body.importedBefore).toBeNull()
})

test('counts no excused client as a recipient', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps, { client_number: '1' })
  await app.api.put(`/api/admin/users/${id}/excuse`, { reason: 'left' })
  const { counts, recipients } = (await previewFile(app, csv(row('1', { first: 'Esperanza' }))))
    .body
  expect({ counts, recipients }).toMatchObject({ counts: { changed: 1 }, recipients: 0 })
})

test('counts no client as a recipient at a wrong person’s address', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps, { client_number: '1', email: 'eve@example.com' })
  const token = await aLink(app.deps, client)
  await app.api.post(`/api/verify/${token}/not-for-me`, { kind: 'wrong_person' })
  await app.api.put(`/api/admin/users/${client.id}`, { email: 'ann@example.com' })
  const recipientsOf = async (email: string) =>
    (await previewFile(app, csv(row('1', { first: 'Esperanza', email })))).body.recipients
  expect(await recipientsOf('eve@example.com')).toBe(0)
  expect(await recipientsOf('ann@example.com')).toBe(1)
})

test('ends a preview after a day', async () => {
  const app = await startWith()
  const { previewId } = (await previewFile(app, csv(row('1')))).body
  await app.pass(25 * 60 * 60 * 1000)
  expect((await app.api.get(`/api/admin/imports/preview/${previewId}`)).status).toBe(404)
  expect((await change(app, previewId, { incomplete: false })).body.message).toBe(
    'This preview has ended. Please choose the file again.',
  )
})

test('pages through the rows of a kind', async () => {
  const app = await startWith()
  const lines = Array.from({ length: 60 }, (_, n) => row(`${n}`, { zip: n % 2 ? '1' : '02134' }))
  const { previewId } = (await previewFile(app, csv(...lines))).body
  const { rows, total } = await rowsOf(app, previewId, 'kind=rejected&page=2&limit=25')
  expect(total).toBe(30)
  expect(rows.map((each: { row: number }) => each.row)).toEqual([53, 55, 57, 59, 61])
})

test('keeps the columns of rejected rows, which import once corrected', async () => {
  const app = await startWith()
  const file = new File(
    [
      `${HEADERS},Notes\n${row('1')},fine\n${row('2', { first: 'Bo', zip: '1' })},"a, b"\n${row('3', { zip: '2' })},c\n`,
    ],
    'clients.csv',
  )
  const { previewId } = (await previewFile(app, file)).body
  await change(app, previewId, { row: { row: 3, cells: { city: 'Salem' } } })
  const { body } = await app.api.get(`/api/admin/imports/preview/${previewId}/rejected`)
  const [headers, second, third, ...more] = body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(headers).toBe(`${HEADERS},Notes,Not Imported Because`)
  expect(second).toContain('Salem')
  expect(second).toMatch(/,"a, b",.*not a zip code/)
  expect(third).toMatch(/,2,c,.*not a zip code/)
  expect(more).toEqual([])
  const corrected = body.replace(',MA,1,', ',MA,02139,').replace(',MA,2,', ',MA,02139,')
  const again = await previewFile(app, new File([corrected], 'corrected.csv'))
  expect(again.body.counts).toEqual({ ...ZERO, created: 2 })
  expect(again.body.columns.at(-1)).toMatchObject({ field: 'ignored' })
})

test('leaves out hidden rows and columns on demand, and keeps corrections', async () => {
  const app = await startWith()
  const { previewId, ...first } = (await previewFile(app, await fixture('shapes.xlsx'))).body
  expect(first).toMatchObject({ hidden: { rows: 1, columns: 1 }, includeHidden: true, notes: [] })
  expect(first.counts).toMatchObject({ created: 3 })
  await change(app, previewId, { row: { row: 9, cells: { city: 'Salem' } } })
  const { body } = await change(app, previewId, { includeHidden: false })
  expect(body).toMatchObject({ hidden: { rows: 1, columns: 1 }, includeHidden: false })
  expect(body.counts).toMatchObject({ created: 2, incomplete: 2 })
  expect(body.rows[0].cells.city).toBe('Salem')
  const again = await change(app, previewId, { includeHidden: true })
  expect(again.body.counts).toMatchObject({ created: 3, incomplete: 0 })
})
