import { US } from './place.ts'

export const DEFAULT_TEMPLATE = 'GeneralClients'

/** Decides how a value is typed, tidied, checked, compared and shown. lines: a street address. */
type FieldKind =
  | 'text'
  | 'number'
  | 'lines'
  | 'city'
  | 'email'
  | 'phone'
  | 'state'
  | 'zip'
  | 'country'
  | 'language'
  | 'template'

interface FieldRow {
  label: string
  kind: FieldKind
  section: 'person' | 'contact' | 'address' | 'office'
  /** in_us: may be empty abroad. given: may be empty, but not missing. */
  needed: 'always' | 'in_us' | 'given' | 'never'
  /** The value of a new client without one. A field that is never needed and has no default may be null. */
  default?: string
  /** The input's `autocomplete` on the client's page. */
  autocomplete?: string
}

/** In the order of sheets and exports. The headings that an import knows are in `column-headers.ts`. */
const ROWS = {
  client_number: { label: 'Client Number', kind: 'number', section: 'person', needed: 'always' },
  first_name: {
    label: 'First Name',
    kind: 'text',
    section: 'person',
    needed: 'always',
    autocomplete: 'given-name',
  },
  // A person may have one name only.
  last_name: {
    label: 'Last Name',
    kind: 'text',
    section: 'person',
    needed: 'given',
    autocomplete: 'family-name',
  },
  email: {
    label: 'Email',
    kind: 'email',
    section: 'contact',
    needed: 'always',
    autocomplete: 'email',
  },
  phone_number: {
    label: 'Phone Number',
    kind: 'phone',
    section: 'contact',
    needed: 'always',
    autocomplete: 'tel',
  },
  alt_number: {
    label: 'Alternate Phone',
    kind: 'phone',
    section: 'contact',
    needed: 'never',
    autocomplete: 'off',
  },
  address: {
    label: 'Address',
    kind: 'lines',
    section: 'address',
    needed: 'always',
    autocomplete: 'address-line1',
  },
  city: {
    label: 'City',
    kind: 'city',
    section: 'address',
    needed: 'always',
    autocomplete: 'address-level2',
  },
  state: {
    label: 'State',
    kind: 'state',
    section: 'address',
    needed: 'in_us',
    autocomplete: 'address-level1',
  },
  zip_code: {
    label: 'Zip Code',
    kind: 'zip',
    section: 'address',
    needed: 'in_us',
    autocomplete: 'postal-code',
  },
  country: {
    label: 'Country',
    kind: 'country',
    section: 'address',
    needed: 'always',
    default: US,
    autocomplete: 'country',
  },
  language: {
    label: 'Language',
    kind: 'language',
    section: 'office',
    needed: 'never',
    default: '',
  },
  group_template: {
    label: 'Group Template',
    kind: 'template',
    section: 'office',
    needed: 'always',
    default: DEFAULT_TEMPLATE,
  },
} as const satisfies Record<string, FieldRow>

type Rows = typeof ROWS
export type ClientField = keyof Rows

export type DefaultedField = {
  [F in ClientField]: Rows[F] extends { default: string } ? F : never
}[ClientField]
export type NullableField = Exclude<
  { [F in ClientField]: Rows[F] extends { needed: 'never' } ? F : never }[ClientField],
  DefaultedField
>

export const FIELDS: Readonly<Record<ClientField, FieldRow>> = ROWS

export const CLIENT_FIELDS = Object.keys(ROWS) as ClientField[]

export const fieldsWhere = (fits: (row: FieldRow) => boolean): ClientField[] =>
  CLIENT_FIELDS.filter((field) => fits(FIELDS[field]))

/** Empty for other columns of `clients`. */
export const rowOf = (column: string | null): Partial<FieldRow> =>
  FIELDS[column as ClientField] ?? {}

export function mayBeNull(column: string | null): boolean {
  const { needed, default: start } = rowOf(column)
  return needed === 'never' && start === undefined
}

/** Values as a form shows them. */
export const formTexts = <F extends string>(
  values: Readonly<Record<F, string | null>>,
  fields: readonly F[],
) =>
  Object.fromEntries(
    fields.map((field) => {
      const text = values[field] ?? ''
      return [field, rowOf(field).kind === 'phone' ? formatPhone(text) : text]
    }),
  ) as Record<F, string>

/** The label as it stands in a sentence: 'Client number'. */
export const nameOf = (field: ClientField): string =>
  FIELDS[field].label.charAt(0) + FIELDS[field].label.slice(1).toLowerCase()

/** A sheet without one of these columns is rejected. */
export const NEEDED_FIELDS = fieldsWhere(
  (row) => row.needed !== 'never' && row.default === undefined,
)

/** The letter and the client's page ask for one of these that a record lacks. */
export const ASKED_FOR = NEEDED_FIELDS.filter((field) => FIELDS[field].section !== 'person')

/** Kept or replaced together, since fields from two addresses make no valid one. */
export const ADDRESS_FIELDS: readonly string[] = fieldsWhere(({ section }) => section === 'address')

/** What clients see and may change, in the order of their page. */
export const DETAIL_FIELDS = [
  'first_name',
  'last_name',
  'address',
  'country',
  'city',
  'state',
  'zip_code',
  'phone_number',
  'alt_number',
  'email',
] as const satisfies ClientField[]
export type DetailName = (typeof DETAIL_FIELDS)[number]

/** The fields that the history compares, in its order (spec §3). */
export const COMPARED_FIELDS = [
  ...CLIENT_FIELDS.flatMap((field): ClientField[] => {
    if (field === 'client_number') return []
    return field === 'phone_number' ? ['client_number', field] : [field]
  }),
  'status' as const,
]

export const FIELD_LABELS = {
  ...(Object.fromEntries(CLIENT_FIELDS.map((field) => [field, FIELDS[field].label])) as Record<
    ClientField,
    string
  >),
  status: 'Status',
}

// Formats phone numbers without the library that reads them, as the client's page loads this.

const STORED_US = /^(?:\+?1)?[\s.-]*\(?(\d{3})\)?[\s./-]*(\d{3})[\s.-]*(\d{4})(?:;ext=(\d+))?$/
const STORED = /^(\+\d+);ext=(\d+)$/

/** '+16175550101;ext=12' and numbers stored before that notation → '(617) 555-0101 ext. 12' */
export function formatPhone(text: string): string {
  const [, area, office, line, ext] = STORED_US.exec(text.trim()) ?? []
  if (area) return withExtension(`(${area}) ${office}-${line}`, ext)
  const [, number, foreignExt] = STORED.exec(text) ?? []
  return number ? withExtension(number, foreignExt) : text
}

const withExtension = (number: string, ext?: string) => (ext ? `${number} ext. ${ext}` : number)

export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()
