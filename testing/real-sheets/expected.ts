import type { Preview } from '@attest/contract/import-previews'
import { expect } from 'vitest'
import { csv, row } from '../import-file.ts'

/** The expected preview of a sheet. */
export interface Expected {
  /** The expected rows, all of them or some by position. */
  rows?: object[] | Record<number, object>
  preview?: Partial<Preview>
  /** Headings of columns that fill no field. */
  unread?: string[]
  /** A change of the preview before the rows are compared. */
  change?: object
  /** A file to import before, or its name. */
  stored?: File | string
  /** Why the file cannot be read. */
  refused?: string
}

export const holds = (cells: object) => ({ cells })
export const created = (cells: object, more: object = {}) => ({ kind: 'created', cells, ...more })
export const damaged = (reason: string) => ({ reason: expect.stringContaining(reason) })
export const rejectedFor = (field: string, words: RegExp) => ({
  kind: 'rejected',
  problems: { [field]: expect.stringMatching(words) },
})
export const suggests = (...cells: object[]) => ({
  suggestions: cells.map((each) => expect.objectContaining({ cells: each })),
})
export const proposes = (email: string) => ({
  suggestions: expect.arrayContaining([
    expect.objectContaining({ field: 'email', cells: { email } }),
  ]),
})
export const names = (...all: [first: string, last: string][]) =>
  all.map(([first_name, last_name]) => holds({ first_name, last_name }))
export const whole = (client_number: string, more: object = {}) => ({
  cells: {
    client_number,
    phone_number: '(617) 555-0101',
    address: '1 Main St',
    city: 'Boston',
    state: 'MA',
    zip_code: '02134',
    ...more,
  },
})

const empty = (...missing: string[]) => created({}, { missing })
const some = (cells: object) => holds(expect.objectContaining(cells))
const each = (field: string, texts: string) =>
  texts.split(' ').map((text) => created({ [field]: text }))
const kinds = (texts: string) => texts.split(' ').map((kind) => ({ kind }))
const NO_SHEET = { refused: 'Please select a CSV or Excel file.' }

/** Expectations by file of this folder. */
export const REAL: Record<string, Expected> = {
  'cut-zip.docx': NO_SHEET,
  'cut.png': NO_SHEET,
  'dd-nosig.docx': NO_SHEET,
  'k01-msdos-cp850.csv': {
    rows: names(['José', 'Muñoz'], ['Ana', 'García']),
    preview: { encoding: { name: 'cp850', mixed: false, words: ['José', 'Muñoz', 'García'] } },
  },
  'k02-null.csv': {
    rows: {
      0: empty('phone_number', 'address', 'city'),
      3: empty('email'),
      5: empty('phone_number'),
    },
  },
  'k03-no-header.csv': {
    // The content identifies email, phone, state and zip code.
    rows: [
      holds({ client_number: 'K0301', email: 'ck0301@example.com', state: 'MA' }),
      holds({ client_number: 'K0302', phone_number: '617-555-0101', zip_code: '02134' }),
      holds({ client_number: 'K0303' }),
    ],
    change: { column: { index: 0, field: 'client_number' } },
    preview: { headerRow: 0 },
  },
  'k04-apostrophe.csv': {
    rows: {
      0: created({
        client_number: 'K0401',
        last_name: "'Lee",
        email: 'k0401@example.com',
        zip_code: '02134',
      }),
      1: created({ client_number: '00402' }),
    },
  },
  'k04b-apostrophe-email.csv': {
    rows: {
      0: created({ email: 'k0410@example.com' }),
      1: created({ email: 'k0411@example.com' }),
      2: created({ phone_number: '(617) 555-0101' }),
      3: created({ city: 'Boston', state: 'MA' }),
    },
  },
  'k04c-apostrophe-known.csv': {
    stored: csv(row('00420', { first: 'Una', last: 'Stone' })),
    rows: [{ kind: 'changed', cells: { client_number: '00420' } }],
  },
  'k05-google-multi.csv': {
    rows: {
      0: proposes('ada5@example.com'),
      1: created({ email: 'bo5@example.com', state: 'MA', country: 'US' }),
    },
  },
  'k06-emails.csv': {
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
  'k07-space-quote.csv': { rows: names(['Ada', 'Lee'], ['Bo', 'Kim, Jr.'], ['Cy', 'Ode']) },
  'k08-number-dash.csv': { rows: { 0: created({ client_number: '2024-17' }) } },
  'k09-whole-row-quoted.csv': { rows: [whole('K0901'), holds({ address: '1 Main St, Apt 2' })] },
  'k11-double-encoded.csv': {
    rows: [
      holds({ last_name: 'Muñoz' }),
      holds({ last_name: 'O’Brien' }),
      holds({ first_name: 'Ada', last_name: 'José', address: '1 Main&Elm St' }),
      holds({ last_name: "O'Brien" }),
    ],
  },
  'k12-same-person-twice.csv': { rows: kinds('created undecided undecided') },
  'k13-row-per-matter.csv': { rows: kinds('created skipped skipped'), unread: ['Matter'] },
  'k14-phone-labels.csv': {
    rows: { 0: created({ phone_number: '(617) 555-0101', alt_number: '(617) 555-0202' }) },
  },
  'k15-region.csv': { rows: { 0: {} }, unread: ['Region'] },
  'k15b-group.csv': { rows: { 0: { kind: 'created' } }, unread: ['Group'] },
  'k15d-account.csv': {
    rows: { 0: created({ client_number: 'K3201' }) },
    unread: ['Account No'],
  },
  'k16-sci.csv': {
    rows: { 0: rejectedFor('phone_number', /cut short/), 1: created({ client_number: '2E10' }) },
  },
  'k17-mhtml.xls': { refused: 'is a web archive (MHTML), not a workbook' },
  'k18-backslash.csv': {
    rows: [
      holds({ address: '12 "Old" Mill Rd' }),
      holds({ first_name: 'Robert "Bob"' }),
      holds({ address: 'The "Elms", Apt 4' }),
    ],
  },
  'k19-baseline.csv': { rows: Array(8).fill({ kind: 'created' }) },
  'k19-old-list-reformatted.csv': {
    stored: 'k19-baseline.csv',
    rows: Array(8).fill({ kind: 'unchanged' }),
  },
  'k20-spouse-email.csv': {
    rows: {
      0: some({ email: '', phone_number: '' }),
      1: created({ email: 'k2002@example.com' }),
    },
    unread: ['Spouse', 'Email', 'Phone'],
  },
  'k20b-side-by-side.csv': { rows: { 0: some({ client_number: 'K2011', email: '' }) } },
  'k21b-outlook-business.csv': {
    rows: {
      0: created({ address: '1 Main St, Suite 4', city: 'Boston', alt_number: '(617) 555-0102' }),
    },
  },
  'k21f-quickbooks.csv': {
    rows: { 0: some({ client_number: 'K2106', address: '1 Main St' }) },
    unread: ['Customer', 'Full Name', 'Billing Address', 'Shipping Address'],
  },
  'k21j-civicrm.csv': {
    rows: { 0: created({ client_number: 'K2110', address: '1 Main St, Apt 4', state: 'MA' }) },
    unread: ['Contact ID', 'Postal Code Suffix'],
  },
  'k22-states.csv': {
    rows: each('state', 'CA MA DC DC NY NY MA NY MA PA CT IL AE PR PR MA MA DC MA MA'),
  },
  'k23-countries.csv': {
    rows: each(
      'country',
      'US US US US US US US US US US US US CA CA GB GB GB KR KR IR CZ AE NL NL MX MX DE VN RU TW HK CI MM US',
    ),
  },
  'k24-values.csv': {
    rows: {
      0: created({ phone_number: '(617) 555-0101 ext. 12' }),
      1: created({ phone_number: '(617) 555-0101 ext. 5' }),
      2: created({ phone_number: '(617) 555-0101', zip_code: '02134' }),
      3: suggests({ first_name: 'ADA', last_name: 'LEE' }),
      5: created({ zip_code: '02134' }),
      6: empty('address', 'city', 'state', 'zip_code'),
      7: created({ zip_code: '02134' }),
      8: created({ client_number: 'K2409' }),
      9: suggests({ zip_code: '02134' }),
      10: created({ email: 'k2411@example.com' }),
    },
  },
  'k25-bom-mojibake.csv': { rows: [whole('K2501')] },
  'k26-dropped-delimiters.csv': {
    rows: [
      whole('K2601'),
      holds({ client_number: 'K2602', address: '1 Main St', state: 'MA' }),
      holds({ client_number: 'K2603', city: 'Boston' }),
    ],
  },
  'k29-windows-1251.csv': { rows: names(['Иван', 'Петров']) },
  'k31-outlook-country-region.csv': { rows: each('country', 'DE CA IT') },
  'x07-rich-formula.xlsx': {
    rows: [
      whole('X0701', { last_name: 'van Dyck', address: '1 Main St, Apt 4' }),
      rejectedFor('email', /An email or a whole postal address/),
      created({ email: 'cx0703@example.com' }, { missing: ['zip_code'] }),
    ],
    preview: { notes: ['formulas 2'] },
  },
  'x08b-zero-height-row.xlsx': {
    rows: [whole('X0811'), whole('X0812')],
    preview: { hidden: { rows: 1, columns: 0 } },
  },
  'x09-ids-as-dates.xlsx': {
    rows: {
      0: rejectedFor('client_number', /is a date/),
      1: rejectedFor('client_number', /is a date/),
    },
  },
  'x10-mailto.xlsx': {
    rows: [
      { kind: 'rejected', ...proposes('x1001@example.com') },
      created({ email: 'x1002@example.com' }),
      empty('email'),
      created({ email: 'x1004@example.com' }),
    ],
    preview: { notes: ['formulas 1'] },
  },
  'x18-merged-household.xlsx': { rows: [whole('X1801'), whole('X1802')] },
  'x19-no-styles.ods': { rows: [whole('X1901')] },
}
