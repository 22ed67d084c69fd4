import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { csv, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { change, importPreview, previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

/** `rows`: by position, as the preview shows them. `unread`: headings that fill no field. */
interface RealSheet {
  file: string
  shows: string
  text?: string
  rows: Record<number, object>
  unread?: string[]
}

const cells = (values: object, more: object = {}) => ({ kind: 'created', cells: values, ...more })
const empty = (...fields: string[]) => cells({}, { missing: fields })
const states = (codes: string) =>
  Object.fromEntries(codes.split(' ').map((state, at) => [at, cells({ state })]))
const countries = (codes: string) =>
  Object.fromEntries(codes.split(' ').map((country, at) => [at, cells({ country })]))
const proposes = (value: string) => ({
  suggestions: expect.arrayContaining([
    expect.objectContaining({ field: 'email', cells: { email: value } }),
  ]),
})
const rejectedFor = (field: string, words: RegExp) => ({
  kind: 'rejected',
  problems: { [field]: expect.stringMatching(words) },
})
const withEmail = (email: string) => `${HEADERS}\n${row('1', { email })}`

const REAL: RealSheet[] = [
  {
    file: 'k02-null.csv',
    shows: 'the words of databases as empty',
    rows: {
      0: empty('phone_number', 'address', 'city'),
      3: empty('email'),
      5: empty('phone_number'),
    },
  },
  {
    file: 'k04-apostrophe.csv',
    shows: 'values without the apostrophe of texts',
    rows: {
      0: cells({
        client_number: 'K0401',
        last_name: "'Lee",
        email: 'k0401@example.com',
        zip_code: '02134',
      }),
      1: cells({ client_number: '00402' }),
    },
  },
  {
    file: 'k04b-apostrophe-email.csv',
    shows: 'emails without an apostrophe',
    rows: {
      0: cells({ email: 'k0410@example.com' }),
      1: cells({ email: 'k0411@example.com' }),
      2: cells({ phone_number: '(617) 555-0101' }),
      3: cells({ city: 'Boston', state: 'MA' }),
    },
  },
  {
    file: 'k05-google-multi.csv',
    shows: 'columns of Google Contacts',
    rows: {
      0: proposes('ada5@example.com'),
      1: cells({ email: 'bo5@example.com', state: 'MA', country: 'US' }),
    },
  },
  {
    file: 'k06-emails.csv',
    shows: 'a proposal for each email in other words',
    rows: {
      0: proposes('a@example.com'),
      1: proposes('a@example.com'),
      2: proposes('a3@example.com'),
      3: proposes('a4@example.com'),
      4: proposes('a5@example.com'),
      5: empty('email'),
      6: proposes('a7@example.com'),
      7: proposes('a8@example.com'),
      8: empty('email'),
      9: proposes('a10@example.com'),
      11: { kind: 'rejected', suggestions: [] },
    },
  },
  {
    file: 'k08-number-dash.csv',
    shows: 'a hyphen in a number',
    rows: { 0: cells({ client_number: '2024-17' }) },
  },
  {
    file: 'k13-row-per-matter.csv',
    shows: 'equal rows as skipped',
    rows: { 0: { kind: 'created' }, 1: { kind: 'skipped' }, 2: { kind: 'skipped' } },
    unread: ['Matter'],
  },
  {
    file: 'k14-phone-labels.csv',
    shows: 'phone and alternate',
    rows: { 0: cells({ phone_number: '(617) 555-0101', alt_number: '(617) 555-0202' }) },
  },
  { file: 'k15-region.csv', shows: 'no state in a region', rows: { 0: {} }, unread: ['Region'] },
  {
    file: 'k15b-group.csv',
    shows: 'no group',
    rows: { 0: { kind: 'created' } },
    unread: ['Group'],
  },
  {
    file: 'k15d-account.csv',
    shows: 'the client number',
    rows: { 0: cells({ client_number: 'K3201' }) },
    unread: ['Account No'],
  },
  {
    file: 'k16-sci.csv',
    shows: 'a cut number as rejected, a text as kept',
    rows: { 0: rejectedFor('phone_number', /cut short/), 1: cells({ client_number: '2E10' }) },
  },
  {
    file: 'k20-spouse-email.csv',
    shows: 'no email of the spouse',
    rows: {
      0: { cells: expect.objectContaining({ email: '', phone_number: '' }) },
      1: cells({ email: 'k2002@example.com' }),
    },
    unread: ['Spouse', 'Email', 'Phone'],
  },
  {
    file: 'k20b-side-by-side.csv',
    shows: 'only the first of two lists',
    rows: { 0: { cells: expect.objectContaining({ client_number: 'K2011', email: '' }) } },
  },
  {
    file: 'k21b-outlook-business.csv',
    shows: 'the business address',
    rows: {
      0: cells({ address: '1 Main St, Suite 4', city: 'Boston', alt_number: '(617) 555-0102' }),
    },
  },
  {
    file: 'k21f-quickbooks.csv',
    shows: 'the street of the bill',
    rows: {
      0: { cells: expect.objectContaining({ client_number: 'K2106', address: '1 Main St' }) },
    },
    unread: ['Customer', 'Full Name', 'Billing Address', 'Shipping Address'],
  },
  {
    file: 'k21j-civicrm.csv',
    shows: 'the external number',
    rows: { 0: cells({ client_number: 'K2110', address: '1 Main St, Apt 4', state: 'MA' }) },
    unread: ['Contact ID', 'Postal Code Suffix'],
  },
  {
    file: 'k22-states.csv',
    shows: 'states in any notation',
    rows: states('CA MA DC DC NY NY MA NY MA PA CT IL AE PR PR MA MA DC MA MA'),
  },
  {
    file: 'k23-countries.csv',
    shows: 'countries in any notation',
    rows: countries(
      'US US US US US US US US US US US US CA CA GB GB GB KR KR IR CZ AE NL NL MX MX DE VN RU TW HK CI MM US',
    ),
  },
  {
    file: 'k24-values.csv',
    shows: 'what a careful clerk would write',
    rows: {
      0: cells({ phone_number: '(617) 555-0101 ext. 12' }),
      1: cells({ phone_number: '(617) 555-0101 ext. 5' }),
      2: cells({ phone_number: '(617) 555-0101', zip_code: '02134' }),
      3: {
        suggestions: [expect.objectContaining({ cells: { first_name: 'ADA', last_name: 'LEE' } })],
      },
      5: cells({ zip_code: '02134' }),
      6: empty('address', 'city', 'state', 'zip_code'),
      7: cells({ zip_code: '02134' }),
      8: cells({ client_number: 'K2409' }),
      9: {
        suggestions: [expect.objectContaining({ field: 'zip_code', cells: { zip_code: '02134' } })],
      },
      10: cells({ email: 'k2411@example.com' }),
    },
  },
  {
    file: 'k31-outlook-country-region.csv',
    shows: 'the countries of clients abroad',
    rows: countries('DE CA IT'),
  },
  {
    file: 'x09-ids-as-dates.xlsx',
    shows: 'dates in place of numbers as rejected',
    rows: {
      0: rejectedFor('client_number', /is a date/),
      1: rejectedFor('client_number', /is a date/),
    },
  },
  {
    file: 'x10-mailto.xlsx',
    shows: 'the addresses of links as proposals, unless a cell shows its own',
    rows: {
      0: { kind: 'rejected', ...proposes('x1001@example.com') },
      1: cells({ email: 'x1002@example.com' }),
      2: empty('email'),
      3: cells({ email: 'x1004@example.com' }),
    },
  },
  {
    file: 'four-digits.csv',
    shows: 'four digits of New York as such',
    text: `${HEADERS}\n${row('1', { zip: '1000' }).replace(',MA,', ',NY,')}`,
    rows: {
      0: {
        ...rejectedFor('zip_code', /4 digits in your sheet/),
        suggestions: [
          expect.objectContaining({ cells: { zip_code: '' } }),
          expect.objectContaining({ cells: { state: 'MA', zip_code: '01000' } }),
        ],
      },
    },
  },
  {
    file: 'swiss.csv',
    shows: 'the four digits of Zurich',
    text: `${HEADERS},Country\n${row('1', { zip: '8001' })},Schweiz`,
    rows: { 0: cells({ zip_code: '8001', country: 'CH' }) },
  },
  {
    file: 'comma-in-email.csv',
    shows: 'a comma in a domain as a point',
    text: withEmail('"ann@example,com"'),
    rows: { 0: proposes('ann@example.com') },
  },
  {
    file: 'domain.csv',
    shows: 'a domain in the form of mail servers',
    text: withEmail('ann@bücher.example'),
    rows: { 0: cells({ email: 'ann@xn--bcher-kva.example' }) },
  },
  {
    file: 'last-first.csv',
    shows: 'a name to be split',
    text: `${HEADERS.replace('First Name,Last Name', 'Name')}\n${row('1').replace('Ann,Lee', '"Lee, Ann"')}`,
    rows: {
      0: {
        suggestions: [expect.objectContaining({ cells: { first_name: 'Ann', last_name: 'Lee' } })],
      },
    },
  },
  {
    file: 'null.csv',
    shows: 'Null as a name, and <NULL> as none',
    text: [
      HEADERS,
      ...['NULL', '<NULL>', 'None', '\\N'].map((last, at) =>
        row(`${at}`, { last, email: `c${at}@x.com` }),
      ),
      row('9', { first: 'ANN', last: 'NULL' }),
    ].join('\n'),
    rows: {
      0: cells({ last_name: '' }),
      1: cells({ last_name: '' }),
      2: cells({ last_name: 'None' }),
      3: cells({ last_name: '' }),
      4: cells({ last_name: 'NULL' }),
    },
  },
]

const SHEETS = path.join(import.meta.dirname, '../../../testing/real-sheets')
const fileOf = async ({ file, text }: Pick<RealSheet, 'file' | 'text'>) =>
  new File([text ?? (await readFile(path.join(SHEETS, file)))], file)

test.each(REAL)('$file shows $shows', async ({ rows, unread = [], ...sheet }) => {
  const app = await startTestApp()
  const { status, body } = await previewFile(app, await fileOf(sheet))
  expect(status, body.error).toBe(200)
  for (const [at, expected] of Object.entries(rows)) expect(body.rows[at]).toMatchObject(expected)
  const free = body.columns.filter(({ field }: { field: string | null }) => field === null)
  const headers = free.map(({ header }: { header: string }) => header)
  expect(headers).toEqual(expect.arrayContaining(unread))
})

test('a column of a spouse replaces no stored email', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('K2001', { first: 'Ada', email: 'ada@x.com' })), quietly)
  const { body } = await previewFile(app, await fileOf({ file: 'k20-spouse-email.csv' }))
  expect(body.rows[0]).toMatchObject({
    cells: { email: 'ada@x.com', phone_number: '(617) 555-0140' },
  })
})

test('a known number with an apostrophe is the same number', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('00420', { first: 'Una', last: 'Stone' })), quietly)
  const { body } = await previewFile(app, await fileOf({ file: 'k04c-apostrophe-known.csv' }))
  expect(body.rows[0]).toMatchObject({ kind: 'changed', cells: { client_number: '00420' } })
})

test('an import counts equal rows of a number as unchanged', async () => {
  const app = await startTestApp()
  const { body } = await importFile(app, await fileOf({ file: 'k13-row-per-matter.csv' }), quietly)
  expect(body).toMatchObject({ created: 1, unchanged: 2, rejected: 0 })
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
