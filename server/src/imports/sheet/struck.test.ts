import { expect, test } from 'vitest'
import { aWorkbook } from '../../../../testing/sheets/hostile-sheets.ts'
import { fixture, readBytes, readPath } from '../../../../testing/sheets/sheets.ts'
import { readTables } from './choose-table.ts'
import { readFileTables } from './read-sheet.ts'
import { factsOfXlsx } from './sheet-facts.ts'

test('counts a row that is struck through as hidden', async () => {
  const { hidden, rows } = await readPath(fixture('struck.xlsx'))
  expect(hidden).toEqual({ rows: 1, columns: 0 })
  expect(rows.map(({ cells }) => cells.client_number)).toEqual(['N1', 'N2', 'N3'])
})

test('a struck row hides no empty rows above it', () => {
  const formats = [0, 1].map((font) => `<xf numFmtId="0" fontId="${font}"/>`).join('')
  const styles = `<font/><font><strike/></font><cellXfs>${formats}</cellXfs>`
  const empty = '<row r="1"/><row r="2"><c r="A2" s="0"/></row>'
  const struck = '<row r="3"><c r="A3" s="1"><v>1</v></c></row>'
  const xml = Buffer.from(`<worksheet><sheetData>${empty}${struck}</sheetData></worksheet>`)
  expect([...factsOfXlsx(xml, styles).hidden.rows]).toEqual([2])
})

test('reads no part of a text that is struck through', async () => {
  const { rows } = await readPath(fixture('struck.xlsx'))
  expect(rows[0]?.cells).toMatchObject({ email: 'ann@new.com', address: '9 Oak Ave' })
})

test('keeps a text that is wholly struck through for a person', async () => {
  const { rows } = await readPath(fixture('struck.xlsx'))
  expect(rows[0]?.cells.city).toBe('Boston')
})

test('reads no struck part of a shared text', async () => {
  const struck = '<r><rPr><strike/></rPr><t>1 Main St</t></r><r><t> 9 Oak Ave</t></r>'
  const cells = ['N1', 'Ann', 'Lee', 'ann@x.com', '617-555-0101']
    .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')
  const shared = `</t></si><si>${struck}</si><si><t>`
  const book = await aWorkbook(`<row>${cells}<c t="s"><v>1</v></c></row>`, shared)
  const { rows } = await readBytes('clients.xlsx', book)
  expect(rows[0]?.cells.address).toBe('9 Oak Ave')
})

test('reads a page whose cells have no end', async () => {
  const page = `<table><tr><td>Client Number<td>First Name<td>Email<tr>
    <td>N1<td>Ann<td>a@x.com</tr><tr><!-- 2 --><td>N2</td><td>Bob<th>b@x.com</table>`
  const tables = await readFileTables(Buffer.from(page), 'clients.xls')
  const rows = [...readTables(tables, {}).rows]
  expect(rows.map(({ cells }) => cells.email)).toEqual(['a@x.com', 'b@x.com'])
})
