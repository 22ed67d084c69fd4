import { ClientInput, DEFAULT_TEMPLATE, FIELD_LABELS } from './clients.ts'

const FIELDS = Object.keys(ClientInput.shape) as (keyof ClientInput)[]

/** Its zip code does not start with 0, which a spreadsheet would drop. */
const CLIENT: ClientInput = {
  client_number: '1001',
  first_name: 'Esperanza',
  last_name: "O'Brien",
  email: 'esperanza.obrien@example.com',
  phone_number: '(212) 555-0140',
  alt_number: '(212) 555-0143',
  address: '12 Elm Street, Apt 4B',
  city: 'New York',
  state: 'NY',
  zip_code: '10001',
  country: 'United States',
  language: 'en',
  group_template: DEFAULT_TEMPLATE,
}

export const SAMPLE_SHEET = [
  FIELDS.map((field) => FIELD_LABELS[field]),
  FIELDS.map((field) => CLIENT[field] ?? ''),
]
