import { describe, expect, test } from 'vitest'
import { formatPhone } from './client-fields.ts'
import { parsePhone, phonesIn } from './parse-phone.ts'

describe('one stored notation of a number', () => {
  test.each([
    ['(617) 555-0101', '+16175550101'],
    ['617-555-0101', '+16175550101'],
    ['617.555.0101', '+16175550101'],
    ['617/555-0101', '+16175550101'],
    ['6175550101', '+16175550101'],
    ['6175550101.0', '+16175550101'],
    ['1 617 555 0101', '+16175550101'],
    ['+1 617-555-0101', '+16175550101'],
    ['(617) 555\u20110101 ext. 5', '+16175550101;ext=5'],
    ['617-555-0101 x12', '+16175550101;ext=12'],
    ['617-555-0101 #12', '+16175550101;ext=12'],
    ['+16175550101;ext=12', '+16175550101;ext=12'],
    ['６１７-555-0101', '+16175550101'],
    ['+49 30 5550101', '+49305550101'],
    ['011 49 30 5550101', '+49305550101'],
    ['0049 30 5550101', '+49305550101'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['555-0101', '555-0101'],
    ['5550101', '555-0101'],
  ])('reads %s as %s', (text, stored) => expect(parsePhone(text)).toBe(stored))

  test("reads a number without a country code in the client's country", () => {
    expect(parsePhone('030 5550101', 'DE')).toBe('+49305550101')
    expect(parsePhone('514-555-0101', 'CA')).toBe('+15145550101')
    expect(parsePhone('(617) 555-0101', 'DE')).not.toBe('+16175550101')
  })

  test('reads a formatted American number of a client abroad', () => {
    expect(parsePhone('(617) 555-0101', 'HK')).toBe('+16175550101')
    expect(parsePhone('617-555-0101', 'HK')).toBe('+16175550101')
    expect(parsePhone('6175550101', 'HK')).toBeUndefined()
  })

  test.each([
    '123',
    '12',
    '617-555-010',
    '617-555-01011',
    'unlisted',
    '617-555-0101 / 617-555-0102',
    'Home: 617-555-0101',
    '12345678901234567',
    '',
  ])('rejects the number "%s"', (text) => expect(parsePhone(text)).toBeUndefined())
})

test('finds each number within a text once', () => {
  const both = ['+16175550101', '+16175550102']
  expect(phonesIn('617-555-0101 / 617-555-0102')).toEqual(both)
  expect(phonesIn('617-555-0101, 617-555-0102')).toEqual(both)
  expect(phonesIn('617-555-0101;617-555-0102')).toEqual(both)
  expect(phonesIn('Phone:(617) 555-0101 Mobile:(617) 555-0102')).toEqual(both)
  expect(phonesIn('617-555-0101 (work), (617) 555-0101')).toEqual(['+16175550101'])
  expect(phonesIn('unlisted')).toEqual([])
})

test.each([
  ['+16175550101', '(617) 555-0101'],
  ['+16175550101;ext=12', '(617) 555-0101 ext. 12'],
  ['617.555.0101', '(617) 555-0101'],
  ['+49305550101', '+49305550101'],
  ['+49305550101;ext=3', '+49305550101 ext. 3'],
  ['+4530123456', '+4530123456'],
  ['+6561234567;ext=3', '+6561234567 ext. 3'],
  ['555-0101', '555-0101'],
  ['unlisted', 'unlisted'],
])('shows %s as %s, and reads the shown text back', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown)
  expect(parsePhone(shown)).toBe(parsePhone(stored))
})
