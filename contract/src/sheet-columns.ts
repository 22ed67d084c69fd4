import { CLIENT_FIELDS, type ClientField, DEFAULT_TEMPLATE, FIELDS } from './client-fields.ts'

interface SheetColumn {
  /** A valid value. The zip code has no 0 in front, which a spreadsheet would drop. */
  sample: string
  /** In characters. */
  width: number
  /** In exports, if it is not the label. */
  heading?: string
}

/** Apart from the other facts about fields, which the first screens load. */
export const SHEET_COLUMNS: Readonly<Record<ClientField, SheetColumn>> = {
  client_number: { sample: '1001', width: 16 },
  first_name: { sample: 'Esperanza', width: 16 },
  last_name: { sample: "O'Brien", width: 18 },
  email: { sample: 'esperanza.obrien@example.com', width: 34 },
  phone_number: { sample: '(212) 555-0140', width: 18 },
  alt_number: { sample: '(212) 555-0143', width: 18, heading: 'Alt Number' },
  address: { sample: '12 Elm Street, Apt 4B', width: 36 },
  city: { sample: 'New York', width: 18 },
  state: { sample: 'NY', width: 10 },
  zip_code: { sample: '10001', width: 12 },
  country: { sample: 'United States', width: 18 },
  language: { sample: 'en', width: 12 },
  group_template: { sample: DEFAULT_TEMPLATE, width: 18 },
}

export const SAMPLE_SHEET = [
  CLIENT_FIELDS.map((field) => FIELDS[field].label),
  CLIENT_FIELDS.map((field) => SHEET_COLUMNS[field].sample),
]
