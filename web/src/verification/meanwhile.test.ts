import { expect, test } from 'vitest'
import { officeChanges, withTyped } from './meanwhile.ts'

const shown = {
  first_name: 'Ana',
  last_name: 'Ng',
  email: 'ana@example.com',
  phone_number: '(617) 555-0101',
  alt_number: '',
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
}

test('only what the office changed, and what stands otherwise on the page, is asked about', () => {
  const sent = { ...shown, city: 'Salem', zip_code: '01970', address: '2 Elm St' }
  const office = { ...shown, city: 'Lynn', zip_code: '01970', phone_number: '(617) 555-0199' }
  expect(officeChanges(shown, sent, office)).toEqual([
    { field: 'city', here: 'Salem', typed: true, office: 'Lynn' },
    { field: 'phone_number', here: '(617) 555-0101', typed: false, office: '(617) 555-0199' },
  ])
})

test('what was typed stays beside what the office changed', () => {
  const typed = { ...shown, city: 'Salem' }
  const office = { ...shown, city: 'Lynn', phone_number: '(617) 555-0199' }
  expect(withTyped(shown, typed, office)).toEqual({ ...office, city: 'Salem' })
})
