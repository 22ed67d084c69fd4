import { expect, test } from 'vitest'
import {
  ANA,
  HEADERS,
  readBytes,
  table,
  workbook,
  zipOf,
} from '../../../../testing/sheets/sheets.ts'
import { SheetRejected } from './table.ts'

const rejected: [what: string, name: string, bytes: string | Uint8Array, reason: RegExp][] = [
  ['another ending', 'list.pdf', HEADERS, /^Please select a CSV or Excel file\.$/],
  ['an empty file', 'list.csv', '', /^“list\.csv” is empty\.$/],
  ['a blank file', 'list.csv', '\r\n \r\n', /^There is nothing in this file\.$/],
  [
    'headers without rows',
    'list.csv',
    `${HEADERS}\n,,,\n`,
    /^There are no rows under the column headings\.$/,
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
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    /is neither a CSV file nor an Excel workbook/,
  ],
  ['a text named .xlsx', 'list.xlsx', `${HEADERS}\n${ANA}`, /is not a workbook but a text file/],
  [
    'binary junk',
    'list.xls',
    Buffer.from([7, 0, 1, 2, 0, 9]),
    /is neither a CSV file nor an Excel workbook/,
  ],
  [
    'a damaged .xlsx',
    'list.xlsx',
    workbook({ A: table(HEADERS, ANA) }).subarray(0, 4000),
    /cannot be read: it is damaged/,
  ],
  ['a cut .xlsx', 'list.xlsx', 'PK\x03\x04', /cannot be read: it is damaged/],
  [
    'an .xlsx without entries',
    'list.xlsx',
    Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    /cannot be read: it is damaged/,
  ],
  [
    'an .xlsx whose directory is elsewhere',
    'list.xlsx',
    Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(14, 255), Buffer.alloc(4)]),
    /cannot be read: it is damaged/,
  ],
  [
    'a damaged .xls',
    'list.xls',
    workbook({ A: table(HEADERS, ANA) }, { bookType: 'biff8' }).subarray(0, 1500),
    /cannot be read|no column|nothing in this file/i,
  ],
  [
    'an .xlsx with a changed byte',
    'list.xlsx',
    withByteChanged(workbook({ A: table(HEADERS, ANA) }), '<sheetData'),
    /cannot be read: it is damaged/,
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
    /damaged, or not an Excel workbook/,
  ],
]
test.each(rejected)('rejects %s in words', async (_, name, bytes, reason) => {
  const error = await readBytes(name, bytes).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SheetRejected)
  expect((error as SheetRejected).message).toMatch(reason)
})

test('rejects a small file that unpacks too large', async () => {
  const part = Buffer.alloc(20 * 1024 * 1024)
  const bytes = zipOf(
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`xl/${i}.xml`, part])),
  )
  expect(bytes.length).toBeLessThan(1024 * 1024)
  await expect(readBytes('bomb.xlsx', bytes)).rejects.toThrow(
    /too large to read once it is unpacked/,
  )
})

function withByteChanged(bytes: Buffer, at: string): Buffer {
  bytes[bytes.indexOf(at)] = 32
  return bytes
}
