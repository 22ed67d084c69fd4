import {
  CLIENT_FIELDS,
  type ClientField,
  NEEDED_FIELDS,
  nameOf,
} from '@attest/contract/client-fields'
import { countryCode } from '@attest/contract/countries'
import type { ColumnField } from '@attest/contract/import-previews'
import { stateCode } from '@attest/contract/place'
import { isStreetWord } from '@attest/contract/same-value'
import { addressGroup, withStreets } from './address-columns.ts'
import { isFlag } from './clean-cell.ts'
import {
  asksPermission,
  letterHeader,
  type Meaning,
  meaningOf,
  type Slot,
  WEAK,
} from './column-headers.ts'
import { COPIED, isYesOrNo } from './do-not-email.ts'
import { withWholeNames } from './name-columns.ts'
import { columnsOfOthers, PREFERRED } from './other-persons.ts'

export type Columns = Partial<Record<Slot, number[]>>

export interface Source {
  field: ClientField
  columns: number[]
}

export interface Content {
  /** A person's choice for a column; `ignored`: it fills no field; undefined: its heading decides. */
  chosen?(header: string, position: number): ColumnField | null | undefined
  /** Chosen column by column, not by heading. */
  isPerColumn?: boolean
  /** Nobody looks at the columns: a certain heading counts, so that its rows are rejected with reasons. */
  isUnseen?: boolean
  /** Texts of some rows. Absent: only the headings count. */
  samples?: readonly (readonly string[])[]
  /** The names and ids that a group may have. */
  groups?: readonly string[] | undefined
}

export interface Candidate extends Meaning {
  position: number
  score: number
  isEmpty: boolean
  filled: number
  /** Any other column of the field is better: “State” may say “Open”. */
  isUnlikely: boolean
}

/** Below it, a column stays unmatched for a person to see. */
const LOWEST_SCORE = 0.3
const CERTAIN = 2

/** Each heading's closeness times the share of its samples that fit. The best column of each field counts. */
export function matchColumns(headers: readonly string[], content: Content = {}): Columns {
  const candidates = candidatesOf(headers, content)
  const inAddress = addressGroup(candidates)
  const ranked = candidates.toSorted(
    (a, b) =>
      Number(a.isUnlikely) - Number(b.isUnlikely) || b.score - a.score || a.position - b.position,
  )
  const bySlot = Map.groupBy(ranked.filter(inAddress), ({ slot }) => slot)
  const columns: Columns = {}
  for (const [slot, found] of bySlot) {
    const chosen = found.filter(({ score }) => score === CERTAIN)
    const isAll = /^kind_|^do_not_email$|^street_part$|^address_3$/.test(slot) || chosen.length > 0
    const counted = chosen.length > 0 ? chosen : found
    const isNewer = ({ position, score }: Candidate) =>
      score >= LOWEST_SCORE && MAY_BE_NEWER.test(slot) && NEWER.test(headers[position]!)
    const [newer, others] = [counted.filter(isNewer), counted.filter((each) => !isNewer(each))]
    const rest = isAll ? others.toSorted((a, b) => a.position - b.position) : others.slice(0, 1)
    columns[slot] = [...newer, ...rest].map(({ position }) => position)
  }
  withWholeNames(columns, headers, content)
  return withKinds(withStreetParts(columns))
}

/** In “New Email” an office notes what has changed since. Where it is empty, “Email” counts. */
const NEWER =
  /^(?:new|updated|correct(?:ed)?|current|(?:preferred|best)(?= e-?mail))\b|\bto use$|\((?:new|updated|corrected|current)\)$/i
const MAY_BE_NEWER = /^(?:email|phone_number|alt_number|first_name|last_name)$/

/** “12”, “N” and “St” around “Main” belong to the first line of the address. */
function withStreetParts({ house_number = [], street_part = [], ...columns }: Columns): Columns {
  const { address, address_2 = [] } = columns
  if (!address || house_number.length + street_part.length === 0) return columns
  const parts = [...street_part, ...address].toSorted((a, b) => a - b)
  const [first, ...more] = [...house_number, ...parts]
  return { ...columns, address: [first!], address_2: [...more, ...address_2] }
}

function candidatesOf(headers: readonly string[], content: Content): Candidate[] {
  const { chosen = () => undefined, samples } = content
  const hasEmails = headers.some(
    (header, at) =>
      /^(?:kind_)?email$/.test(meaningOf(header)?.slot ?? '') && samples?.[at]?.some(hasAt),
  )
  const found = headers.map((header, position) => {
    const choice = chosen(header, position)
    const meaning = meantBy(header, samples?.[position], hasEmails)
    // “Deceased” says not to write, although the firm also keeps it as a column of its own.
    const isSaid = choice && isOwn(choice) && meaning?.slot === 'do_not_email'
    if (choice === undefined || isSaid) return meaning
    if (choice === null || choice === 'ignored' || isOwn(choice)) return undefined
    return { slot: choice as Slot, closeness: CERTAIN, group: '' }
  })
  const isFree = (position: number) =>
    !found[position] && chosen(headers[position]!, position) === undefined
  if (samples) byContent(headers, samples, found, isFree)
  const meanings = withStreets(found, headers)
  const others = new Set(content.isPerColumn ? [] : columnsOfOthers(headers, meanings, samples))
  return meanings.flatMap((meaning, position) => {
    if (!meaning || others.has(position)) return []
    const texts = (samples?.[position] ?? []).filter((text) => text !== '')
    const isCertain = meaning.closeness === CERTAIN
    const share = isCertain ? 1 : shareThatFits(meaning, texts, content.groups)
    const score = meaning.closeness * share
    // Another column may hold another person's email.
    const mayYield = samples !== undefined && !isCertain && meaning.slot !== 'email'
    const isEmpty = mayYield && texts.length === 0
    const isUnlikely = mayYield && !texts.some(CONVINCING[meaning.slot] ?? (() => true))
    const stays = content.isUnseen && meaning.closeness > WEAK
    return score < LOWEST_SCORE && !stays
      ? []
      : [{ ...meaning, position, score, isEmpty, filled: texts.length, isUnlikely }]
  })
}

/** “1001” under “Client” is no name, “Home” under “Preferred Email” no email, and “No” under “PO Box” no address. */
function meantBy(header: string, texts: readonly string[] = [], hasEmails = false) {
  const meaning = meaningOf(header)
  const filled = texts.filter(Boolean)
  const as = (slot: Slot): Meaning => ({ slot, closeness: 0.7, group: '' })
  if (!meaning || filled.length === 0) return meaning
  if (PREFERRED.test(header) && !filled.some((text) => /@|\d{3}/.test(text))) return undefined
  const isName = meaning.slot === 'whole_name'
  if (isName && filled.every((text) => /^[\d.-]{0,9}$/.test(text))) return as('client_number')
  if (/\bbox\b|\bcare of\b|c\/o/i.test(header) && filled.every(isFlag)) return undefined
  const says = (isName || hasEmails) && asksPermission(header) && filled.every(isYesOrNo)
  return says ? as('do_not_email') : meaning
}

const isOwn = (field: string) => /^(?:own|new)\./.test(field)

/** “Work email” and “Personal email” stand in for each other, as do the kinds of phones. */
function withKinds({ kind_email = [], kind_phone = [], ...columns }: Columns): Columns {
  if (!columns.email && kind_email.length > 0) columns.email = kind_email
  const phones = [...(columns.phone_number ?? []), ...kind_phone]
  const spare = kind_phone.filter((column) => column !== phones[0])
  if (phones.length > 0) columns.phone_number = phones
  if (spare.length > 0) columns.alt_number = [...(columns.alt_number ?? []), ...spare]
  return columns
}

export const missingFields = (columns: Columns): ClientField[] =>
  NEEDED_FIELDS.filter((field) => !columns[field])

export const matchCount = (columns: Columns): number =>
  CLIENT_FIELDS.filter((field) => columns[field]).length

/** The columns of each field: the first one with a text gives it. An address takes all of its own. */
export const sourcesOf = (columns: Columns): Source[] =>
  CLIENT_FIELDS.flatMap((field) => {
    const matching = columns[field]
    if (!matching) return []
    const { address_2 = [], address_3 = [] } = columns
    const more = field === 'address' ? [...address_2, ...address_3] : []
    return { field, columns: [...matching, ...more] }
  })

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

type Fits = (text: string) => boolean

const digitsIn = (text: string) => text.match(/\d/g)?.length ?? 0
const isEmail: Fits = (text) => /\S@\S+\.\S/.test(text)
const hasAt: Fits = (text) => text.includes('@')
/** An extension, or a “Cell” in a prison, has fewer digits. */
const hasNumber: Fits = (text) => digitsIn(text) >= 6 && !hasAt(text)
const isName: Fits = (text) => /\p{L}/u.test(text) && !text.includes('@')
const isCountry: Fits = (text) => countryCode(text) !== undefined
const isState: Fits = (text) => stateCode(text) !== undefined
const isUsZip: Fits = (text) => /^\d{4,5}(?:[- ]?\d{4})?$/.test(text)

/** Values that fit a certain heading. Other fields may hold any text. */
const PLAUSIBLE: Partial<Record<Slot, Fits>> = {
  email: hasAt,
  kind_email: hasAt,
  phone_number: hasNumber,
  kind_phone: hasNumber,
  alt_number: hasNumber,
  first_name: isName,
  last_name: isName,
  whole_name: isName,
  address: (text) => !hasAt(text),
  city: (text) => !hasAt(text),
  state: (text) => isState(text) || !/[\d@]/.test(text),
  zip_code: (text) => digitsIn(text) > 0 && text.length <= 20,
  do_not_email: isYesOrNo,
}

const isPhone: Fits = (text) => digitsIn(text) >= 7 && !/[\p{L}@]{4}/u.test(text)

/** Values that a column needs if its heading is weak or missing. */
const CONVINCING: Partial<Record<Slot, Fits>> = {
  email: isEmail,
  phone_number: isPhone,
  kind_phone: isPhone,
  // A firm has units, too: “Litigation”.
  address_2: (text) => /\d|^[a-z]$/i.test(text),
  street_part: isStreetWord,
  state: isState,
  zip_code: isUsZip,
  country: isCountry,
}

/** Adds one value that fits: a few bad values are bad rows, many are another column. */
function shareThatFits(
  { slot, closeness }: Meaning,
  texts: readonly string[],
  groups: readonly string[] = [],
): number {
  if (texts.length === 0) return 1
  if (slot === 'group_template' && closeness <= WEAK && groups.length > 0) {
    const known = new Set(groups.map((name) => name.toLowerCase()))
    return shareOf(texts, (text) => known.has(text.toLowerCase()))
  }
  const fits = (closeness <= WEAK && CONVINCING[slot]) || PLAUSIBLE[slot]
  if (!fits) return 1
  // Nobody needs a second phone: a column with none is left out, however short the list.
  const isOptional = slot === 'kind_phone' || slot === 'alt_number'
  return isOptional && !texts.some(fits) ? 0 : shareOf(texts, fits)
}

const shareOf = (texts: readonly string[], fits: Fits) =>
  (texts.filter(fits).length + 1) / (texts.length + 1)

/** Only these are certain without a heading, the most certain first. */
const FOUND_BY_CONTENT: readonly Slot[] = ['email', 'state', 'zip_code', 'phone_number']
const ALMOST_ALL = 0.9

const OTHER_COUNTRY = /citizen|national|birth|born|origin|passport|visa|language|tax/i

/** Gives columns without a meaning one, where their content alone is certain. */
function byContent(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  meanings: (Meaning | undefined)[],
  isFree: (position: number) => boolean,
): void {
  const give = (slot: Slot, fits: Fits, mayBe: (header: string, at: number) => boolean) => {
    if (meanings.some((meaning) => meaning?.slot === slot)) return
    const position = headers.findIndex((header, at) => {
      const texts = (samples[at] ?? []).filter((text) => text !== '')
      if (!isFree(at) || !mayBe(header, at) || texts.length === 0) return false
      return texts.filter(fits).length >= ALMOST_ALL * texts.length
    })
    if (position >= 0) meanings[position] = { slot, closeness: WEAK, group: '' }
  }
  // Five digits before the state are a client's number.
  const isBehindState = (at: number) => meanings.slice(0, at).some((each) => each?.slot === 'state')
  if (headers.every((text, at) => ['', letterHeader(at), ...COPIED].includes(text)))
    for (const slot of FOUND_BY_CONTENT)
      give(slot, CONVINCING[slot]!, (_, at) => slot !== 'zip_code' || isBehindState(at))
  // A client abroad must not be taken for one in the United States.
  give(
    'country',
    (text) => /^\D{4,}$|^USA$/.test(text) && isCountry(text) && !isState(text),
    (header) => !OTHER_COUNTRY.test(header),
  )
}
