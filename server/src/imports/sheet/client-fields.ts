import { ClientInput } from '@attest/contract/clients'

export type ClientField = keyof ClientInput

/** An empty cell is absent. */
export type Cells = Partial<Record<ClientField, string>>

/** Names within a sentence; the contract's FIELD_LABELS are the labels of forms. */
export const SHEET_FIELD_NAMES: Readonly<Record<ClientField, string>> = {
  client_number: 'Client number',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone_number: 'Phone number',
  alt_number: 'Alternate number',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'Zip code',
  country: 'Country',
  language: 'Language',
  group_template: 'Group template',
}

export const CLIENT_FIELDS = Object.keys(SHEET_FIELD_NAMES) as ClientField[]

/** A sheet without one of these columns is rejected. */
export const NEEDED_FIELDS: readonly ClientField[] = CLIENT_FIELDS.filter(
  (field) => !ClientInput.shape[field].safeParse(undefined).success,
)
