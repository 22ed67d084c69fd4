import type { ClientField } from '@attest/contract/client-fields'
import { expect, test } from 'vitest'
import { sources } from '../../../../testing/sheet-columns.ts'
import { matchColumns, missingFields, rejectionOf } from './match-columns.ts'

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
    'Custom field: Client Number',
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
    'Contact Phone Mobile',
  ],
  alt_number: ['Alt Number', 'Alternate phone', 'Secondary Phone', 'Phone 2', 'Other phone'],
  address: [
    'Address',
    'Street',
    'Street address',
    'Address line 1',
    'Mailing Address',
    'Address1',
    'HomeAdress',
    'Street Address/PO Box',
    'addr_line_1',
    'Street address line 1 - Home',
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
    'zip_cd',
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
    alt_number: ['Alt number', 'Mobile'],
  })
})

test('prefers the first of two columns unless it is empty', () => {
  const names = ['Street', 'Mailing address', 'Client ID', 'Account']
  expect(sources(names)).toEqual({ address: ['Street'], client_number: ['Client ID'] })
  expect(sources(names, '|1 Elm St||A-7')).toEqual({
    address: ['Mailing address'],
    client_number: ['Account'],
  })
})

test('newer values come before older ones, but addresses and numbers stay whole', () => {
  const older = ['Email', 'Phone', 'Address', 'Client ID']
  const newer = ['New Email', 'Phone (new)', 'New Address', 'New Client ID']
  expect(sources([...older, ...newer, 'Newsletter Email'])).toEqual({
    email: ['New Email', 'Email'],
    phone_number: ['Phone (new)', 'Phone'],
    address: ['Address'],
    client_number: ['Client ID'],
  })
  expect(matchColumns(['Email', 'Email to Use'])).toEqual({ email: [1, 0] })
  const chosen = (header: string) => (/email/i.test(header) ? ('email' as const) : null)
  expect(matchColumns(['Email', 'Phone', 'New Email'], { chosen })).toEqual({ email: [2, 0] })
})

test('of two columns, the one with plausible values counts', () => {
  expect(sources(['Phone', 'Mobile'], '617-555-0101|Y')).toEqual({ phone_number: ['Phone'] })
  expect(sources(['State', 'ST'], 'Open|MA', 'Closed|NY')).toEqual({ state: ['ST'] })
  expect(sources(['Phone', 'Telephone'], 'Apple 15 Pro 256|617-555-0101')).toEqual({
    phone_number: ['Telephone'],
  })
  expect(sources(['State'], 'Ontario')).toEqual({ state: ['State'] })
})

test('a unit of a firm is no part of an address', () => {
  expect(sources(['Street', 'Unit'], '1 Elm St|Litigation')).toEqual({ address: ['Street'] })
  expect(sources(['Street', 'Unit'], '1 Elm St|4B')).toEqual({ address: ['Street', 'Unit'] })
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

const rejection = (names: string[]) => rejectionOf(names, matchColumns(names, { isUnseen: true }))

test('names missing columns in the words of the form', () => {
  const most = ['Client #', 'First', 'Last', 'Email', 'Street', 'City', 'State']
  expect(rejection(most)).toBe('These columns are missing: Phone number, Zip code.')
  expect(rejection([...most, 'Zip'])).toBe('This column is missing: Phone number.')
})

test('splits no column of whole names without a person', () => {
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

const unfit: [name: string, text: string][] = [
  ['Region', 'Northeast'],
  ['Territory', 'MA'],
  ['Mail (Y/N)', 'Y'],
  ['Email (Y/N)', 'Y'],
  ['Group', 'Estate planning'],
  ['Contact Group', 'Leads'],
  ['ST', '1 Elm St'],
  ['Mobile', 'Yes'],
  ['Cell', 'B-12'],
  ['Address', 'ann@x.com'],
  ['Email (old)', 'ann@x.com'],
  ['Address (previous)', '1 Elm St'],
]
test.each(unfit)('a column “%s” with “%s” stays unmatched', (name, text) => {
  expect(sources([name], text, text, text)).toEqual({})
})

test('an exact heading beats a near one wherever it stands', () => {
  expect(sources(['Account No', 'Client No'], '9|K1')).toEqual({ client_number: ['Client No'] })
  // A household has one account.
  expect(sources(['Account ID', 'Contact ID'], '9|7')).toEqual({ client_number: ['Contact ID'] })
  expect(sources(['Region', 'State'], 'MA|NY')).toEqual({ state: ['State'] })
  expect(sources(['Group', 'Email Template'], 'VIP|VIP')).toEqual({
    group_template: ['Email Template'],
  })
})

test.each([
  ['Phone (H)', 'Phone (C)'],
  ['Phone - Home', 'Phone - Cell'],
  ['Wk Ph', 'Mob'],
  ['Business Phone', 'Mobile Phone'],
])('“%s” and “%s” are phone and alternate', (phone, alt) => {
  expect(sources([phone, alt], '617-555-0101|617-555-0102')).toEqual({
    phone_number: [phone, alt],
    alt_number: [alt],
  })
})

test.each([
  ['Email', 'Email'],
  ['Email', 'E-Mail'],
  ['Email', 'Work Email'],
  ['Email', 'Email 2'],
  ['Email', 'Email.1'],
])('of “%s” and “%s”, only the first counts', (first, second) => {
  expect(sources([first, second], 'a@x.com|b@x.com', '|c@x.com')).toEqual({ email: [first] })
})

test('work and personal email stand in for each other', () => {
  const both = ['Work Email', 'Personal Email']
  expect(sources(both, 'a@x.com|', '|b@x.com')).toEqual({ email: both })
})

test.each([
  ['a firm’s own fields', 'Id', 'Client_Number__c', 'client_number'],
  ['an address', 'Street', 'Home address zip', 'zip_code'],
  ['a bill', 'Bill address line 1', 'Bill zip', 'zip_code'],
  ['both names of a code', 'Street', 'Postal Code/Zip Code', 'zip_code'],
  ['a kind behind its phone', 'Email', 'Phone Mobile', 'phone_number'],
  ['a phone without its name', 'Email', 'Home #', 'phone_number'],
  ['a client', 'Clients City', 'Client State', 'state'],
  ['a customer', 'Cust_City', 'Cust_St', 'state'],
  ['a client', 'Client Surname', 'Customer Street', 'address'],
  ['a database', 'CLIENT_CITY_NM', 'CLIENT_ST_CD', 'state'],
  ['a database', 'CLIENT_CITY_NM', 'CLIENT_PHONE_NBR', 'phone_number'],
  ['a form', 'Timestamp', 'What is your email address?', 'email'],
  ['a program of deals', 'Person - ID', 'Person - Phone - Work', 'phone_number'],
  ['a program of deals', 'Person - Name', 'Person - First name', 'first_name'],
])('reads the headings of %s', (_, first, second, field) => {
  expect(sources([first, second])).toHaveProperty(field, [second])
})

test('a contact number is a phone, or not read', () => {
  expect(sources(['Contact Number'], '617-555-0101')).toEqual({ phone_number: ['Contact Number'] })
  expect(sources(['Contact Number'], 'K1', 'K2')).toEqual({})
})

test('street, city and zip code are of one address', () => {
  const names = ['Business Street', 'Business City', 'Home Street', 'Home City', 'Home State']
  expect(sources(names, '1 Elm St||||', '2 Elm St|||Salem|MA')).toMatchObject({
    address: ['Business Street'],
  })
  expect(sources(names, '1 Elm St||||', '2 Elm St|||Salem|MA')).not.toHaveProperty('state')
})

test.each([
  ['Other Street', 'Mailing Street'],
  ['Ship To Address 1', 'Billing Address 1'],
  ['OtherAddressStreet', 'MailAddressStreet'],
  ['Shipping Street', 'Default Address Address1'],
])('“%s” yields to “%s”', (other, own) => {
  expect(sources([other, own])).toEqual({ address: [own] })
  expect(sources([other, own], '1 Elm St|')).toEqual({ address: [other] })
})

test('content alone names email, phone, state and zip code', () => {
  expect(Object.keys(sources(['', '', '', '', ''], 'K1|a@x.com|617-555-0101|MA|02134'))).toEqual([
    'email',
    'phone_number',
    'state',
    'zip_code',
  ])
})

test('numbers before the state are no zip codes', () => {
  expect(sources(['', '', ''], '10001|MA|02134')).toEqual({ state: [''], zip_code: [''] })
  const { zip_code } = matchColumns(['', '', ''], { samples: [['10001'], ['MA'], ['02134']] })
  expect(zip_code).toEqual([2])
})

test('the country of another address counts if there is no other', () => {
  expect(sources(['Home Street', 'Mailing Country'], '1 Elm St|Germany')).toHaveProperty('country')
})

test('a column of countries is found by its content', () => {
  expect(sources(['Land'], 'Germany', 'Canada')).toEqual({ country: ['Land'] })
  expect(sources(['Citizenship'], 'Germany', 'Canada')).toEqual({})
  // A time zone, or a kind of matter.
  expect(sources(['Zone'], 'EST', 'EST')).toEqual({})
})
