import iconv from 'iconv-lite'
import { created, damaged, type Expected, holds, names, whole } from './expected.ts'
import { VALUES } from './values.ts'

export interface MadeUp extends Expected {
  content: string | Buffer
}

const SHORT = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip'
const END = '617-555-0101,1 Main St,Boston,MA,02134'
const line = (first: string, last: string, n = 1) =>
  `N${n},${first},${last},n${n}@example.com,${END}`
const list = (...lines: string[]) => [SHORT, ...lines].join('\r\n')

type Name = [first: string, last: string]
const encoded = (encoding: string, ...all: Name[]): MadeUp => ({
  content: iconv.encode(list(...all.map(([first, last], n) => line(first, last, n))), encoding),
  rows: names(...all),
})

const RUSSIAN: Name[] = [
  ['Ольга', 'Кузнецова'],
  ['Пётр', 'Ильин'],
]
const CZECH: Name[] = [
  ['Jiří', 'Dvořák'],
  ['Lenka', 'Němcová'],
]
const SPANISH: Name[] = [
  ['Begoña', 'Ibáñez'],
  ['Raúl', 'Martínez'],
]

const ENCODINGS: Record<string, MadeUp> = {
  'cp437.csv': encoded('cp437', ...SPANISH),
  'cp850.csv': encoded('cp850', ['Íñigo', 'Núñez']),
  'windows-1252.csv': encoded('windows-1252', ...SPANISH),
  'mac.csv': encoded('macintosh', ...SPANISH),
  'koi8.csv': encoded('koi8-r', ...RUSSIAN),
  'cp866.csv': encoded('cp866', ...RUSSIAN),
  'windows-1250.csv': encoded('windows-1250', ...CZECH),
  'cp852.csv': encoded('cp852', ...CZECH),
  'mixed.csv': {
    content: Buffer.concat([
      Buffer.from(`${list(line('Zoë', 'Brontë'))}\r\n`),
      iconv.encode(`${line('Renée', 'Gómez', 2)}\r\n`, 'windows-1252'),
      Buffer.from(line('Łucja', 'Nguyễn', 3)),
    ]),
    rows: names(['Zoë', 'Brontë'], ['Renée', 'Gómez'], ['Łucja', 'Nguyễn']),
    preview: {
      encoding: { name: 'windows-1252', mixed: true, words: ['Zoë', 'Brontë', 'Renée'] },
    },
  },
  'misread-as-mac.csv': {
    content: list(line('Ren√©e', 'Garc√≠a'), line('D’Éon', 'São', 2)),
    rows: names(['Renée', 'García'], ['D’Éon', 'São']),
  },
  'misread-twice.csv': {
    content: list(line('MarÃƒÂ­a', 'Smith &amp; Sons'), line('AT&T', 'Nguyá»…n', 2)),
    rows: names(['María', 'Smith & Sons'], ['AT&T', 'Nguyễn']),
  },
  'marks-of-windows-in-latin-1.csv': {
    content: list(line('Ann', 'O\u0092Neil'), line('Bo', 'Kim \u0096 Muñoz', 2)),
    rows: names(['Ann', 'O’Neil'], ['Bo', 'Kim – Muñoz']),
  },
  'nul.csv': { content: list(line('A\0nn', 'Lee')), rows: names(['Ann', 'Lee']) },
  'another-encoding.csv': {
    ...encoded('windows-1252', ...SPANISH),
    change: { encoding: 'windows-1250' },
    rows: names(['Begońa', 'Ibáńez'], ['Raúl', 'Martínez']),
    preview: {
      encoding: { name: 'windows-1250', mixed: false, words: ['Begońa', 'Ibáńez', 'Raúl'] },
    },
  },
}

const DIALECTS: Record<string, MadeUp> = {
  'blanks.txt': {
    content: `${SHORT.replaceAll(',', ';')}\nN1; "Ann ""A."""; "Lee; Jr."; "a@example.com"; 617-555-0101; "1 Main St\nApt 4"; Boston; MA; "02134"`,
    rows: [holds({ first_name: 'Ann "A."', last_name: 'Lee; Jr.', address: '1 Main St, Apt 4' })],
  },
  'single.csv': {
    content: `${SHORT}\n'N1','Ann','O''Neil, Jr.','n1@example.com','617-555-0101','1 Main St','Boston','MA','02134'\n${line('’Ann', "O'Neil'", 2)}`,
    rows: names(['Ann', "O'Neil, Jr."], ['’Ann', "O'Neil'"]),
  },
  'semicolons-below.csv': {
    content: `${SHORT}\n${line('Ann', 'Lee').replaceAll(',', ';')}\n${line('Bo', 'Kim', 2).replaceAll(',', ';')}`,
    rows: [whole('N1'), whole('N2')],
  },
  'tabs-below.txt': {
    content: `${SHORT.replaceAll(',', ';')}\n${line('Ann', 'Lee').replaceAll(',', '\t')}`,
    rows: [whole('N1')],
  },
  'shifted.csv': {
    content: list('N1,Ann,Lee,617-555-0101,1 Main St,Boston,MA,02134', `${line('A', 'B', 2)},more`),
    rows: [damaged('This row ends before'), damaged('This row has more cells')],
  },
  'no-headers.txt': {
    content: `7\tAnn\tLee\t(617) 555-0101\n8\tBo\tKim\t(617) 555-0102`,
    change: { column: { index: 3, field: 'phone_number' } },
    rows: [holds({ phone_number: '(617) 555-0101' }), holds({ phone_number: '(617) 555-0102' })],
    preview: { headerRow: 0 },
  },
  'no-headers-but-a-first.csv': {
    content: 'First,Bank,a@x.com,617-555-0101,MA,02134\nAda,Lee,b@x.com,617-555-0102,MA,02134',
    rows: [holds({ email: 'a@x.com' }), holds({ email: 'b@x.com' })],
    preview: { headerRow: 0 },
  },
  'chosen.csv': {
    content: list(line('Ann', 'Lee')),
    change: { headerRow: 0 },
    rows: [],
    preview: { headerRow: 0 },
  },
  'lines-in-cells.csv': {
    content: list(line('Ann', 'Lee'), line('Bob', 'Moss', 2))
      .split('\r\n')
      .map((text) => `"${text}";;;`)
      .join('\r\n'),
    rows: names(['Ann', 'Lee'], ['Bob', 'Moss']),
  },
  'lines-in-cells-with-commas.csv': {
    content: [SHORT, line('Ann', 'Lee').replace('1 Main St', '""1 Main St, Apt 2""')]
      .map((text) => `"${text}",,`)
      .join('\n'),
    rows: [created({ client_number: 'N1', address: '1 Main St, Apt 2', zip_code: '02134' })],
  },
  'backticks.csv': {
    content: [SHORT, line('Ann', 'Lee')].map((text) => text.replace(/[^,]+/g, '`$&`')).join('\n'),
    rows: [whole('N1', { first_name: 'Ann', last_name: 'Lee', email: 'n1@example.com' })],
  },
  'typographic-quotes.csv': {
    content: list(line('Ann', 'Lee').replace('1 Main St', '1 Main St, Apt 2'))
      .split('\r\n')
      .map((text) => text.replace(/(1 Main St, Apt 2|[^,]+)(?=,|$)/g, '“$1”'))
      .join('\r\n'),
    rows: [created({ first_name: 'Ann', address: '1 Main St, Apt 2', zip_code: '02134' })],
  },
  'typographic-quotes-below.csv': {
    content: `${SHORT}\n${line('Ann', 'Lee')
      .replace('1 Main St', '1 Main St, Apt 2')
      .replace(/(1 Main St, Apt 2|[^,]+)(?=,|$)/g, '“$1”')}`,
    rows: [created({ client_number: 'N1', address: '1 Main St, Apt 2', zip_code: '02134' })],
  },
  'headings-on-each-page.csv': {
    content: list(line('Ann', 'Lee'), SHORT, line('Bob', 'Moss', 2)),
    rows: names(['Ann', 'Lee'], ['Bob', 'Moss']),
  },
  'two-files-joined.csv': {
    content: `${list(line('Ann', 'Lee'), `\uFEFF${SHORT}`, line('Bob', 'Moss', 2))}\n${SHORT.replace('First Name,Last Name', 'Last Name,First Name')}\n${line('Fox', 'Cat', 3)}`,
    rows: [
      ...names(['Ann', 'Lee'], ['Bob', 'Moss']),
      damaged('Row 5 has other headings'),
      damaged('Row 5 has other headings'),
    ],
  },
  'survey.csv': {
    content: list(`${',Open-Ended Response'.repeat(6)},Response,Response`, line('Ann', 'Lee')),
    rows: [whole('N1', { first_name: 'Ann', last_name: 'Lee', email: 'n1@example.com' })],
  },
  'archive.xls': {
    content:
      'From: <Saved by Excel>\r\nSubject: \r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed;\r\n\tboundary="x"\r\n\r\n--x',
    refused: 'is a web archive (MHTML), not a workbook',
  },
  'columns-of-blanks.txt': {
    content: [SHORT, line('Ann', 'Lee'), line('Bob', 'Moss', 2)].join('\n').replaceAll(',', '   '),
    refused: 'has only blanks between its columns',
  },
  'lines.csv': { content: '{\n  "client": "N1"\n}', refused: 'is a JSON file, not a sheet' },
  'sylk.xls': { content: 'ID;PWXL;N;E\r\nP;PGeneral\r\n', refused: 'is a SYLK file' },
  'list.csv': { content: '[{"client_number":"N1"}]', refused: 'is a JSON file, not a sheet' },
  'list.numbers': { content: 'PK', refused: 'Save it as .xlsx' },
  'list.xlsb': {
    content: 'PK',
    refused: 'Save it as .xlsx; .csv, .xlsx, .xls, .xlsm, .ods, .tsv, .txt can be read',
  },
}

/** Invented sheets of the same kinds as the real ones, by name. */
export const MADE_UP: Record<string, MadeUp> = { ...ENCODINGS, ...DIALECTS, ...VALUES }
