import { cleanText } from './clean-cell.ts'
import { letterHeader, slotOfHeader } from './column-headers.ts'
import { type Columns, matchColumns, matchCount } from './match-columns.ts'
import { isSomebody } from './somebody.ts'
import type { Table } from './table.ts'

export const ROWS_BEFORE_HEADERS = 30
export const FIRST_ROWS = [...Array(ROWS_BEFORE_HEADERS).keys()]

/** A longer header is a paragraph. */
const MAX_HEADER = 200
/** Longer texts are no heading of a group of columns. */
const MAX_PARTS = 80

export interface Headers {
  table: Table
  /** Row of the last line of headers, from 0; -1 without headers. */
  index: number
  headers: string[]
  columns: Columns
  /** Clients who must not be asked, says another sheet. The name is '' if the key is enough. */
  unwanted?: readonly (readonly [key: string, said: string, name: string])[]
}

/** The row that names most fields; without any, the first with two texts, or one. */
export function findHeaders(table: Table): Headers | undefined {
  let best: Headers | undefined
  let bestScore = 0
  for (let index = 0; index < Math.min(table.rowCount, ROWS_BEFORE_HEADERS); index++) {
    const found = headersIn(table, index)
    const texts = found.headers.filter((header) => header !== '').length
    const score = matchCount(found.columns) * 10 + Math.min(texts, 2)
    if (score > bestScore) {
      best = found
      bestScore = score
    }
  }
  if (!best || !isData(best)) return best
  const above = best.index > 0 && headersIn(table, best.index - 1)
  const isWhole = above && above.headers.filter(Boolean).length * 2 > best.headers.length
  return isWhole && !isData(above) ? above : withoutHeaders(table)
}

const DATA = /^\S+@\S+\.\w+$|^\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}$|^\d{1,8}(?:-\d{4})?$|^(?:no|yes)$/i

/** No header has such texts, even if a client is called First or City. */
const isData = ({ columns, headers }: Headers) =>
  headers.filter((header) => DATA.test(header)).length > 2 * matchCount(columns)

/** The list begins with the first row. Its columns have letters. */
export function withoutHeaders(table: Table): Headers {
  const rows = FIRST_ROWS.map((index) => table.row(index))
  const width = Math.max(...rows.map((row) => row.findLastIndex((text) => text !== '') + 1))
  const headers = Array.from({ length: width }, (_, column) => letterHeader(column))
  return { table, index: -1, headers, columns: {} }
}

/** The headers end in this row. The row above may belong to them. */
export function headersIn(table: Table, index: number): Headers {
  const own = ownTexts(table, index)
  const columns = matchColumns(own)
  const groups = groupTexts(table, index - 1)
  const grouped = withGroups(own, groups, !table.merges?.length)
  const groupedColumns = matchColumns(grouped)
  // “Spouse” above tells which of two columns “Email” is the client's.
  const isTold = own.some((text, column) => isTwice(own, text) && grouped[column] !== text)
  const isTheirs =
    !isOthers(groups[0] ?? '') &&
    own.some((text, column) => isContact(text) && isSomebody(grouped[column]!))
  return isTheirs || matchCount(groupedColumns) >= matchCount(columns) + (isTold ? 0 : 1)
    ? { table, index, headers: grouped, columns: groupedColumns }
    : { table, index, headers: own, columns }
}

const isTwice = (texts: readonly string[], text: string) =>
  text !== '' && texts.indexOf(text) !== texts.lastIndexOf(text)

const textsOf = (table: Table, index: number): string[] =>
  table.row(index).map((text) => cleanText(text).slice(0, MAX_HEADER))

/** A header may be merged over several lines; its text is in the first. */
function ownTexts(table: Table, index: number): string[] {
  const texts = textsOf(table, index)
  for (const { top, bottom, left } of table.merges ?? []) {
    if (top < index && index <= bottom) setText(texts, left, textsOf(table, top)[left])
  }
  return texts
}

/** “Name” may stand above “First” and “Last”, merged over both. */
function groupTexts(table: Table, index: number): string[] {
  if (index < 0) return []
  const texts = textsOf(table, index)
  for (const { top, bottom, left, right } of table.merges ?? []) {
    if (top > index || index > bottom) continue
    const group = textsOf(table, top)[left]
    for (let column = left; column <= right; column++) setText(texts, column, group)
  }
  return texts
}

/** Where no cells are merged, a group's heading stands above its first column only. */
const leftOf = (groups: readonly string[], column: number) =>
  groups.slice(0, column + 1).findLast((text) => text !== '')

function setText(texts: string[], column: number, text = '') {
  while (texts.length <= column) texts.push('')
  if (texts[column] === '') texts[column] = text
}

function withGroups(own: readonly string[], groups: readonly string[], isWide: boolean): string[] {
  return Array.from({ length: Math.max(own.length, groups.length) }, (_, column) => {
    const text = own[column] ?? ''
    const isShared = isTwice(own, text)
    const near = (isWide ? leftOf(groups, column) : groups[column]) ?? ''
    const isTheirs = isContact(text) && isOthers(near) && isBehind(own, groups.indexOf(near))
    const group = isShared || isTheirs ? near : (groups[column] ?? '')
    if (text === '' || group === '') return text || group
    if (isTheirs) return `${group} ${text}`
    if (text.length + group.length > MAX_PARTS) return text
    const whole = [`${group} ${text}`, `${text} ${group}`]
    const known = whole.find((each) => slotOfHeader(each) !== undefined)
    return known ?? (isShared ? whole[0]! : text)
  })
}

const isContact = (header: string) => /email$|phone|^alt/.test(slotOfHeader(header) ?? '')

const isOthers = (group: string) => group.length <= MAX_NAME && isSomebody(group)

/** Whether columns of the client come before. Over the first few of them, a text is the table's title. */
const isBehind = (own: readonly string[], column: number) =>
  own.slice(0, Math.min(column, 20)).filter((text) => slotOfHeader(text)).length > 1

const MAX_NAME = 60

export const shortName = (name: string) => cleanText(name).slice(0, MAX_NAME)

export const hasContent = ({ rowCount, row }: Table) =>
  Array(rowCount)
    .keys()
    .some((at) => row(at).some((text) => cleanText(text) !== ''))

/** A column without a header gets its letter. */
export const headersOf = (columns: Iterable<number>, headers: readonly string[]): string[] =>
  [...columns]
    .toSorted((a, b) => a - b)
    .map((column) => shortName(headers[column] ?? '') || letterHeader(column))
