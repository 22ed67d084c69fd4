import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSheet, SheetRefused, type SheetRow } from './read-sheet.ts'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheets-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(path: string, name = path) {
  const sheet = await openSheet(path, name)
  const rows: SheetRow[] = []
  for await (const batch of sheet.rows()) rows.push(...batch)
  return { ...sheet, rows }
}

async function readBytes(name: string, bytes: string | Uint8Array) {
  const path = join(folder, 'upload')
  await writeFile(path, bytes)
  return read(path, name)
}

const HEADS = 'Client Number,First Name,Last Name,Email,Phone Number,Address,City,State,Zip Code'
const ANA = '1001,Ana,Ng,ana@example.com,6175550101,1 Main St,Boston,MA,02134'

const workbook = (sheets: Record<string, unknown[][]>, bookType: XLSX.BookType = 'xlsx'): Buffer =>
  XLSX.write(
    {
      SheetNames: Object.keys(sheets),
      Sheets: Object.fromEntries(
        Object.entries(sheets).map(([name, rows]) => [name, XLSX.utils.aoa_to_sheet(rows)]),
      ),
    },
    { type: 'buffer', bookType },
  )
const table = (...lines: string[]) => lines.map((line) => line.split(','))

describe('files saved by real programs', () => {
  test('the same 500 clients stand in the CSV file and in both workbooks', async () => {
    const csv = await read(fixture('clients-500.csv'))
    expect(csv.totalRows).toBe(500)
    expect(csv.rows.map(({ row }) => row)).toEqual(Array.from({ length: 500 }, (_, i) => i + 2))
    expect(csv.rows.every(({ cells }) => /^\d{5}(-\d{4})?$/.test(cells.zip_code ?? ''))).toBe(true)
    expect(csv.rows[1]?.cells.zip_code).toBe('02134')
    expect((await read(fixture('clients-500.xlsx'))).rows).toEqual(csv.rows)
    expect((await read(fixture('clients-500.xls'))).rows).toEqual(csv.rows)
  })

  // A list with titles, a blank row, numbers for zip codes and phones, formulas, dates and #N/A.
  test.each([
    ['an .xlsx', 'office.xlsx'],
    ['an .xls', 'office.xls'],
    ['an .xls that is HTML', 'office-html.xls'],
    ["an .xls that is Excel's XML of 2003", 'office-xml-2003.xls'],
    ['a CSV file in UTF-16 with semicolons', 'office-utf16.csv'],
    ['a CSV file in Windows-1252 with semicolons', 'office-semicolon-1252.csv'],
  ])('%s is read as a person would', async (_, name) => {
    const { rows } = await read(fixture(name))

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

  test('the columns that were used are told', async () => {
    const { columns } = await read(fixture('office.xlsx'))
    expect(columns).toContainEqual({
      field: 'address',
      heads: ['Address line 1', 'Address line 2'],
    })
    expect(columns).toContainEqual({ field: 'client_number', heads: ['Client #'] })
  })

  test.each(['protected.xlsx', 'protected.xls'])(
    '%s is refused because of its password',
    async (name) => {
      await expect(read(fixture(name), name)).rejects.toThrow(
        new SheetRefused(
          `“${name}” is protected by a password. Save a copy without one and choose that.`,
        ),
      )
    },
  )
})

describe('rows', () => {
  test('are numbered as a spreadsheet shows them', async () => {
    const text = ['Our clients', '', HEADS, '', ANA, `"1002\n",${ANA.slice(5)}`, ',,,', ANA].join(
      '\r\n',
    )
    const { rows, totalRows } = await readBytes('list.csv', text)
    expect(rows.map(({ row }) => row)).toEqual([5, 6, 8])
    expect(totalRows).toBe(3)
  })

  test('come in batches of 500', async () => {
    const path = join(folder, 'many.csv')
    await writeFile(path, [HEADS, ...Array.from({ length: 1201 }, () => ANA)].join('\n'))
    const sheet = await openSheet(path, 'many.csv')
    const sizes = []
    for await (const batch of sheet.rows()) sizes.push(batch.length)
    expect(sizes).toEqual([500, 500, 201])
  })

  test('may be left before their end', async () => {
    const sheet = await openSheet(fixture('clients-500.csv'), 'clients.csv')
    for await (const _ of sheet.rows()) break
    await sheet.close()
  })

  test('of the first sheet that has the columns are read, hidden sheets last', async () => {
    const bytes = workbook({
      Notes: [['Read me first']],
      Empty: table(HEADS),
      Clients: [['As of March'], [], ...table(HEADS, ANA)],
      Later: table(HEADS, ANA, ANA),
    })
    const { rows } = await readBytes('book.xlsx', bytes)
    expect(rows.map(({ row }) => row)).toEqual([4])
  })
})

describe('refused in words', () => {
  const refused: [what: string, name: string, bytes: string | Uint8Array, reason: RegExp][] = [
    ['another ending', 'list.pdf', HEADS, /^Please select a CSV or Excel file\.$/],
    ['an empty file', 'list.csv', '', /^“list\.csv” is empty\.$/],
    ['a blank file', 'list.csv', '\r\n \r\n', /^There is nothing in this file\.$/],
    [
      'heads without rows',
      'list.csv',
      `${HEADS}\n,,,\n`,
      /^There are no rows under the column heads\.$/,
    ],
    [
      'missing columns',
      'list.csv',
      'Client #,Email\n1,a@example.com',
      /^These columns are missing: First name, /,
    ],
    ['a PDF named .csv', 'list.csv', '%PDF-1.7\n%\xe2\xe3', /is a PDF document, not a sheet/],
    [
      'a picture named .xlsx',
      'list.xlsx',
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      /is a picture/,
    ],
    [
      'a text named .xlsx',
      'list.xlsx',
      `${HEADS}\n${ANA}`,
      /is not an Excel workbook but a text file/,
    ],
    [
      'binary junk',
      'list.xls',
      Buffer.from([7, 0, 1, 2, 0, 9]),
      /is neither a CSV file nor an Excel workbook/,
    ],
    [
      'a damaged .xlsx',
      'list.xlsx',
      workbook({ A: table(HEADS, ANA) }).subarray(0, 4000),
      /cannot be read: it is damaged/,
    ],
    [
      'a damaged .xls',
      'list.xls',
      workbook({ A: table(HEADS, ANA) }, 'biff8').subarray(0, 1500),
      /cannot be read|no column|nothing in this file/i,
    ],
    [
      'a zip archive that is no workbook',
      'list.xlsx',
      zipOf({ 'a.txt': Buffer.from('a') }),
      /damaged, or not an Excel workbook/,
    ],
    [
      'a page without a table',
      'list.xls',
      '<html><body><p>Please sign in</p></body></html>',
      /nothing in this file|No column heads/,
    ],
  ]
  test.each(refused)('%s', async (_, name, bytes, reason) => {
    const error = await readBytes(name, bytes).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SheetRefused)
    expect((error as SheetRefused).message).toMatch(reason)
  })

  test('a small file that unpacks to more than a workbook may', async () => {
    const part = Buffer.alloc(20 * 1024 * 1024)
    const bytes = zipOf(
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`xl/${i}.xml`, part])),
    )
    expect(bytes.length).toBeLessThan(1024 * 1024)
    await expect(readBytes('bomb.xlsx', bytes)).rejects.toThrow(
      /too large to read once it is unpacked/,
    )
  })
})

test('a workbook named .csv, and a list named .xls, are read for what they are', async () => {
  expect((await readBytes('list.csv', workbook({ A: table(HEADS, ANA) }))).totalRows).toBe(1)
  expect((await readBytes('list.xls', `${HEADS}\n${ANA}`)).totalRows).toBe(1)
})

test('a file that is gone is an error, not a refusal', async () => {
  const error = await read(join(folder, 'gone.csv')).catch((thrown: unknown) => thrown)
  expect(error).not.toBeInstanceOf(SheetRefused)
  expect(String(error)).toMatch('ENOENT')
})

/** The bytes on disk are what the fixtures' readers see: no line end or encoding was changed on the way. */
test('the fixtures are as the programs wrote them', async () => {
  expect((await readFile(fixture('office-utf16.csv'))).subarray(0, 2)).toEqual(
    Buffer.from([0xff, 0xfe]),
  )
})

/** A zip archive of these files; it tells sizes of 0 for them, which must not be believed. */
function zipOf(files: Record<string, Buffer>): Buffer {
  const packed = new Map<Buffer, Buffer>()
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = packed.get(content) ?? deflateRawSync(content)
    packed.set(content, data)
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(local, Buffer.from(name), data)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, ...directory, end])
}
