import { expect, test } from 'vitest'
import {
  detailsOf,
  editedFields,
  missingFields,
  officeChanges,
  stateOptions,
  tidied,
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
  country: 'US',
  last_updated: '2026-11-20T12:00:00.000Z',
}
const stored = detailsOf(client)

test('shows a state stored by name as its code', () => {
  expect(stored.state).toBe('MA')
  expect(detailsOf({ ...client, state: 'DC' }).state).toBe('DC')
  expect(detailsOf({ ...client, state: 'Ontario' }).state).toBe('')
})

test('offers all states, and a stored one outside the list', () => {
  expect(stateOptions('MA')).toHaveLength(59)
  expect(stateOptions('')).toHaveLength(59)
  expect(stateOptions('PW').at(-1)).toEqual(['PW', 'Palau'])
})

test('accepts any state and postal code abroad, or none', () => {
  const berlin = { ...client, country: 'DE', state: 'Berlin', zip_code: '' }
  expect(detailsOf(berlin).state).toBe('Berlin')
  expect(missingFields({ ...detailsOf(berlin), state: '' })).toEqual([])
  expect(missingFields({ ...detailsOf(berlin), country: '' })).toEqual(['country'])
  expect(tidied({ ...stored, zip_code: '021341234' }).zip_code).toBe('02134-1234')
  expect(tidied({ ...stored, country: 'DE', zip_code: '021341234' }).zip_code).toBe('021341234')
})

test('accepts a client with one name only', () => {
  expect(missingFields({ ...stored, first_name: 'Cher', last_name: '' })).toEqual([])
})

test('counts a field as edited only if its value differs, not its notation', () => {
  expect(editedFields(stored, { ...stored, city: ' Boston ' })).toEqual([])
  expect(editedFields(stored, { ...stored, city: 'Worcester', alt_number: '1' })).toEqual([
    'city',
    'alt_number',
  ])
})

test('lists missing fields, but not the optional alternate number', () => {
  const missing = missingFields({ ...stored, phone_number: ' ', zip_code: '' })
  expect(missing).toEqual(['zip_code', 'phone_number'])
  expect(missingFields(stored)).toEqual([])
})

test('shows only changes by the office that differ from the answer', () => {
  const sent = { ...stored, city: 'Salem', zip_code: '01970', address: '2 Elm St' }
  const office = { ...stored, city: 'Lynn', zip_code: '01970', phone_number: '(617) 555-0199' }
  expect(officeChanges(stored, sent, office)).toEqual(['city', 'phone_number'])
})

test('keeps typed fields and takes the office’s changes in others', () => {
  const office = { ...stored, city: 'Lynn', phone_number: '(617) 555-0199' }
  const typed = { ...stored, city: 'Salem' }
  expect(withTyped(stored, typed, office)).toEqual({ ...office, city: 'Salem' })
})
