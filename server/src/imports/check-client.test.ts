import { expect, test } from 'vitest'
import { checkClient, reasonOf } from './check-client.ts'

const row = {
  client_number: '1001',
  first_name: 'Ana',
  last_name: 'Muñoz',
  email: 'ana@example.com',
  phone_number: '(617) 555-0101',
  address: '12 Beacon Street',
  city: 'Boston',
  state: 'Massachusetts',
  zip_code: '02134',
}

test('makes a client with a state code and the default template', () => {
  expect(checkClient(row).client).toEqual({
    ...row,
    phone_number: '+16175550101',
    state: 'MA',
    alt_number: null,
    country: 'US',
    language: '',
    group_template: 'GeneralClients',
  })
})

test.each([
  ['email', 'not-an-email', '“not-an-email” is not an email address'],
  ['email', '', 'Email is required'],
  ['state', 'XX', '“XX” is not a US state'],
  ['state', undefined, 'State is required'],
  ['zip_code', undefined, 'Zip code is required'],
  ['zip_code', '1234', '“1234” has 4 digits in your sheet: a zip code has 5, like 02134'],
  ['client_number', '', 'Client number is required'],
  ['first_name', null, 'First name is required'],
  ['city', 'x'.repeat(201), 'City is longer than 200 characters'],
  [
    'client_number',
    '2024-01-17 00:00:00',
    'Client number “2024-01-17 00:00:00” is a date: show the column as text, and type the value again',
  ],
  [
    'last_name',
    '11/2/2026',
    'Last name “11/2/2026” is a date: show the column as text, and type the value again',
  ],
  [
    'address',
    '12 Beacon St, 3-Apr',
    'Address “3-Apr” is a date: show the column as text, and type the value again',
  ],
  [
    'phone_number',
    '6.17556E+09',
    'Phone number “6.17556E+09” was cut short by the spreadsheet: show the column as text and save again',
  ],
  ['last_name', 'Mu?oz', '“Mu?oz” has characters that could not be read: save the sheet as UTF-8'],
  [
    'last_name',
    'M\uFFFDller',
    '“M\uFFFDller” has characters that could not be read: save the sheet as UTF-8',
  ],
])('explains why it rejects %s %j', (field, text, reason) => {
  expect(checkClient({ ...row, [field]: text })).toEqual({ problems: { [field]: reason } })
})

test('lists several problems together', () => {
  const { problems = {} } = checkClient({ ...row, email: 'ana', city: '', zip_code: '' })
  expect(reasonOf(problems)).toBe(
    '“ana” is not an email address; City is required; Zip code is required',
  )
})
