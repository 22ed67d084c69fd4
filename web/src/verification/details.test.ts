import { expect, test } from 'vitest'
import {
  detailsOf,
  editedFields,
  inWords,
  missingFields,
  officeChanges,
  stateOptions,
  withTyped,
} from './details.ts'

const client = {
  first_name: 'Ana',
  last_name: 'Ng',
  email: 'ana@example.com',
  phone_number: '(617) 555-0101',
  alt_number: null,
  address: '1 Main St',
  city: 'Boston',
  state: 'massachusetts',
  zip_code: '02134',
  last_updated: '2026-11-20T12:00:00.000Z',
}
const stored = detailsOf(client)

test('a state saved under its name is shown by its code', () => {
  expect(stored.state).toBe('MA')
  expect(detailsOf({ ...client, state: 'DC' }).state).toBe('DC')
  expect(detailsOf({ ...client, state: 'Ontario' }).state).toBe('')
})

test('the 50 states are offered, and the stored one beside them', () => {
  expect(stateOptions('MA')).toHaveLength(50)
  expect(stateOptions('')).toHaveLength(50)
  expect(stateOptions('DC').at(-1)).toEqual(['DC', 'District of Columbia'])
})

test('only what reads differently counts as edited', () => {
  expect(editedFields(stored, { ...stored, city: ' Boston ' })).toEqual([])
  expect(editedFields(stored, { ...stored, city: 'Worcester', alt_number: '1' })).toEqual([
    'city',
    'alt_number',
  ])
})

test('lists missing fields in words; the alternate number is optional', () => {
  const missing = missingFields({ ...stored, phone_number: ' ', zip_code: '' })
  expect(inWords(missing)).toBe('zip code and phone number')
  expect(inWords(['city', 'state', 'email'])).toBe('city, state, and email')
  expect(inWords(['city'])).toBe('city')
  expect(missingFields(stored)).toEqual([])
})

test('asks only about changes that the answer does not agree with', () => {
  const sent = { ...stored, city: 'Salem', zip_code: '01970', address: '2 Elm St' }
  const office = { ...stored, city: 'Lynn', zip_code: '01970', phone_number: '(617) 555-0199' }
  expect(officeChanges(stored, sent, office)).toEqual(['city', 'phone_number'])
})

test('keeps what was typed beside what the office changed', () => {
  const office = { ...stored, city: 'Lynn', phone_number: '(617) 555-0199' }
  const typed = { ...stored, city: 'Salem' }
  expect(withTyped(stored, typed, office)).toEqual({ ...office, city: 'Salem' })
})
