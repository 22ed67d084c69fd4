import { randomUUID } from 'node:crypto'
import { read, utils } from '@e965/xlsx'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { previewFile } from '../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { unzip } from '../imports/sheet/unzip.ts'

const rowsOf = (text: string) =>
  Papa.parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true }).data

const exported = async ({ app, token }: TestApp, format: string) =>
  app.inject({
    url: `/api/admin/export?format=${format}`,
    headers: { authorization: `Bearer ${token}` },
  })

test('exports every client to a CSV in UTF-8, named by the day', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { client_number: '007', first_name: 'Nguyễn', alt_number: null })
  await aClient(app.deps, { client_number: '8', status: 'confirmed' })
  const disputed = { disputed_at: app.deps.now().toISOString(), disputed_answer_id: 1 }
  await aClient(app.deps, { client_number: '9', ...disputed })
  const { body, headers } = await exported(app, 'csv')
  expect(body.startsWith('\uFEFFClient Number,First Name,')).toBe(true)
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename=clients-\d{4}-\d\d-\d\d\.csv$/,
  )
  const [, first, second, third, ...more] = rowsOf(body)
  expect(first?.slice(0, 13)).toEqual([
    '007',
    'Nguyễn',
    "O'Brien",
    'esperanza.obrien@example.com',
    '(656) 555-2176',
    '',
    '8001 Elm Street, Apt 4B',
    'Boston',
    'MA',
    '02134',
    'United States',
    '',
    'GeneralClients',
  ])
  expect([second, third].map((row) => row?.[13])).toEqual(['confirmed', 'disputed'])
  expect(more).toEqual([])
})

test('exports the same rows to a workbook, all as text', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { client_number: '007' })
  const { rawPayload, headers } = await exported(app, 'xlsx')
  expect(headers['content-type']).toContain('spreadsheetml')
  const book = read(rawPayload)
  const rows = utils.sheet_to_json<string[]>(book.Sheets.Clients!, { header: 1 })
  expect(rows).toHaveLength(2)
  expect(rows[1]?.[0]).toBe('007')
  expect(rows[1]?.[9]).toBe('02134')
})

test('returns every text from the workbook as it was stored', async () => {
  const app = await startTestApp()
  const texts = {
    first_name: '=HYPERLINK("http://evil.example")',
    last_name: ' <O\'Brien> & "Sons" ',
    address: 'a\u000bb\rc\nd\te',
    city: 'not _x0041_ but this',
  }
  await aClient(app.deps, { client_number: '007', phone_number: '+1 617', ...texts })
  const { Sheets } = read((await exported(app, 'xlsx')).rawPayload)
  const [, row] = utils.sheet_to_json<string[]>(Sheets.Clients!, { header: 1 })
  expect([row?.[0], row?.[4]]).toEqual(['007', '+1 617'])
  expect([row?.[1], row?.[2], row?.[6], row?.[7]]).toEqual(Object.values(texts))
  expect(Sheets.Clients?.B2).toMatchObject({ t: 's' })
  expect(Sheets.Clients?.B2.f).toBeUndefined()
})

test('exports no cell as a formula, and imports it unchanged', async () => {
  const app = await startTestApp()
  await aClient(app.deps, {
    client_number: '1',
    first_name: '=HYPERLINK("http://evil.example")',
    last_name: '@SUM(A1)',
    phone_number: '+49305550101',
    address: '-2+3 Elm St',
  })
  const { body } = await exported(app, 'csv')
  const cells = rowsOf(body)[1]!
  expect(cells[1]).toBe('\'=HYPERLINK("http://evil.example")')
  expect(cells[2]).toBe("'@SUM(A1)")
  expect(cells[4]).toBe("'+49305550101")
  expect(cells[6]).toBe("'-2+3 Elm St")

  const back = await app.api.upload(
    '/api/admin/import',
    { importId: randomUUID(), send: 'false' },
    new File([body], 'back.csv'),
  )
  expect(back.body).toMatchObject({ unchanged: 1, updated: 0, created: 0 })
})

test('changes nothing when an export is imported, in either format', async () => {
  const app = await startTestApp()
  for (let n = 0; n < 30; n++)
    await aClient(app.deps, { client_number: `00${n}`, alt_number: n % 2 ? '555-1200' : null })
  for (const format of ['csv', 'xlsx']) {
    const { rawPayload } = await exported(app, format)
    const file = new File([rawPayload], `back.${format}`)
    const { body } = await app.api.upload('/api/admin/import', { send: 'false' }, file)
    expect(body).toMatchObject({ successful: 30, unchanged: 30 })
  }
})

test.each(['csv', 'xlsx'])('recognizes all columns of an exported %s', async (format) => {
  const app = await startTestApp()
  for (let n = 0; n < 3; n++) await aClient(app.deps, { client_number: `00${n}` })
  const { rawPayload } = await exported(app, format)
  const { body } = await previewFile(app, new File([rawPayload], `back.${format}`))
  expect(body.counts).toMatchObject({ unchanged: 3, changed: 0, created: 0, rejected: 0 })
  const fields = body.columns.map((column: { field: string | null }) => column.field)
  expect(fields.slice(-3)).toEqual(['ignored', 'ignored', 'ignored'])
  expect(fields).not.toContain(null)
})

test('writes the workbook’s cells as text under a frozen header', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { client_number: '007' })
  const { rawPayload } = await exported(app, 'xlsx')
  const { Clients } = read(rawPayload, { cellNF: true, cellStyles: true }).Sheets
  expect([Clients?.A2.z, Clients?.E2.z, Clients?.J2.z]).toEqual(['@', '@', '@'])
  expect(Clients?.['!autofilter']?.ref).toMatch(/^A1:[A-Z]2$/)
  const sheet = unzip(rawPayload).find(({ name }) => name.endsWith('sheet1.xml'))
  expect(String(sheet?.unpack())).toContain('<pane ySplit="1" topLeftCell="A2"')
})

test('refuses an unknown format', async () => {
  expect((await exported(await startTestApp(), 'pdf')).statusCode).toBe(400)
})
