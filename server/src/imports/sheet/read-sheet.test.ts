import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { aWorkbook } from '../../../../testing/sheets/hostile-sheets.ts'
import {
  ANA,
  fixture,
  HEADERS,
  readBytes,
  readPath,
  table,
  workbook,
  zipOf,
} from '../../../../testing/sheets/sheets.ts'
import { type ReadChoices, readTables } from './choose-table.ts'
import { readFileTables } from './read-sheet.ts'
import { SheetRejected } from './table.ts'
import { unzip } from './unzip.ts'

describe('files saved by real programs', () => {
  test('gives the same 500 clients as CSV and both workbooks', async () => {
    const csv = await readPath(fixture('clients-500.csv'))
    expect(csv.totalRows).toBe(500)
    expect(csv.rows.map(({ row }) => row)).toEqual(Array.from({ length: 500 }, (_, i) => i + 2))
    expect(csv.rows.every(({ cells }) => /^\d{5}(-\d{4})?$/.test(cells.zip_code ?? ''))).toBe(true)
    expect(csv.rows[1]?.cells.zip_code).toBe('02134')
    expect((await readPath(fixture('clients-500.xlsx'))).rows).toEqual(csv.rows)
    expect((await readPath(fixture('clients-500.xls'))).rows).toEqual(csv.rows)
  })

  // A list with titles, a blank row, numbers for zip codes and phones, formulas, dates and #N/A.
  test.each([
    ['an .xlsx', 'office.xlsx'],
    ['an .xls', 'office.xls'],
    ['an .xls that is HTML', 'office-html.xls'],
    ['an .ods', 'office.ods'],
    ["an .xls that is Excel's XML of 2003", 'office-xml-2003.xls'],
    ['a CSV file in UTF-16 with semicolons', 'office-utf16.csv'],
    ['a CSV file in Windows-1252 with semicolons', 'office-semicolon-1252.csv'],
  ])('%s is read as a person would', async (_, name) => {
    const { rows } = await readPath(fixture(name))

    expect(rows.map(({ row }) => row)).toEqual([5, 6, 8, 9])
    expect(rows.map(({ cells }) => cells.client_number)).toEqual([
      '1001',
      '1002',
      '123456789012',
      '1004',
    ])
    expect(rows.map(({ cells }) => cells.zip_code)).toEqual([
      '02134',
      '02134-1234',
      '00901',
      '89501',
    ])
    expect(rows[0]?.cells).toMatchObject({
      last_name: 'Muñoz',
      address: '12 Beacon Street, Apt 4B',
      group_template: 'GeneralClients',
    })
    expect(rows[1]?.cells).toMatchObject({ last_name: 'O’Brien', alt_number: '16175550199' })
    expect(rows[2]?.cells).toMatchObject({ address: '9 Elm, Suite 3', phone_number: '6175550103' })
    expect(rows[2]?.cells).not.toHaveProperty('group_template')
  })

  test('lists columns with content that were not used', async () => {
    const text = [
      `${HEADERS},Mailing Address,Phone Ext,Remarks,`,
      `${ANA},PO Box 1,,,late`,
      `${ANA},,12,,`,
    ].join('\n')
    expect((await readBytes('list.csv', text)).notRead).toEqual({
      sheets: [],
      headers: ['Mailing Address', 'Phone Ext', 'Column M'],
    })
    const beside = table(HEADERS, `${ANA}${','.repeat(18)}called`)
    const { notRead } = await readBytes('list.xlsx', workbook({ A: beside }))
    expect(notRead.headers).toEqual(['Column AA'])
    expect((await readPath(fixture('clients-500.xlsx'))).notRead.sheets).toEqual([])
  })

  test.each(['protected.xlsx', 'protected.xls', 'protected.ods'])(
    '%s is rejected because of its password',
    async (name) => {
      await expect(readPath(fixture(name), name)).rejects.toThrow(
        new SheetRejected(
          `“${name}” is protected by a password. Save a copy without one and choose that.`,
        ),
      )
    },
  )
})

/** At D7, under headers merged over two lines; a row and the column of states are hidden. */
describe.each(['shapes.xlsx', 'shapes.xls', 'shapes.ods'])(
  'a list with merged headers: %s',
  (name) => {
    test('is read as a person would', async () => {
      const { rows, headerRow, columns } = await readPath(fixture(name))
      expect(headerRow).toBe(8)
      expect(rows[0]).toEqual({
        row: 9,
        cells: {
          client_number: '2001',
          first_name: 'Ada',
          last_name: 'Okafor',
          email: 'ada@example.com',
          phone_number: '617-555-0101',
          alt_number: '617-555-0102',
          address: '1 Elm Street',
          city: 'Boston',
          state: 'MA',
          zip_code: '02134',
        },
      })
      expect(rows.map(({ row }) => row)).toEqual([9, 10, 11])
      expect(columns.map(({ field }) => field)).not.toContain(null)
      expect(columns[3]).toMatchObject({ header: 'Client No.' })
      expect(columns[7]).toMatchObject({ header: 'Phone Office' })
    })
  },
)

test.each(['shapes.xlsx', 'shapes.xls', 'shapes.ods'])(
  'reports and leaves out hidden rows and columns of %s',
  async (name) => {
    const bytes = await readFile(fixture(name))
    const read = async (choices: ReadChoices) =>
      readTables(await readFileTables(bytes, name), choices)
    const all = await read({})
    expect([all.hidden, all.totalRows]).toEqual([{ rows: 1, columns: 1 }, 3])
    const visible = await read({ includeHidden: false })
    expect([visible.hidden, visible.totalRows]).toEqual([{ rows: 1, columns: 1 }, 2])
    expect([...visible.rows].map(({ row, cells }) => [row, cells.state])).toEqual([
      [9, undefined],
      [11, undefined],
    ])
  },
)

/** A cell of an .xlsx and of an .ods, and whether its formula lacks a result. */
const FORMULAS: [what: string, xlsx: string, ods: string, isCounted: boolean][] = [
  ['without a result', '<c><f>A1</f></c>', '<table:table-cell table:formula="of:=[.A1]"/>', true],
  [
    'with an empty element for the result',
    '<c s="1"><f>A1</f><v/></c>',
    '<table:table-cell table:formula="of:=[.A1]"><text:p/></table:table-cell>',
    true,
  ],
  [
    'with a number as the result',
    '<c><f>A1</f><v>0</v></c>',
    '<table:table-cell table:formula="of:=1" office:value-type="float" office:value="0"/>',
    false,
  ],
  [
    'with an empty text as the result',
    '<c t="str"><f>A1</f><v></v></c>',
    '<table:table-cell table:formula="of:=1" office:value-type="string" office:string-value=""/>',
    false,
  ],
]
test.each(FORMULAS)('notes a formula %s', async (_, xlsx, ods, isCounted) => {
  const notes = isCounted ? ['formulas 1'] : []
  const last = '<c t="inlineStr"><is><t>02134</t></is></c>'
  const book = await aWorkbook(`<row>${xlsx}${last.repeat(8)}<c/></row>`)
  expect((await readBytes('list.xlsx', book)).notes).toEqual(notes)
  expect((await readBytes('list.ods', anOds(HEADERS.split(','), ods))).notes).toEqual(notes)
})

function anOds(headers: string[], cell: string): Buffer {
  const text = (each: string) =>
    `<table:table-cell office:value-type="string"><text:p>${each}</text:p></table:table-cell>`
  const rows = [headers.map(text).join(''), cell + text('1').repeat(8)]
  const table = rows.map((row) => `<table:table-row>${row}</table:table-row>`).join('')
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${table}</table:table></office:spreadsheet></office:body></office:document-content>`
  return zipOf({
    mimetype: Buffer.from('application/vnd.oasis.opendocument.spreadsheet'),
    'META-INF/manifest.xml': Buffer.from('<manifest:manifest/>'),
    'content.xml': Buffer.from(content),
  })
}

test.each(['xlsx', 'biff8', 'ods'] as const)('reads links to emails in %s', async (bookType) => {
  const rows = table(
    HEADERS,
    ANA.replace('ana@example.com', 'Email Ana'),
    ANA.replace('1001', '1002').replace('ana@example.com', '-'),
  )
  const link = { Target: 'mailto:ana@example.com?subject=Hi' }
  const links = { D2: link, D3: link, B2: link }
  const { rows: read } = await readBytes(
    bookType === 'biff8' ? 'list.xls' : `list.${bookType}`,
    workbook({ A: rows }, { bookType, links }),
  )
  expect(read.map(({ cells }) => [cells.first_name, cells.email])).toEqual([
    ['Ana', 'Email Ana <ana@example.com>'],
    ['Ana', undefined],
  ])
})

test('ignores macros and links of a workbook, and reports them', async () => {
  const entries = unzip(workbook({ A: table(HEADERS, ANA) }))
  const parts = Object.fromEntries(entries.map(({ name, unpack }) => [name, unpack()]))
  const link = Buffer.from('<externalLink><externalBook r:id="rId1"/></externalLink>')
  const bytes = zipOf({
    ...parts,
    'xl/vbaProject.bin': Buffer.from('Sub Auto_Open()'),
    'xl/externalLinks/externalLink1.xml': link,
  })
  const { notes, rows } = await readBytes('list.xlsm', bytes)
  expect(notes).toEqual(['macros', 'links'])
  expect(rows).toHaveLength(1)
})

test.each([
  ['.tsv', '\t'],
  ['.txt', ';'],
])('reads a list that ends in %s', async (ending, delimiter) => {
  const text = [HEADERS, ANA].map((line) => line.replaceAll(',', delimiter)).join('\n')
  const { rows } = await readBytes(`list${ending}`, text)
  expect(rows[0]?.cells).toMatchObject({ client_number: '1001', zip_code: '02134' })
})

test('reads a text file that was opened in one column', async () => {
  const line = ANA.replace('1 Main St', '"1 Main St, Apt 4"')
  const read = (...lines: string[]) =>
    readBytes('list.xlsx', workbook({ A: lines.map((each) => [each]) }))
  const { rows } = await read(HEADERS, line)
  expect(rows[0]?.cells).toMatchObject({ client_number: '1001', address: '1 Main St, Apt 4' })
  // A comma without quotation marks would shift the other cells.
  await expect(read(HEADERS, line.replaceAll('"', ''))).rejects.toThrow(SheetRejected)
})

test('headers on two lines are read together', async () => {
  const text = [
    'Client,First,Last,Email,Phone,Address,City,State,Zip',
    'Number,Name,Name,Address,Number,,,,Code',
    ANA,
  ].join('\n')
  const { rows, headerRow } = await readBytes('list.csv', text)
  expect(headerRow).toBe(2)
  expect(rows.map(({ row, cells }) => [row, cells.client_number])).toEqual([[3, '1001']])
})

describe('rows', () => {
  test('are numbered as a spreadsheet shows them', async () => {
    const text = ['Our clients', '', HEADERS, '', ANA, `"1002\n",${ANA.slice(5)}`, ',,,', ANA].join(
      '\r\n',
    )
    const { rows, totalRows } = await readBytes('list.csv', text)
    expect(rows.map(({ row }) => row)).toEqual([5, 6, 8])
    expect(totalRows).toBe(3)
  })

  test('take the first two different numbers of three columns', async () => {
    const phones = 'Client #,First,Last,Email,Home phone,Work phone,Mobile,Street,City,State,Zip'
    const rowOf = (numbers: string) => `1,A,B,a@example.com,${numbers},1 Elm,Boston,MA,02134`
    const lists = ['555-1,555-2,555-3', ',555-2,555-3', ',555-2,555-2', ',,555-3']
    const { rows } = await readBytes('list.csv', [phones, ...lists.map(rowOf)].join('\n'))
    expect(rows.map(({ cells }) => [cells.phone_number, cells.alt_number])).toEqual([
      ['555-1', '555-2'],
      ['555-2', '555-3'],
      ['555-2', undefined],
      ['555-3', undefined],
    ])
  })

  test('come from the first sheet with the columns, hidden ones last', async () => {
    const bytes = workbook(
      {
        Old: table(HEADERS, ANA, ANA),
        Notes: [['Read me first']],
        Empty: table(HEADERS),
        Clients: [['As of March'], [], ...table(HEADERS, ANA)],
        Later: table(HEADERS, ANA, ANA),
      },
      { hidden: ['Old'] },
    )
    const { rows, notRead } = await readBytes('book.xlsx', bytes)
    expect(rows.map(({ row }) => row)).toEqual([4])
    expect(notRead.sheets).toEqual(['Notes', 'Empty', 'Later', 'Old'])
  })
})

test('are read by content, not by the file’s name', async () => {
  expect((await readBytes('list.csv', workbook({ A: table(HEADERS, ANA) }))).totalRows).toBe(1)
  expect((await readBytes('list.xls', `${HEADERS}\n${ANA}`)).totalRows).toBe(1)
})
