import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Preview } from '@attest/contract/import-previews'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { change, importPreview, previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../testing/real-sheets')

/** One sheet, and what its preview must show. */
interface Sheet {
  /** Its text, unless it is a file of the folder. */
  content?: string | Buffer
  /** Some cells of each row, or the beginning of its reason. */
  rows?: (Record<string, string> | string)[]
  preview?: Partial<Preview>
  /** Why the file cannot be read. */
  refused?: string
  /** Made before the rows are compared. */
  change?: object
}

const HEADERS = 'Client Number,First Name,Last Name,Email,Phone,Address,City,State,Zip'
const END = '617-555-0101,1 Main St,Boston,MA,02134'
const line = (first: string, last: string, n = 1) =>
  `N${n},${first},${last},n${n}@example.com,${END}`
const list = (...lines: string[]) => [HEADERS, ...lines].join('\r\n')
const encoded = (encoding: string, ...names: [first: string, last: string][]) =>
  iconv.encode(list(...names.map(([first, last], n) => line(first, last, n))), encoding)
const names = (...all: [first: string, last: string][]) =>
  all.map(([first_name, last_name]) => ({ first_name, last_name }))
const whole = (client_number: string) => ({
  client_number,
  phone_number: '(617) 555-0101',
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
})

const RUSSIAN: [string, string][] = [
  ['Ольга', 'Кузнецова'],
  ['Пётр', 'Ильин'],
]
const CZECH: [string, string][] = [
  ['Jiří', 'Dvořák'],
  ['Lenka', 'Němcová'],
]
const SPANISH: [string, string][] = [
  ['Begoña', 'Ibáñez'],
  ['Raúl', 'Martínez'],
]

const ENCODINGS: Record<string, Sheet> = {
  'k01-msdos-cp850.csv': {
    rows: names(['José', 'Muñoz'], ['Ana', 'García']),
    preview: { encoding: { name: 'cp850', mixed: false, words: ['José', 'Muñoz', 'García'] } },
  },
  'k11-double-encoded.csv': {
    rows: [
      { last_name: 'Muñoz' },
      { last_name: 'O’Brien' },
      { first_name: 'Ada', last_name: 'José', address: '1 Main&Elm St' },
      { last_name: "O'Brien" },
    ],
  },
  'k25-bom-mojibake.csv': { rows: [whole('K2501')] },
  'k29-windows-1251.csv': { rows: names(['Иван', 'Петров']) },
  'cp437.csv': { content: encoded('cp437', ...SPANISH), rows: names(...SPANISH) },
  'cp850.csv': { content: encoded('cp850', ['Íñigo', 'Núñez']), rows: names(['Íñigo', 'Núñez']) },
  'windows-1252.csv': { content: encoded('windows-1252', ...SPANISH), rows: names(...SPANISH) },
  'mac.csv': { content: encoded('macintosh', ...SPANISH), rows: names(...SPANISH) },
  'koi8.csv': { content: encoded('koi8-r', ...RUSSIAN), rows: names(...RUSSIAN) },
  'cp866.csv': { content: encoded('cp866', ...RUSSIAN), rows: names(...RUSSIAN) },
  'windows-1250.csv': { content: encoded('windows-1250', ...CZECH), rows: names(...CZECH) },
  'cp852.csv': { content: encoded('cp852', ...CZECH), rows: names(...CZECH) },
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
    content: list(line('MarÃƒÂ­a', 'Smith &amp; Sons'), line('AT&T', 'R&D;', 2)),
    rows: names(['María', 'Smith & Sons'], ['AT&T', 'R&D;']),
  },
  'another-encoding.csv': {
    content: encoded('windows-1252', ...SPANISH),
    change: { encoding: 'windows-1250' },
    rows: names(['Begońa', 'Ibáńez'], ['Raúl', 'Martínez']),
    preview: {
      encoding: { name: 'windows-1250', mixed: false, words: ['Begońa', 'Ibáńez', 'Raúl'] },
    },
  },
}

const QUOTES: Record<string, Sheet> = {
  'k07-space-quote.csv': {
    rows: names(['Ada', 'Lee'], ['Bo', 'Kim, Jr.'], ['Cy', 'Ode']),
  },
  'k09-whole-row-quoted.csv': { rows: [whole('K0901'), { address: '1 Main St, Apt 2' }] },
  'k18-backslash.csv': {
    rows: [
      { address: '12 "Old" Mill Rd' },
      { first_name: 'Robert "Bob"' },
      { address: 'The "Elms", Apt 4' },
    ],
  },
  'k26-dropped-delimiters.csv': {
    rows: [
      whole('K2601'),
      { client_number: 'K2602', address: '1 Main St', state: 'MA' },
      { client_number: 'K2603', city: 'Boston' },
    ],
  },
  'blanks.txt': {
    content: `${HEADERS.replaceAll(',', ';')}\nN1; "Ann ""A."""; "Lee; Jr."; "a@example.com"; 617-555-0101; "1 Main St\nApt 4"; Boston; MA; "02134"`,
    rows: [{ first_name: 'Ann "A."', last_name: 'Lee; Jr.', address: '1 Main St, Apt 4' }],
  },
  'single.csv': {
    content: `${HEADERS}\n'N1','Ann','O''Neil, Jr.','n1@example.com','617-555-0101','1 Main St','Boston','MA','02134'\n${line('’Ann', "O'Neil'", 2)}`,
    rows: names(['Ann', "O'Neil, Jr."], ['’Ann', "O'Neil'"]),
  },
  'semicolons-below.csv': {
    content: `${HEADERS}\n${line('Ann', 'Lee').replaceAll(',', ';')}\n${line('Bo', 'Kim', 2).replaceAll(',', ';')}`,
    rows: [whole('N1'), whole('N2')],
  },
  'tabs-below.txt': {
    content: `${HEADERS.replaceAll(',', ';')}\n${line('Ann', 'Lee').replaceAll(',', '\t')}`,
    rows: [whole('N1')],
  },
  'shifted.csv': {
    content: list('N1,Ann,Lee,617-555-0101,1 Main St,Boston,MA,02134', `${line('A', 'B', 2)},more`),
    rows: ['This row ends before', 'This row has more cells'],
  },
}

const NO_HEADERS: Record<string, Sheet> = {
  'k03-no-header.csv': {
    // Email, phone, state and zip code are found by their content.
    rows: [
      { client_number: 'K0301', email: 'ck0301@example.com', state: 'MA', zip_code: '02134' },
      { client_number: 'K0302', phone_number: '617-555-0101' },
      { client_number: 'K0303' },
    ],
    change: { column: { index: 0, field: 'client_number' } },
    preview: { headerRow: 0 },
  },
  'no-headers.txt': {
    content: `7\tAnn\tLee\t(617) 555-0101\n8\tBo\tKim\t(617) 555-0102`,
    change: { column: { index: 3, field: 'phone_number' } },
    rows: [{ phone_number: '(617) 555-0101' }, { phone_number: '(617) 555-0102' }],
    preview: { headerRow: 0 },
  },
  'chosen.csv': {
    content: list(line('Ann', 'Lee')),
    change: { headerRow: 0 },
    rows: [],
    preview: { headerRow: 0 },
  },
}

const WORKBOOKS: Record<string, Sheet> = {
  'k17-mhtml.xls': { refused: 'is a web archive (MHTML), not a workbook' },
  'archive.xls': {
    content:
      'From: <Saved by Excel>\r\nSubject: \r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="x"\r\n\r\n--x',
    refused: 'is a web archive (MHTML), not a workbook',
  },
  'list.xlsb': {
    content: 'PK',
    refused: 'Save it as .xlsx; .csv, .xlsx, .xls, .xlsm, .ods, .tsv, .txt can be read',
  },
  'x18-merged-household.xlsx': { rows: [whole('X1801'), whole('X1802')] },
  'x08b-zero-height-row.xlsx': {
    rows: [whole('X0811'), whole('X0812')],
    preview: { hidden: { rows: 1, columns: 0 } },
  },
  'x07-rich-formula.xlsx': {
    rows: [
      { ...whole('X0701'), last_name: 'van Dyck', address: '1 Main St, Apt 4' },
      { client_number: 'X0702', email: '', zip_code: '' },
      { client_number: 'X0703', email: 'cx0703@example.com', zip_code: '' },
    ],
    preview: { notes: ['formulas 2'] },
  },
  'x19-no-styles.ods': { rows: [whole('X1901')] },
}

test.each(Object.entries({ ...ENCODINGS, ...QUOTES, ...NO_HEADERS, ...WORKBOOKS }))(
  '%s',
  async (name, sheet) => {
    const app = await startTestApp()
    const { content = await readFile(path.join(FOLDER, name)) } = sheet
    const bytes = typeof content === 'string' ? content : new Uint8Array(content)
    const made = await previewFile(app, new File([bytes], name))
    if (sheet.refused) expect(made.body.message).toContain(sheet.refused)
    if (!sheet.rows) return
    expect(made.status).toBe(200)
    const { previewId } = made.body
    const preview = sheet.change ? (await change(app, previewId, sheet.change)).body : made.body
    expect(preview).toMatchObject(sheet.preview ?? {})
    const { rows } = await rowsOf(app, previewId, 'kind=all&limit=50')
    expect(rows).toMatchObject(
      sheet.rows.map((cells) =>
        typeof cells === 'string' ? { reason: expect.stringContaining(cells) } : { cells },
      ),
    )
    expect(rows).toHaveLength(sheet.rows.length)
  },
)

test('a preview without a row to import, or without a column, cannot start', async () => {
  const app = await startTestApp()
  const start = async (text: string) => {
    const { body } = await previewFile(app, new File([text], 'clients.csv'))
    const { status, body: answer } = await importPreview(app, body.previewId)
    return [status, answer.message]
  }
  expect(await start(`${HEADERS}\nN1,Ann,Lee,nobody,,,,,`)).toEqual([
    400,
    'No row of this file can be imported. The preview says of each row why.',
  ])
  expect(await start('Color,Size\nred,5')).toEqual([
    400,
    'No column of this file has a field yet. Choose in the preview what each column holds.',
  ])
  const empty = await previewFile(app, new File([`${HEADERS}\n,,,`], 'clients.csv'))
  expect([empty.status, empty.body.message]).toEqual([
    400,
    'There are no rows under the column headings.',
  ])
  expect((await app.api.get('/api/admin/imports')).body.total).toBe(0)
})
