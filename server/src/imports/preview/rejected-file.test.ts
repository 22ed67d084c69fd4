// @module-tag heavy
import { expect, test } from 'vitest'
import { corrected } from '../../../../testing/corrected.ts'
import { HEADERS as CLIENT_LIST, csv, fixture, row } from '../../../../testing/import-file.ts'
import {
  change,
  importPreview,
  previewFile,
  rejectedOf,
  rowsOf,
} from '../../../../testing/preview-file.ts'
import { table, workbook } from '../../../../testing/sheets/sheets.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

interface Column {
  header: string
  field: string | null
}

test('headers on two lines fill the same fields again', async () => {
  const app = await startTestApp()
  const { previewId, columns } = (await previewFile(app, await fixture('shapes.xlsx'))).body
  await change(app, previewId, { row: { row: 9, cells: { zip_code: '1' } } })
  const text = await rejectedOf(app, previewId)
  const again = (await previewFile(app, new File([text.replace('MA,1,', 'MA,02134,')], 'c.csv')))
    .body
  expect(again.columns.map(({ header, field }: Column) => ({ header, field }))).toEqual([
    ...columns.map(({ header, field }: Column) => ({ header, field })),
    { header: 'Not Imported Because', field: 'ignored' },
  ])
  expect(again.counts).toMatchObject({ created: 1, rejected: 0 })
})

test('rows below other headings stay rejected', async () => {
  const app = await startTestApp()
  const other = CLIENT_LIST.replace('First Name,Last Name', 'Last Name,First Name')
  const joined = [csv(row('1')), other, row('2', { first: 'Roe', last: 'Bob' })]
  const { previewId, counts } = (
    await previewFile(
      app,
      new File(
        joined.flatMap((part) => [part, '\n']),
        'c.csv',
      ),
    )
  ).body
  expect(counts).toMatchObject({ created: 1, rejected: 2 })
  const again = new File([await rejectedOf(app, previewId)], 'c.csv')
  expect((await previewFile(app, again)).body.counts).toMatchObject({ created: 0, rejected: 2 })
})

test.each(['', ','])('rows below “Opposing Parties” stay rejected', async (before) => {
  const app = await startTestApp()
  // Where no column is read under the heading, the file of rejected rows lacks it.
  const lines = [CLIENT_LIST, row('1'), 'Opposing Parties', row('2')].map((line) => before + line)
  const book = lines.map((line) => line.replace(/^,(Opp.*)/, '$1')).join('\n')
  const { previewId } = (await previewFile(app, new File([book], 'c.csv'))).body
  const rejected = new File([await rejectedOf(app, previewId)], 'c.csv')
  expect((await previewFile(app, rejected)).body.counts).toMatchObject({ created: 0 })
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 1 })
  const copy = new File([new Uint8Array((await corrected(app)).bytes)], 'c.csv')
  const { body } = await previewFile(app, copy)
  expect(body.counts).toMatchObject({ created: 0, unchanged: 1 })
  const { rows } = await rowsOf(app, body.previewId, 'kind=rejected')
  expect(rows.at(-1).reason).toContain('The heading above says “Opposing Parties”, so the row')
})

test('rows of a sheet “DNC” stay rejected', async () => {
  const app = await startTestApp()
  const book = workbook({ DNC: table(CLIENT_LIST, row('1')) })
  const { previewId } = (await previewFile(app, new File([new Uint8Array(book)], 'c.xlsx'))).body
  const rejected = new File([await rejectedOf(app, previewId)], 'c.csv')
  const { body } = await previewFile(app, rejected)
  const { rows } = await rowsOf(app, body.previewId, 'kind=rejected')
  expect(rows[0].reason).toContain('The sheet’s name says “DNC”, so the row')
})

test('a list without headings is read by its content again', async () => {
  const app = await startTestApp()
  const list = 'K1,Ann,Lee,a@x.com,617-555-0101\nK2,Bob,Roe,b@x.com,617-555-0102'
  const { previewId, counts } = (await previewFile(app, new File([list], 'c.csv'))).body
  const again = new File([await rejectedOf(app, previewId)], 'c.csv')
  expect((await previewFile(app, again)).body).toMatchObject({ counts, headerRow: 1 })
  expect(counts).toMatchObject({ rejected: 2 })
})

test('columns left out as hidden stay out', async () => {
  const app = await startTestApp()
  const { previewId } = (await previewFile(app, await fixture('shapes.xlsx'))).body
  const { body } = await change(app, previewId, { includeHidden: false })
  const { row } = body.rows[0]
  await change(app, previewId, { row: { row, cells: { zip_code: '1' } } })
  const text = await rejectedOf(app, previewId)
  expect(text).not.toContain('MA')
  const again = (await previewFile(app, new File([text], 'c.csv'))).body
  const { rows } = await rowsOf(app, previewId, 'kind=rejected')
  expect(again.rows[0].cells).toEqual(rows[0].cells)
})

const HEADERS =
  'Client Number,First Name,Last Name,Email,Phone,Mobile,Address,Address 2,City,State,Zip'
const LINE = '1,Ann,Lee,ann@example.com,,617-555-0101,20 Fir,Apt 9,Boston,MA,1'

test.each([
  { address: '20 Fir St, Apt 9' },
  { phone_number: '617-555-0102' },
  { alt_number: '617-555-0102' },
])('a field of several columns is imported again as edited: %o', async (cells) => {
  const app = await startTestApp()
  const file = new File([`${HEADERS}\n${LINE}\n`], 'c.csv')
  const { previewId } = (await previewFile(app, file)).body
  const { body } = await change(app, previewId, { row: { row: 2, cells } })
  expect(body.rows[0].cells).toMatchObject(cells)
  const text = await rejectedOf(app, previewId)
  const again = (await previewFile(app, new File([text], 'c.csv'))).body
  expect(again.rows[0].cells).toEqual(body.rows[0].cells)
})

test('a note beside the table of a workbook shifts no reason', async () => {
  const app = await startTestApp()
  const rows = table(HEADERS, `${LINE},,,call back`)
  const file = new File([workbook({ A: rows })], 'c.xlsx')
  const { previewId } = (await previewFile(app, file)).body
  const text = await rejectedOf(app, previewId)
  const corrected = new File([text.replace(',MA,1,', ',MA,02134,')], 'c.csv')
  expect((await previewFile(app, corrected)).body.counts).toMatchObject({ created: 1, rejected: 0 })
})

test('a corrected field without a column gets one', async () => {
  const app = await startTestApp()
  const lines = [
    'Client Number,First Name,Last Name,Email',
    '1,Ann,Lee,ann@',
    '2,Bo,Ray,bo@example.com,extra',
  ]
  const file = new File([lines.join('\n')], 'c.csv')
  const { previewId } = (await previewFile(app, file)).body
  await change(app, previewId, { row: { row: 2, cells: { phone_number: '617-555-0101' } } })
  const text = await rejectedOf(app, previewId)
  const [headers, , surplus] = text.trim().split('\r\n')
  expect(headers).toBe('Client Number,First Name,Last Name,Email,Phone number,Not Imported Because')
  expect(surplus).toMatch(/^2,Bo,Ray,bo@example.com,,extra,/)
  const corrected = new File([text.replace('ann@', 'ann@example.com')], 'c.csv')
  const again = (await previewFile(app, corrected)).body
  expect(again.rows[0].cells).toMatchObject({ phone_number: '(617) 555-0101' })
})
