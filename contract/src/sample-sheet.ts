import { ClientInput, DEFAULT_TEMPLATE, FIELD_LABELS } from './clients.ts'

const FIELDS = Object.keys(ClientInput.shape) as (keyof ClientInput)[]

/** No zip code starts with 0, which a spreadsheet would drop. */
const CLIENTS: ClientInput[] = [
  {
    client_number: '1001',
    first_name: 'Esperanza',
    last_name: "O'Brien",
    email: 'esperanza.obrien@example.com',
    phone_number: '(212) 555-0140',
    alt_number: null,
    address: '12 Elm Street, Apt 4B',
    city: 'New York',
    state: 'NY',
    zip_code: '10001',
    country: 'United States',
    language: 'en',
    group_template: DEFAULT_TEMPLATE,
  },
  {
    client_number: '1002',
    first_name: 'Thaddeus',
    last_name: 'Yamamoto',
    email: 'thaddeus.yamamoto@example.com',
    phone_number: '(312) 555-0142',
    alt_number: '(312) 555-0143',
    address: '340 Lake Avenue',
    city: 'Chicago',
    state: 'IL',
    zip_code: '60601',
    country: 'United States',
    language: '',
    group_template: DEFAULT_TEMPLATE,
  },
]

/** A sheet to start from: headers that the import knows, and two clients. */
export const SAMPLE_SHEET = {
  headers: FIELDS.map((field) => FIELD_LABELS[field]),
  rows: CLIENTS.map((client) => FIELDS.map((field) => client[field] ?? '')),
}
