import { CLIENT_FIELDS, type ClientField, NEEDED_FIELDS, nameOf } from './client-fields.ts'
import { type Slot, slotOfHeader } from './column-headers.ts'

/** Columns by their position from 0. */
export type Columns = Partial<Record<Slot, number[]>>

export interface Source {
  field: ClientField
  columns: number[]
}

/** If two columns match, one is taken for the whole sheet: parts of an address belong together. */
const ONE_COLUMN: readonly ClientField[] = [
  'client_number',
  'address',
  'city',
  'state',
  'zip_code',
  'country',
]

type SlotChooser = (header: string, position: number) => Slot | undefined

export function matchColumns(
  headers: readonly string[],
  choose: SlotChooser = slotOfHeader,
): Columns {
  const columns: Columns = {}
  headers.forEach((header, position) => {
    const slot = choose(header, position)
    if (!slot) return
    columns[slot] ??= []
    columns[slot].push(position)
  })
  return withOthers(columns)
}

function withOthers({ other_number, other_phone = [], ...columns }: Columns): Columns {
  columns.client_number ??= other_number
  const phones = [...(columns.phone_number ?? []), ...other_phone]
  const spare = other_phone.filter((column) => column !== phones[0])
  if (phones.length > 0) columns.phone_number = phones
  if (spare.length > 0) columns.alt_number ??= spare
  return columns
}

export const missingFields = (columns: Columns): ClientField[] =>
  NEEDED_FIELDS.filter((field) => !columns[field])

export const matchCount = (columns: Columns): number =>
  CLIENT_FIELDS.filter((field) => columns[field]).length

/** The columns of each field: the first one with a text gives it. An address takes all of its own. */
export function sourcesOf(columns: Columns, hasText: (column: number) => boolean): Source[] {
  const choose = (matching: number[] = []) =>
    [(matching.length > 1 ? matching.find(hasText) : undefined) ?? matching[0]].filter(
      (column) => column !== undefined,
    )
  return CLIENT_FIELDS.flatMap((field) => {
    const matching = columns[field]
    if (!matching) return []
    if (!ONE_COLUMN.includes(field)) return { field, columns: matching }
    const more = field === 'address' ? [columns.address_2, columns.address_3] : []
    return { field, columns: [matching, ...more].flatMap(choose) }
  })
}

export function rejectionOf(headers: readonly string[], columns: Columns): string {
  const labels = missingFields(columns).map(nameOf)
  if (matchCount(columns) === 0) {
    const found = headers.filter((header) => header !== '')
    const read = found.length > 0 ? ` It begins with ${quoted(found)}.` : ''
    return `No column headings were recognized in this file.${read} Needed are ${labels.join(', ')}.`
  }
  const missing = `${labels.length === 1 ? 'This column is' : 'These columns are'} missing: ${labels.join(', ')}.`
  const whole = columns.whole_name?.[0]
  if (whole === undefined || (columns.first_name && columns.last_name)) return missing
  return `${missing} The names in “${headers[whole]}” cannot be split safely: give first and last name a column each.`
}

const quoted = (headers: string[]) =>
  headers
    .slice(0, 12)
    .map((header) => `“${header.slice(0, 40)}”`)
    .join(', ')
