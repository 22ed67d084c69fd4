import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { csv, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { change, importPreview, previewFile, rowsOf } from '../../../testing/preview-file.ts'
import {
  created,
  damaged,
  type Expected,
  holds,
  names,
  proposes,
  REAL,
  rejectedFor,
  suggests,
  whole,
} from '../../../testing/real-sheets/expected.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../testing/real-sheets')
const realFile = async (name: string) =>
  new File([new Uint8Array(await readFile(path.join(FOLDER, name)))], name)

async function expectPreview(app: TestApp, file: File, expected: Expected) {
  const { stored, refused, unread = [], rows = {} } = expected
  if (stored) {
    const earlier = typeof stored === 'string' ? await realFile(stored) : stored
    await importFile(app, earlier, quietly)
  }
  const made = await previewFile(app, file)
  if (refused) return expect(made.body.message).toContain(refused)
  expect(made.status, made.body.message).toBe(200)
  const { previewId } = made.body
  const preview = expected.change ? (await change(app, previewId, expected.change)).body : made.body
  expect(preview).toMatchObject(expected.preview ?? {})
  const free = preview.columns.filter(({ field }: { field: string | null }) => field === null)
  const headers = free.map(({ header }: { header: string }) => header)
  expect(headers).toEqual(expect.arrayContaining(unread))
  const shown = (await rowsOf(app, previewId, 'kind=all&limit=50')).rows
  if (Array.isArray(rows)) expect(shown).toMatchObject(rows)
  else for (const [at, one] of Object.entries(rows)) expect(shown[at]).toMatchObject(one)
}

test.each(Object.entries(REAL))('shows %s as a person would read it', async (name, expected) => {
  await expectPreview(await startTestApp(), await realFile(name), expected)
})

interface MadeUp extends Expected {
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
  'archive.xls': {
    content:
      'From: <Saved by Excel>\r\nSubject: \r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed;\r\n\tboundary="x"\r\n\r\n--x',
    refused: 'is a web archive (MHTML), not a workbook',
  },
  'list.xlsb': {
    content: 'PK',
    refused: 'Save it as .xlsx; .csv, .xlsx, .xls, .xlsm, .ods, .tsv, .txt can be read',
  },
}

const withEmail = (email: string) => `${HEADERS}\n${row('1', { email })}`

const VALUES: Record<string, MadeUp> = {
  'four-digits.csv': {
    content: `${HEADERS}\n${row('1', { zip: '1000' }).replace(',MA,', ',NY,')}`,
    rows: [
      {
        ...rejectedFor('zip_code', /4 digits in your sheet/),
        ...suggests({ zip_code: '' }, { state: 'MA', zip_code: '01000' }),
      },
    ],
  },
  'swiss.csv': {
    content: `${HEADERS},Country\n${row('1', { zip: '8001' })},Schweiz`,
    rows: [created({ zip_code: '8001', country: 'CH' })],
  },
  'comma-in-email.csv': {
    content: withEmail('"ann@example,com"'),
    rows: [proposes('ann@example.com')],
  },
  'domain.csv': {
    content: withEmail('ann@bücher.example'),
    rows: [created({ email: 'ann@xn--bcher-kva.example' })],
  },
  'last-first.csv': {
    content: `${HEADERS.replace('First Name,Last Name', 'Name')}\n${row('1').replace('Ann,Lee', '"Lee, Ann"')}`,
    rows: [suggests({ first_name: 'Ann', last_name: 'Lee' })],
  },
  'null.csv': {
    content: [
      HEADERS,
      ...['NULL', '<NULL>', 'None', '\\N'].map((last, at) =>
        row(`${at}`, { last, email: `c${at}@x.com` }),
      ),
      row('9', { first: 'ANN', last: 'NULL' }),
    ].join('\n'),
    rows: ['', '', 'None', '', 'NULL'].map((last_name) => created({ last_name })),
  },
}

/** Sheets of the same kinds as the real ones. */
const MADE_UP = { ...ENCODINGS, ...DIALECTS, ...VALUES }

test.each(Object.entries(MADE_UP))('shows %s as a person would read it', async (name, expected) => {
  const { content } = expected
  const bytes = typeof content === 'string' ? content : new Uint8Array(content)
  await expectPreview(await startTestApp(), new File([bytes], name), expected)
})

test('the table names every real sheet', async () => {
  const files = (await readdir(FOLDER)).filter((name) => !name.endsWith('.ts'))
  expect(Object.keys(REAL)).toEqual(files.toSorted())
})

test('a column of a spouse replaces no stored email', async () => {
  const app = await startTestApp()
  const stored = csv(row('K2001', { first: 'Ada', email: 'ada@x.com' }))
  const kept = { cells: { email: 'ada@x.com', phone_number: '(617) 555-0140' } }
  await expectPreview(app, await realFile('k20-spouse-email.csv'), { stored, rows: { 0: kept } })
})

test('an import counts equal rows of a number as unchanged', async () => {
  const app = await startTestApp()
  const { body } = await importFile(app, await realFile('k13-row-per-matter.csv'), quietly)
  expect(body).toMatchObject({ created: 1, unchanged: 2, rejected: 0 })
  const inCapitals = csv(row('9'), row('9', { first: 'ANN', email: 'Ann@Example.com' }))
  const again = await importFile(app, inCapitals, quietly)
  expect(again.body).toMatchObject({ created: 1, unchanged: 1, rejected: 0 })
})

test('a change in 3,000 rows of one number touches few', async () => {
  const app = await startTestApp()
  const lines = Array.from({ length: 3000 }, (_, n) => row('SAME', { email: `c${n}@x.com` }))
  const { previewId, counts } = (await previewFile(app, csv(...lines))).body
  expect(counts).toMatchObject({ created: 1, rejected: 2999 })
  const { body } = await change(app, previewId, { row: { row: 2, cells: { client_number: 'X1' } } })
  expect(body.counts).toMatchObject({ created: 2, rejected: 2998 })
  expect(body.rows.length).toBeLessThan(250)
  const far = await change(app, previewId, { row: { row: 2900, cells: { client_number: 'X2' } } })
  expect(far.body.counts).toMatchObject({ created: 3, rejected: 2997 })
  expect((await rowsOf(app, previewId, 'kind=created')).total).toBe(3)
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 3, rejected: 2997 })
})

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
