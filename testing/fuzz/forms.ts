import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { HEADERS, row } from '../import-file.ts'
import { KNOWN } from './values.ts'

const LIST = [HEADERS, row('1'), row('2', { email: 'no address' }), row('2')].join('\r\n')
const SHEET = write(
  {
    SheetNames: ['A'],
    Sheets: { A: utils.aoa_to_sheet(LIST.split('\r\n').map((line) => line.split(','))) },
  },
  { type: 'binary', bookType: 'xlsx' },
) as string

const CONTENTS = [
  LIST,
  SHEET,
  SHEET.slice(0, 300),
  ...[
    '',
    'hello',
    '\0'.repeat(2000),
    '\xff\xfeC\0l\0',
    '%PDF-1.7\n',
    '\x89PNG\r\n\x1a\n',
    'PK\x03\x04',
  ],
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  `${HEADERS}\r\n${'"'.repeat(999)}`,
  `${HEADERS},${HEADERS}\r\n${'a,'.repeat(5000)}`,
]

const FILES = [
  ...[
    'clients.csv',
    'clients.xlsx',
    'clients.xls',
    'will.txt',
    'will.pdf',
    'a.png',
    'a.svg',
    'a.exe',
  ],
  ...[
    '',
    'no ending',
    '..\\..\\a.csv',
    '../a.csv',
    'a%00.csv',
    'a\0.csv',
    `${'x'.repeat(300)}.csv`,
    '\xe2\x80\xaetxt.csv',
  ],
]

const VALUES = [
  'false',
  'true',
  'document',
  'a description',
  KNOWN.importId,
  'x'.repeat(1001),
  '\xff',
  '',
]
const NAMES = [
  'file',
  'importId',
  'send',
  'category',
  'description',
  '__proto__',
  '',
  'x'.repeat(500),
]

const head = (name: string, more = '') =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n`

const field = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES))
  .map(([name, value]) => head(name) + value)

const file = fc
  .tuple(fc.constantFrom(...FILES), fc.constantFrom(...CONTENTS))
  .map(([name, content]) => head('file', `; filename="${name}"`) + content)

const odd = fc.constantFrom(
  '',
  'no head',
  'Content-Disposition: form-data\r\n\r\nx',
  `Content-Disposition: attachment; filename*=utf-8''%ff%zz\r\n\r\nx`,
  `${'X: y\r\n'.repeat(2500)}\r\nx`,
  `Content-Type: application/json\r\n${head('send')}{"__proto__":1}`,
)

const parts = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(field, { maxLength: 2 }), file)
      .map(([fields, each]) => [...fields, each]),
  },
  { weight: 1, arbitrary: fc.array(fc.oneof(field, file, odd), { maxLength: 14 }) },
)

/** A form like a browser's, sometimes damaged. */
export const form = fc
  .record({
    parts,
    boundary: fc.oneof(
      { weight: 5, arbitrary: fc.constant('part') },
      fc.constantFrom('', '"', 'b'.repeat(70), 'b'.repeat(300)),
    ),
    end: fc.oneof(
      { weight: 9, arbitrary: fc.constant('--\r\n') },
      fc.constantFrom('', '\r\n', 'x'),
    ),
  })
  .map(({ parts, boundary, end }) => ({
    payload: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}${end}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }))
