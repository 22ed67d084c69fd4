// @module-tag heavy
import { expect, test } from 'vitest'
import { csv, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { workbook, zipOf } from '../../../testing/sheets/sheets.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { unzip } from './sheet/unzip.ts'

const file = (name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, name)
const book = (bytes: Uint8Array) => file('list.xlsx', new Uint8Array(bytes))

/** Expects that only the sheet's one good row is imported. */
async function expectOneRow(sheet: File) {
  const app = await startTestApp()
  const { status, body } = await importFile(app, sheet, quietly)
  expect({ status, message: body.message, created: body.created }).toEqual({
    status: 200,
    created: 1,
  })
}

test('skips 10,000 columns beside the list', () => {
  const wide = (text: string) => `${text}${',x'.repeat(9_991)}`
  return expectOneRow(file('list.csv', `${wide(HEADERS)}\n${wide(row('1'))}`))
})

test('rejects only the row that has a cell of 10 MB', async () => {
  const app = await startTestApp()
  const long = row('1', { first: `"${'x'.repeat(10_000_000)}"` })
  const { body } = await importFile(app, csv(long, row('2')), quietly)
  expect(body).toMatchObject({ created: 1, rejected: 1 })
})

test('never reads the file that an XML entity names', async () => {
  const app = await startTestApp()
  const entries = unzip(workbook({ A: [HEADERS.split(','), row('1').split(',')] }))
  const entities = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]>'
  const parts = entries.map(({ name, unpack }) => {
    const xml = unpack().toString()
    return [name, Buffer.from(xml.replace('?>', `?>${entities}`).replaceAll('Ann', '&x;&y;'))]
  })
  const { body } = await previewFile(app, book(zipOf(Object.fromEntries(parts))))
  expect(JSON.stringify(body)).not.toContain('root:')
})

test('ignores single zero bytes, and rejects a file with many', async () => {
  const app = await startTestApp()
  const many = '\u0000'.repeat(20)
  const full = await importFile(app, file('list.csv', `${HEADERS}\n${many}${row('1')}`), quietly)
  expect(full.status).toBe(400)
  expect(full.body.message).toMatch(/neither a CSV file nor an Excel workbook/)
  const early = await previewFile(app, file('list.csv', `${HEADERS}\n\u0000${row('1')}`))
  expect(early.body.counts).toMatchObject({ created: 1 })
  const rows = Array.from({ length: 1500 }, (_, n) => row(`${n}`, { email: `c${n}@x.com` }))
  const late = await previewFile(app, csv(...rows, row('9\u0000999', { first: 'A\u0000nn' })))
  expect(late.body.counts).toMatchObject({ created: 1501 })
  const { rows: last } = await rowsOf(app, late.body.previewId, 'kind=all&page=61&limit=25')
  expect(last.at(-1).cells).toMatchObject({ client_number: '9999', first_name: 'Ann' })
})

test('reads the first of two columns with equal headers', async () => {
  const app = await startTestApp()
  const text = `${HEADERS},City,__proto__,constructor\n${row('1', { city: '' })},Salem,x,y\n`
  const { status, body } = await previewFile(app, file('list.csv', text))
  expect({ status, created: body.counts?.created }).toEqual({ status: 200, created: 1 })
  expect(body.rows[0].cells.city).toBe('')
  expect(body.columns.at(-3)).toMatchObject({ header: 'City', field: null })
  const unknown = body.columns.slice(-2)
  expect(unknown).toMatchObject([
    { header: '__proto__', field: null },
    { header: 'constructor', field: null },
  ])
})
