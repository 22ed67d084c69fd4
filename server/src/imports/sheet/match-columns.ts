import { CLIENT_FIELDS, type ClientField, FIELD_LABELS, NEEDED_FIELDS } from './client-fields.ts'
import { type Slot, slotOf } from './column-heads.ts'

/** Which columns may hold what, by their position from 0. */
export type Columns = Partial<Record<Slot, number[]>>

/** A field and the columns it is read from. */
export interface Source {
  field: ClientField
  columns: number[]
}

/** Where two columns match, these take one of them for the whole sheet: their parts hang together. */
const ONE_COLUMN: readonly ClientField[] = ['client_number', 'address', 'city', 'state', 'zip_code']

export function matchColumns(heads: readonly string[]): Columns {
  const columns: Columns = {}
  heads.forEach((head, position) => {
    const slot = slotOf(head)
    if (!slot) return
    columns[slot] ??= []
    columns[slot].push(position)
  })
  return withOthers(columns)
}

/** Lets the less certain columns stand in where the certain ones are missing. */
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

/** How many fields of a client a row of heads names. */
export const matchCount = (columns: Columns): number =>
  CLIENT_FIELDS.filter((field) => columns[field]).length

/** Each field's columns, the first of which that has a text gives it. An address takes all of its own. */
export function sourcesOf(columns: Columns, hasText: (column: number) => boolean): Source[] {
  const choose = (matching: number[] = []) =>
    [matching.find(hasText) ?? matching[0]].filter((column) => column !== undefined)
  return CLIENT_FIELDS.flatMap((field) => {
    const matching = columns[field]
    if (!matching) return []
    if (!ONE_COLUMN.includes(field)) return { field, columns: matching }
    const more = field === 'address' ? [columns.address_2, columns.address_3] : []
    return { field, columns: [matching, ...more].flatMap(choose) }
  })
}

/** Why these heads will not do, in the words of the form. */
export function refusalOf(heads: readonly string[], columns: Columns): string {
  const labels = missingFields(columns).map((field) => FIELD_LABELS[field])
  if (matchCount(columns) === 0) {
    const found = heads.filter((head) => head !== '')
    const read = found.length > 0 ? ` It begins with ${quoted(found)}.` : ''
    return `No column heads were recognized in this file.${read} Needed are ${labels.join(', ')}.`
  }
  const missing = `${labels.length === 1 ? 'This column is' : 'These columns are'} missing: ${labels.join(', ')}.`
  const whole = columns.whole_name?.[0]
  if (whole === undefined || (columns.first_name && columns.last_name)) return missing
  return `${missing} The names in “${heads[whole]}” cannot be split safely: give first and last name a column each.`
}

/** Enough to recognize one's own sheet by. */
const quoted = (heads: string[]) =>
  heads
    .slice(0, 12)
    .map((head) => `“${head.slice(0, 40)}”`)
    .join(', ')
