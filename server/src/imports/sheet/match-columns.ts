import { CLIENT_FIELDS, type ClientField, NEEDED_FIELDS, nameOf } from './client-fields.ts'
import {
  isSameHeader,
  type Match,
  matchOf,
  namesAnother,
  type Slot,
  saysWhich,
} from './column-headers.ts'

/** Columns by their position from 0. */
export type Columns = Partial<Record<Slot, number[]>>

export interface Source {
  field: ClientField
  columns: number[]
}

/** In these, another column of the same person fills an empty cell. Of other fields one column counts for all rows. */
const STAND_INS: readonly ClientField[] = ['email', 'phone_number', 'alt_number']

/** A person's own choice of a column counts whatever it holds. */
export type Chosen = Match | { slot: Slot; closeness: 'chosen' }

interface Candidate {
  position: number
  header: string
  slot: Slot
  score: number
}

const CLOSENESS = { chosen: 4, exact: 3, close: 2, vague: 1 }

/** A column with a vague heading is only read if most of its texts fit the field. */
const MOST = 0.5

/**
 * @param fits the share of a column's texts that fit a field
 */
export function matchColumns(
  headers: readonly string[],
  choose: (header: string, position: number) => Chosen | undefined = matchOf,
  fits: (slot: Slot, position: number) => number = () => 1,
): Columns {
  const found = headers.flatMap((header, position): (Candidate & Chosen)[] => {
    const match = choose(header, position)
    if (!match) return []
    if (match.closeness === 'chosen')
      return [{ ...match, position, header, score: CLOSENESS.chosen }]
    const share = fits(match.slot, position)
    if (match.closeness !== 'exact' && share < MOST) return []
    return [{ ...match, position, header, score: CLOSENESS[match.closeness] * share }]
  })
  const own = found.filter(({ closeness }) => closeness !== 'chosen')
  const others = new Set(ofOthers(headers, own))
  const columns: Columns = {}
  for (const candidate of found.toSorted((a, b) => b.score - a.score)) {
    if (others.has(candidate)) continue
    columns[candidate.slot] = [...(columns[candidate.slot] ?? []), candidate.position]
  }
  // Two mailboxes stand in for each other only if both headings say which they are.
  const emails = columns.email ?? []
  if (!emails.every((position) => saysWhich(headers[position] ?? ''))) columns.email = [emails[0]!]
  return withOthers(columns)
}

/**
 * Columns of other people, and the second of two equal headings. A client's person ends before the next client number,
 * and before another name: what repeats a field behind it is somebody else's.
 */
function ofOthers(headers: readonly string[], own: readonly Candidate[]): Candidate[] {
  const repeated = own.filter((one) =>
    own.some((first) => first.position < one.position && isSameHeader(first.header, one.header)),
  )
  const nextClient = repeated.find(({ slot }) => slot === 'client_number')?.position ?? Infinity
  const firstName = own.find(({ slot }) => NAMES.includes(slot))?.position ?? Infinity
  const nextName = headers.findIndex(
    (header, position) =>
      position > firstName && (namesAnother(header) || isAnotherName(own, position)),
  )
  const end = nextName < 0 ? Infinity : nextName
  const before = new Set(own.filter(({ position }) => position < end).map(kindOf))
  return own.filter(
    (one) =>
      repeated.includes(one) ||
      one.position >= nextClient ||
      (one.position > end && before.has(kindOf(one))),
  )
}

const NAMES: readonly Slot[] = ['first_name', 'last_name', 'whole_name']

/** A first, last or whole name that the sheet already had in another column. */
const isAnotherName = (own: readonly Candidate[], position: number) => {
  const slot = own.find((each) => each.position === position)?.slot
  return slot === 'first_name' && own.some((each) => each.slot === slot && each.position < position)
}

const kindOf = ({ slot }: Candidate) =>
  slot === 'other_phone' || slot === 'alt_number' ? 'phone_number' : slot

function withOthers({ other_number, other_phone = [], ...columns }: Columns): Columns {
  if (other_number) columns.client_number ??= other_number
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
    if (STAND_INS.includes(field)) return { field, columns: matching }
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
