import { describe, expect, test } from 'vitest'
import type { ClientField } from './client-fields.ts'
import { matchOf, type Slot } from './column-headers.ts'
import { fitOf } from './fit.ts'
import { matchColumns, missingFields, rejectionOf, sourcesOf } from './match-columns.ts'

const headers: Record<ClientField, string[]> = {
  client_number: [
    'Client Number',
    'CLIENT_NUMBER',
    'clientNumber',
    'Client #',
    'Client No.',
    'Client ID',
    'Account number',
    'Customer Nr',
    'Acct. No',
    'Nr',
    'No.',
    '#',
    'ID',
    'Client Number (required)',
  ],
  first_name: ['First Name', 'first_name', 'Given name', 'Forename', 'Client First Name', 'FIRST'],
  last_name: ['Last Name', 'Surname', 'Family name', 'last-name', 'Client’s last name'],
  email: ['Email', 'E-mail address', 'E-Mail', 'EMAIL ADDRESS*', 'Primary email', 'mail'],
  phone_number: [
    'Phone',
    'Phone Number',
    'Telephone',
    'Tel.',
    'Phone #',
    'Mobile',
    'Cell phone',
    'Contact number',
  ],
  alt_number: ['Alt Number', 'Alternate phone', 'Secondary Phone', 'Phone 2', 'Other phone'],
  address: [
    'Address',
    'Street',
    'Street address',
    'Address line 1',
    'Mailing Address',
    'Address1',
    'Home address',
  ],
  city: ['City', 'Town', 'City/Town', 'Mailing city'],
  state: ['State', 'Province/State', 'State / Province', 'State code', 'ST'],
  zip_code: [
    'Zip',
    'Zip Code',
    'ZIP/Postal',
    'Postal code',
    'Postcode',
    'zip_code',
    'Zip Code (5 digits)',
  ],
  country: ['Country', 'Country Name', 'country_code', 'Mailing Country'],
  language: ['Language', 'Idioma', 'Preferred language', 'Language Code'],
  group_template: ['Group', 'Template', 'Group template', 'Email template'],
}
test.each(Object.entries(headers).flatMap(([field, names]) => names.map((name) => [name, field])))(
  '“%s” is read as %s',
  (name, field) => expect(matchColumns(['Remarks', name])).toEqual({ [field]: [1] }),
)

test.each([
  'Status',
  'Remarks',
  'Date of birth',
  'Middle name',
  'County',
  'Company',
  '',
  'Total',
  'Client since',
])('ignores the column “%s”', (name) => expect(matchColumns([name])).toEqual({}))

const sources = (names: string[], emptyColumns: number[] = []) =>
  Object.fromEntries(
    sourcesOf(matchColumns(names), (column) => !emptyColumns.includes(column)).map(
      ({ field, columns }) => [field, columns.map((column) => names[column])],
    ),
  )

test('prefers a client number over a row number', () => {
  expect(sources(['No.', 'Client Number'])).toEqual({ client_number: ['Client Number'] })
})

test('reads a mobile as alternate, or as a missing phone', () => {
  expect(sources(['Phone', 'Mobile'])).toEqual({
    phone_number: ['Phone', 'Mobile'],
    alt_number: ['Mobile'],
  })
  expect(sources(['Home phone', 'Alt number', 'Mobile'])).toEqual({
    phone_number: ['Home phone', 'Mobile'],
    alt_number: ['Alt number'],
  })
})

test('prefers the first of two columns unless it is empty', () => {
  const names = ['Street', 'Mailing address', 'Client ID', 'Account']
  expect(sources(names)).toEqual({ address: ['Street'], client_number: ['Client ID'] })
  expect(sources(names, [0, 2])).toEqual({
    address: ['Mailing address'],
    client_number: ['Account'],
  })
})

test('joins an address of several columns', () => {
  expect(sources(['Address line 2', 'Address line 1'])).toEqual({
    address: ['Address line 1', 'Address line 2'],
  })
})

test('needs neither alternate number nor group template', () => {
  const columns = matchColumns([
    'Client #',
    'First',
    'Last',
    'Email',
    'Phone',
    'Street',
    'City',
    'State',
    'Zip',
  ])
  expect(missingFields(columns)).toEqual([])
})

const rejection = (names: string[]) => rejectionOf(names, matchColumns(names))

test('names missing columns in the words of the form', () => {
  const most = ['Client #', 'First', 'Last', 'Email', 'Street', 'City', 'State']
  expect(rejection(most)).toBe('These columns are missing: Phone number, Zip code.')
  expect(rejection([...most, 'Zip'])).toBe('This column is missing: Phone number.')
})

test('splits no column of whole names', () => {
  expect(
    rejection(['Client #', 'Full Name', 'Email', 'Phone', 'Street', 'City', 'State', 'Zip']),
  ).toBe(
    'These columns are missing: First name, Last name. The names in “Full Name” cannot be split safely: give first and last name a column each.',
  )
})

test('lists the headers found when none is known', () => {
  expect(rejection(['Datum', '', 'Betrag'])).toMatch(
    /^No column headings were recognized in this file\. It begins with “Datum”, “Betrag”\. Needed are Client number, First name, /,
  )
})

describe('columns of other people', () => {
  test('takes no email of a spouse', () => {
    const names = ['Client No', 'First', 'Last', 'Email', 'Phone', 'Spouse', 'Email', 'Phone']
    expect(matchColumns(names)).toEqual({
      client_number: [0],
      first_name: [1],
      last_name: [2],
      email: [3],
      phone_number: [4],
    })
  })
  test.each([
    ['Emergency Contact', 'E-mail Address'],
    ['Spouse Name', 'Mail'],
    ['Contact 2', 'E-Mail'],
    ['Attorney', 'Work Email'],
    ['Husband', 'Personal Email'],
  ])('reads no email behind %s', (other, header) => {
    const names = ['ID', 'First', 'Last', 'Home Email', other, header]
    expect(matchColumns(names).email).toEqual([3])
  })
  test('reads one of two lists side by side', () => {
    const list = ['Client Number', 'First Name', 'Last Name', 'Email', 'City']
    const columns = matchColumns([...list.slice(0, 4), '', ...list])
    expect(
      Object.values(columns)
        .flat()
        .every((position) => position < 4),
    ).toBe(true)
  })
  test('reads the only email, though a spouse stands before it', () => {
    expect(matchColumns(['ID', 'First', 'Last', 'Spouse', 'Email']).email).toEqual([4])
  })
  test('fills an email only from another that says which it is', () => {
    expect(matchColumns(['Work Email', 'Personal Email']).email).toEqual([0, 1])
    expect(matchColumns(['Email', 'Personal Email']).email).toEqual([0])
    expect(matchColumns(['Personal Email', 'Email']).email).toEqual([0])
  })
  test('takes the first of two equal headings for the whole sheet', () => {
    for (const name of ['Email', 'Phone', 'First Name', 'Address'])
      expect(Object.values(matchColumns([name, name]))).toEqual([[0]])
  })
})

describe('headings and content together', () => {
  const matched = (columns: Record<string, string[]>) => {
    const names = Object.keys(columns)
    const fits = (slot: Slot, position: number) =>
      fitOf(slot, Object.values(columns)[position]!, ['GeneralClients'])
    const found = matchColumns(names, matchOf, fits)
    return Object.fromEntries(
      Object.entries(found).map(([field, [position]]) => [field, names[position!]]),
    )
  }
  test.each([
    ['Region', ['Northeast', 'South']],
    ['Mail (Y/N)', ['Y', 'N']],
    ['Group', ['Estate planning']],
    ['St', ['12 Elm']],
  ])('does not read a column “%s” with other content', (name, texts) =>
    expect(matched({ [name]: texts })).toEqual({}),
  )
  test.each([
    ['Region', ['MA', 'New York'], 'state'],
    ['Mail', ['ann@example.com'], 'email'],
    ['Group', ['GeneralClients'], 'group_template'],
    ['St', ['MA'], 'state'],
  ])('reads a column “%s” whose content fits', (name, texts, field) =>
    expect(matched({ [name]: texts })).toEqual({ [field]: name }),
  )
  test('an exact heading wins wherever it stands', () => {
    expect(matched({ 'Account No': ['98'], 'Client No': ['K1'] })).toEqual({
      client_number: 'Client No',
    })
    expect(matched({ Region: ['MA'], State: ['Massachusetts'] })).toEqual({ state: 'State' })
  })
  test('reads phones that say where they ring', () => {
    const phones = { 'Phone (H)': ['617-555-0101'], 'Phone (C)': ['617-555-0202'] }
    expect(matched(phones)).toEqual({ phone_number: 'Phone (H)', alt_number: 'Phone (C)' })
  })
})

test.each([
  [
    'Outlook',
    'First Name,Last Name,Business Street,Business Street 2,Business City,Business State,Business Postal Code,Business Country/Region,Business Phone,Mobile Phone,E-mail Address',
  ],
  [
    'Google',
    'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,Phone 2 - Value,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country',
  ],
  [
    'QuickBooks',
    'First Name,Last Name,Phone Numbers,Email,Billing Street,Billing City,Billing State,Billing ZIP,Billing Country',
  ],
  [
    'Salesforce',
    'First Name,Last Name,Mailing Street,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Mailing Country,Phone,Email',
  ],
  [
    'CiviCRM',
    'First Name,Last Name,Street Address,Supplemental Address 1,City,State,Postal Code,Country,Phone,Email',
  ],
  ['a clerk', 'First,Last,Ph.,E-mail,Addr,Town,St/Prov,ZIP+4'],
])('knows the headings of %s', (_program, line) => {
  const needed = missingFields(matchColumns(line.split(',')))
  expect(needed).toEqual(['client_number'])
})
