import { expect, test } from 'vitest'
import { numberText } from './read-workbook.ts'

const GENERAL = { format: 'General', date1904: false }

test.each([
  [1001, '1001'],
  [6175550101, '6175550101'],
  [123456789012345, '123456789012345'],
  [1234567890123456, '1234567890123456'],
  [1234567890123450, '1.23456789012345e+15'],
  [12345678901234500, '1.23456789012345e+16'],
  [1.5, '1.5'],
  [0.1 + 0.2, '0.3'],
  [0.0000001, '0.0000001'],
  [-3, '-3'],
])('reads %d as %s', (value, text) => expect(numberText(value, GENERAL)).toBe(text))

test.each([
  ['a zip code', 2134, '00000', '02134'],
  ['a nine-digit zip code', 21341234, '00000\\-0000', '02134-1234'],
  ['a phone number', 6175550101, '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '(617) 555-0101'],
  ['a client number with letters', 1001, '"C-"0000', 'C-1001'],
  ['a client number with a year', 17, '"2024-"000', '2024-017'],
  ['a client number with a year behind', 17, '000\\-\\2\\4', '017-24'],
  ['a matter with a zero at its end', 1001.01, '0.000', '1001.010'],
  ['a client number with a country', 1001, '[$-409]00000', '01001'],
])("%s keeps its format's shape", (_, value, format, text) =>
  expect(numberText(value, { format, date1904: false })).toBe(text),
)

test.each([
  ['decimals', '0.00'],
  ['thousands separators', '#,##0'],
  ['money', '"$"#,##0'],
  ['an exponent', '0.00E+00'],
  ['the format of texts', '@'],
  ['a format of 201 characters', '0'.repeat(201)],
])('removes %s from a client number', (_, format) =>
  expect(numberText(1001, { format, date1904: false })).toBe('1001'),
)

test.each(['mm/dd/yyyy', 'yyyy-mm-dd', 'd.m.yy', 'dddd, mmmm d'])(
  'shows %s as m/d/yyyy',
  (format) => {
    expect(numberText(45360, { format, date1904: false })).toBe('3/9/2024')
    expect(numberText(45360 - 1462, { format: 'm/d/yy', date1904: true })).toBe('3/9/2024')
  },
)
