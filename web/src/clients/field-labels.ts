/** Labels of a client's fields. */
export const FIELD_LABELS = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  client_number: 'Client Number',
  phone_number: 'Phone Number',
  alt_number: 'Alternate Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'Zip Code',
  group_template: 'Group Template',
  status: 'Status',
} as const

export const fieldLabel = (field: string): string =>
  FIELD_LABELS[field as keyof typeof FIELD_LABELS] ?? field
