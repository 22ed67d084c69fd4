import { ADDRESS_FIELDS, DETAIL_FIELDS, FIELDS, formatPhone } from '@attest/contract/client-fields'
import { countryCode } from '@attest/contract/countries'
import { parsePhone } from '@attest/contract/parse-phone'
import { countryName, stateCode, stateName, US } from '@attest/contract/place'
import { sameValue } from '@attest/contract/same-value'
import { splitUnit, unitOf } from '@attest/contract/suggestions'
import type { Answer } from '../../records/answers.ts'
import type { Reading } from '../rejected-csv.ts'
import { type Cells, cleanCell } from '../sheet/clean-cell.ts'
import { type Columns, type Source, sourcesOf } from '../sheet/match-columns.ts'
import { cellsOf } from '../sheet/table.ts'
import { placeIn, placeLike, type WholePlace } from '../sheet/whole-place.ts'
import { isNameOf, nameLike } from '../whole-name.ts'

export type Detail = (typeof DETAIL_FIELDS)[number]
export type Details = { country: string } & Record<Detail, string | null>

/** The columns of each field, as the import read them. */
export function sourcesIn(columns: Reading['columns']): Source[] {
  const found: Partial<Record<string, number[]>> = {}
  const add = (field: string, at: number) => {
    found[field] = [...(found[field] ?? []), at]
  }
  for (const [at, { field, alsoPhone }] of columns.entries())
    if (field && !alsoPhone) add(field, at)
  // A kind of phone comes behind the columns that name the field.
  for (const [at, { alsoPhone }] of columns.entries())
    if (alsoPhone) for (const field of ['phone_number', 'alt_number']) add(field, at)
  return sourcesOf(found as Columns)
}

const isAddress = (field: Detail) => ADDRESS_FIELDS.includes(field)

/** Details whose value on file is another one than the row's, by an answer of the client. An address is one value. */
export function correctedFields(
  given: Cells,
  client: Details,
  answers: readonly Answer[],
  importedAt: string,
): Detail[] {
  const isOnFile = (field: Detail, text: string | null | undefined) =>
    sameValue(field, text, client[field], client.country)
  // “Mobile” fills an empty “Phone”; here it is the known alternate number.
  const standsIn = !given.alt_number && isOnFile('alt_number', given.phone_number || '?')
  const differs = (field: Detail) =>
    !isOnFile(field, given[field] || (field === 'country' ? US : '')) &&
    !(field === 'phone_number' && standsIn)
  const isAnswered = (field: Detail) => {
    const last = answers.findLast(({ old }) => field in old)
    // An older answer counts if the list was older still: the import kept the value on file.
    const isOlder = answers.some(
      ({ old }) => field in old && sameValue(field, old[field], given[field], client.country),
    )
    return last && (last.recorded_at >= importedAt || isOlder || isOnFile(field, last.new[field]))
  }
  const isChanged = (each: Detail) => isAnswered(each) && differs(each)
  const isMoved = DETAIL_FIELDS.some((each) => isAddress(each) && isChanged(each))
  const isPart = (each: Detail) => isMoved && isAddress(each) && given[each] && differs(each)
  return DETAIL_FIELDS.filter((each) => isChanged(each) || isPart(each))
}

const GROUPS: readonly (readonly Detail[])[] = [
  ['first_name', 'last_name'],
  ['email'],
  ['phone_number', 'alt_number'],
  DETAIL_FIELDS.filter(isAddress),
]

export interface GivenRow {
  texts: readonly string[]
  /** Cells that a person has replaced in the preview. */
  edits: Cells
  given: Cells
  client: Details
  sources: readonly Source[]
}

/** New texts by column. `left`: fields that cannot be entered without a guess. */
export function enterFields(row: GivenRow, fields: readonly Detail[]) {
  const cells = new Map<number, string>()
  // An alternate number without a column must not keep the phone number out.
  const isAlone = !row.sources.some(({ field }) => field === 'alt_number')
  const left = fields.filter((field) => isAlone && field === 'alt_number')
  for (const group of GROUPS) {
    const some = group.filter((field) => fields.includes(field) && !left.includes(field))
    if (some.length === 0) continue
    const texts = placed(row, group, some)
    if (!texts) left.push(...some)
    for (const [column, text] of (texts ?? []).entries())
      if (text !== (row.texts[column] ?? '')) cells.set(column, text)
  }
  return { cells, left }
}

const widthOf = ({ texts, sources }: GivenRow) =>
  Math.max(texts.length, ...sources.flatMap(({ columns }) => columns.map((column) => column + 1)))

/** The row with the new values, if the import would then read exactly these. */
function placed(row: GivenRow, group: readonly Detail[], fields: readonly Detail[]) {
  const { edits, given, client } = row
  // A group is read by itself; the country explains phone numbers, and the name the first line of an address.
  const isRead = (field: string) => /^country$|name$/.test(field) || group.includes(field as Detail)
  const sources = row.sources.filter(({ field }) => isRead(field))
  const entered = group.filter((field) => fields.includes(field) || field in edits)
  const texts = Array.from({ length: widthOf(row) }, (_, column) => row.texts[column] ?? '')
  if (group[0] === 'first_name' && placeNames(texts, row)) return texts
  const done = placeWhole(texts, row, sources)
  for (const field of entered.filter((each) => !done.includes(each))) {
    const source = sources.find((each) => each.field === field)
    const phone = field === 'alt_number' ? cellsOf(texts, sources).phone_number : undefined
    if (field === 'address' && source) placeLines(texts, source.columns, client[field] ?? '')
    else if (source) place(texts, source, client[field] ?? '', phone)
    else if (client[field]) return undefined
  }
  const read = cellsOf(texts, sources)
  const isExact = group.every((field) => {
    const wanted = entered.includes(field) ? client : given
    return asStored(field, read) === asStored(field, wanted)
  })
  return isExact ? texts : undefined
}

/** Writes “Lee, Ann” or “Ann Lee” into one cell. False for other notations, or if an import would misread it. */
function placeNames(texts: string[], { client, given, sources }: GivenRow): boolean {
  const inNames = sources.filter(({ field }) => field === 'first_name' || field === 'last_name')
  const [column = 0, ...others] = inNames
    .flatMap(({ columns }) => columns)
    .filter((each) => texts[each]?.trim())
  if (others.length > 0 || !isNameOf(texts[column]!, given)) return false
  const text = nameLike(texts[column]!, client)
  if (text) texts[column] = text
  return text !== undefined
}

/** “1 Elm St, Boston, MA 02134” or “Boston, MA 02134” in one cell, which the import has split. Gives its fields. */
function placeWhole(texts: string[], { client }: GivenRow, sources: readonly Source[]): string[] {
  if (sources.some(({ field }) => field === 'state')) return []
  for (const { field, columns } of sources) {
    const [column = 0] = columns
    const old = texts[column] ?? ''
    const was = field === 'city' || field === 'address' ? placeIn(cleanCell(field, old)) : undefined
    if (!was) continue
    const textOf = (part: keyof WholePlace) => (was[part] && client[part]) || ''
    texts[column] = placeLike(old, {
      address: textOf('address'),
      city: textOf('city'),
      state: inNotation('state', was.state, textOf('state')),
      zip_code: textOf('zip_code'),
    })
    return Object.keys(was).filter((each) => each !== 'address' || was.address !== '')
  }
  return []
}

function asStored(field: Detail, values: Cells | Details): string {
  const text = values[field] ?? ''
  const country = countryCode(values.country ?? '') ?? US
  const { kind } = FIELDS[field]
  if (kind === 'phone') return parsePhone(formatPhone(text), country) ?? text
  if (kind === 'state') return (country === US && stateCode(text)) || text
  return kind === 'country' ? country : text
}

/** @param phone the row's phone number, which is no alternate one */
function place(texts: string[], { field, columns }: Source, value: string, phone?: string): void {
  const isSource = (column: number) => {
    const text = cleanCell(field, texts[column]!)
    return text !== '' && (field !== 'alt_number' || text !== phone)
  }
  const isEmpty = (column: number) => texts[column]!.trim() === ''
  const column = columns.find(isSource) ?? columns.find(isEmpty) ?? columns[0]!
  texts[column] = inNotation(field as Detail, texts[column]!, value)
}

function placeLines(texts: string[], columns: readonly number[], value: string): void {
  const [house = 0, ...others] = columns
  if (others.length > 0 && /^\d+[a-z]?$/i.test(texts[house]!.trim())) {
    const [, number = '', street = value] = /^(\d+[a-z]?) (.+)$/i.exec(value) ?? []
    texts[house] = number
    placeLines(texts, others, street)
    return
  }
  const filled = columns.filter((column) => texts[column]!.trim() !== '')
  const [first = columns[0]!] = filled
  const isOneLine = columns.length === 1 || (filled.length === 1 && unitOf(texts[first]!) !== '')
  const { street, unit } = isOneLine ? { street: value, unit: '' } : splitUnit(value)
  const lines = texts[first]!.includes('\n') ? street.replaceAll(', ', '\n') : street
  for (const column of columns) texts[column] = ''
  texts[isOneLine ? first : columns[0]!] = lines
  if (unit) texts[columns[1]!] = unit
}

/** As the cell has it now: `="02134"`, “Massachusetts”, 617.555.0101. */
function inNotation(field: Detail, old: string, value: string): string {
  if (value === '') return ''
  const text = NOTATIONS[FIELDS[field].kind]?.(old.trim(), value) ?? value
  return old.startsWith('="') && !text.includes('"') ? `="${text}"` : text
}

const NOTATIONS: Partial<Record<string, (old: string, value: string) => string>> = {
  phone: phoneLike,
  state: (old, value) => (old.length > 2 && stateCode(old) ? stateName(value) : value),
  zip: (old, value) => (/^\d{9}$/.test(old) ? value.replace('-', '') : value),
  country: (old, value) => (/^[a-z]{2}$/i.test(old) ? value : countryName(value)),
}

const PLAIN_PHONE = /^(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s./-]*\d{3}[\s.-]*\d{4}$/

function phoneLike(old: string, value: string): string {
  const shown = formatPhone(value)
  if (!PLAIN_PHONE.test(old) || !PLAIN_PHONE.test(shown)) return shown
  const digits = shown.replace(/\D/g, '')
  // Behind a country code.
  let at = digits.length - old.replace(/\D/g, '').length
  return old.replace(/\d/g, (digit) => digits[at++] ?? digit)
}
