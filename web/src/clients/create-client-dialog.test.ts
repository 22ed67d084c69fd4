import { expect, test } from 'vitest'
import { checkNewClient } from './create-client-dialog.tsx'

const whole = {
  first_name: 'Ann',
  last_name: 'Archer',
  email: 'ann@example.com',
  phone_number: '555',
  alt_number: '',
  client_number: '9001',
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
  country: 'US',
  language: '',
  group_template: 'GeneralClients',
  own: {},
}

test.each([
  [{}, undefined],
  [{ last_name: ' ' }, 'First name, last name, email, and template group are required.'],
  [{ group_template: '' }, 'First name, last name, email, and template group are required.'],
  [{ email: 'a b@example.com' }, 'Please enter a valid email address.'],
  [{ phone_number: '', city: '' }, 'Phone number is required.'],
  [{ country: 'DE', state: '', zip_code: '' }, undefined],
  [{ city: '', client_number: '' }, 'Complete address information is required.'],
  [{ client_number: '' }, 'Client number and phone number are required.'],
])('checks a new client with %o: %s', (part, message) => {
  expect(checkNewClient({ ...whole, ...part })).toBe(message)
})
