import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMPARED_FIELDS } from './client-fields.ts'
import { sameValue } from './same-value.ts'

describe('values that mean the same to a person', () => {
  test.each([
    ['phone_number', '617-555-0101', '(617) 555-0101'],
    ['phone_number', '617-555-0101', '+1 617.555.0101'],
    ['alt_number', '617-555-0101 x5', '+16175550101;ext=5'],
    ['phone_number', '617-555-0101', '617-555-0101 (cell)'],
    ['phone_number', 'unlisted', 'Unlisted'],
    ['zip_code', '02134', '02134-1234'],
    ['zip_code', '021341234', '02134-1234'],
    ['zip_code', 'H2X 1Y4', 'h2x1y4'],
    ['address', '1 Main St', '1 MAIN STREET'],
    ['address', '1 Main St.', '1 main st'],
    ['address', '12 North Elm Avenue, Apartment 4', '12 N. Elm Ave #4'],
    ['address', 'P.O. Box 12', 'Post Office Box 12'],
    ['address', 'P. O. Box 12', 'PO Box 12'],
    ['address', '1 Fifth Avenue', '1 5th Ave'],
    ['city', 'St. Louis', 'Saint Louis'],
    ['address', '5 Saint James Court', '5 St. James Ct'],
    ['city', 'Boston', 'BOSTON'],
    ['state', 'MA', 'Massachusetts'],
    ['country', 'DE', 'Germany'],
    ['email', 'Ada@Example.com', 'ada@example.com'],
    ['last_name', "O'Brien", 'O\u2019Brien'],
    ['last_name', 'Smith-Jones', 'Smith\u2011Jones'],
    ['last_name', 'McDonald', 'MCDONALD'],
    ['alt_number', null, ''],
  ] as const)('%s: %s and %s', (field, one, other) => {
    expect(sameValue(field, one, other)).toBe(true)
    expect(sameValue(field, other, one)).toBe(true)
  })
})

describe('values that differ', () => {
  test.each([
    ['phone_number', '617-555-0101', '617-555-0102'],
    ['phone_number', '617-555-0101', '617-555-0101 x5'],
    ['phone_number', '617-555-0101', ''],
    ['zip_code', '02134-1234', '02134-5678'],
    ['zip_code', '02134', '02135'],
    ['zip_code', '02134', '0213'],
    ['address', '1 Main St', '1 Main Ave'],
    ['address', '1 Main St', '1 Main St, Apt 4'],
    ['address', '1 N Main St', '1 S Main St'],
    ['address', '1-3 Main St', '13 Main St'],
    ['email', 'ada@example.com', 'ada@example.org'],
    ['first_name', 'Jose', 'José'],
    ['client_number', '00420', '420'],
    ['client_number', 'A-1', 'a-1'],
  ] as const)('%s: %s and %s', (field, one, other) => {
    expect(sameValue(field, one, other)).toBe(false)
    expect(sameValue(field, other, one)).toBe(false)
  })
})

test('a value equals itself, and the order of two does not matter', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...COMPARED_FIELDS),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (field, one, other) => {
        expect(sameValue(field, one, one)).toBe(true)
        expect(sameValue(field, one, other)).toBe(sameValue(field, other, one))
      },
    ),
  )
})

test("reads numbers without a country code in the client's country", () => {
  expect(sameValue('phone_number', '030 5550101', '+49 30 5550101', 'DE')).toBe(true)
  expect(sameValue('phone_number', '030 5550101', '+49 30 5550101')).toBe(false)
})
