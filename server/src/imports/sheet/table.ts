import type { Preview } from '@attest/contract/import-previews'
import type { Import, SheetNote } from '@attest/contract/imports'
import { type Cells, cleanCell, cleanRow, cleanText, isFlag, valueText } from './clean-cell.ts'
import { slotOfHeader } from './column-headers.ts'
import { damagedRowFinder } from './damaged-row.ts'
import type { ReadEncoding } from './decode-text.ts'
import { bareName, doNotEmailFinder, keysOf, requestAbout } from './do-not-email.ts'
import type { Headers } from './header-rows.ts'
import { mendText } from './likely-words.ts'
import { type Source, sourcesOf } from './match-columns.ts'
import { inactiveFinder, ownSourcesFinder } from './other-persons.ts'
import { kindGuesser, type OwnFacts, type OwnSource } from './own-cells.ts'
import type { Hidden } from './sheet-facts.ts'
import { joinLines } from './whole-place.ts'

/** The message is a sentence for the person who chose the file. */
export class SheetRejected extends Error {
  override readonly name = 'SheetRejected'
}

/** Cells to the right are not read, and longer texts are cut. */
const MAX_COLUMNS = 500
const MAX_CELL = 1000

const NO_CELLS: readonly string[] = []

export function readCells<C>(cells: readonly C[], textOf: (cell: C) => string): readonly string[] {
  if (cells.every((cell) => !cell)) return NO_CELLS
  return Array.from(cells.slice(0, MAX_COLUMNS), (cell) =>
    mendText(textOf(cell).slice(0, MAX_CELL)),
  )
}

export interface Table {
  name?: string
  /** Counted from 0; row(i) has number i + 1 in the spreadsheet. */
  rowCount: number
  row(index: number): readonly string[]
  /** The whole texts as a person sees them, for a copy of the sheet. */
  shown(index: number): readonly string[]
  /** Columns of the longest of these. */
  width(): number
  /** The address to which the link of a cell writes. */
  mailTo?(row: number, column: number): string | undefined
  /** Notes of cells, by row. */
  remarks?: ReadonlyMap<number, readonly (readonly [column: number, text: string])[]>
  /** Delimited text, where a missing quotation mark shifts cells. */
  delimiter?: string
  /** Text that begins with a mark of its encoding, or is not UTF-8. */
  isMarked?: boolean
  /** The value is in the first cell. Only those near the headers. */
  merges?: readonly Merge[]
  hidden?: Hidden
  encoding?: ReadEncoding
  notes?: readonly SheetNote[]
}

export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  row: number
  cells: Cells
  /** Why its cells cannot be trusted. */
  damage?: string
  /** The sheet calls the client inactive, former or prospective. */
  inactive?: boolean | undefined
}

/** The part of the file that was read as the table, for a person to check. */
export interface Layout {
  /** Sheets with content; empty for text. */
  sheets: string[]
  sheet: string
  /** From 1. */
  headerRow: number
  columns: Preview['columns']
}

export interface ReadTable extends Layout {
  notRead: Import['notRead']
  notes: readonly SheetNote[]
  hidden: Preview['hidden']
  /** null: a workbook, or only ASCII. */
  encoding: Preview['encoding']
  totalRows: number
  rows: Iterable<SheetRow>
}

/** `unread`: other columns with content, each with the guess of its kind. */
export function readBelow(found: Headers, own: readonly OwnSource[] = [], facts?: OwnFacts) {
  const { columns } = found
  const sources = sourcesOf(columns)
  const table = withHeadings(withMailLinks(found.table, columns.email ?? []), found)
  const surveyed = survey({ ...found, table }, { sources, own, facts })
  const rows = rowsOf({ ...found, table }, sources, own, surveyed)
  return { ...surveyed, rows, sources }
}

/** “Email Ada” shows no address. With that of its link, the cell is one that a person must accept. */
export function withMailLinks(table: Table, columns: readonly number[]): Table {
  const { mailTo } = table
  if (!mailTo) return table
  const withLink = (index: number) => (text: string, column: number) => {
    if (!columns.includes(column) || text.includes('@') || valueText(text) === '') return text
    const address = mailTo(index, column)
    return address ? `${text} <${address}>` : text
  }
  return { ...table, row: (index) => table.row(index).map(withLink(index)) }
}

const BOX = ['PO Box ', /\bp\.? ?o\.? ?box\b/i, /^#?\d+$/] as const
const CARE_OF = ['c/o ', /\b(?:care of|c\/o)\b/i, /^(?!c\/o|care of|attn)\D+$/i] as const

const EXTENSION = /^(?:\w*phone|office|work|business)?[\W_]*ext(?:ension|n)?\W*$/i
const SUFFIX = /^(?:(?:last )?name[\W_]*)?suffix\W*$/i
const GENERATION = /^\W*((?:[js]r|i{2,3}|iv)\b\.?)\W*$/i
const LONE_NUMBER = /^\D*(\d{1,6})\D*$/

/** “617” and “555-0101”, or “Lee” and “Jr.”, in two columns are one value, and “12” under “PO Box” is a street. */
function withHeadings(table: Table, { headers, columns }: Headers): Table {
  const phones = headers.flatMap((header, at) =>
    /\barea[ _]?code$|^phone.*\barea$/i.test(header) ? at + 1 : [],
  )
  const starts = headers.map((header) => [BOX, CARE_OF].find((each) => each[1].test(header)))
  const suffix = headers.findIndex((header) => SUFFIX.test(header))
  const isPhone = (header: string) => /phone|alt/.test(slotOfHeader(header) ?? '')
  const isExtended = headers.map(
    (each, at) => isPhone(each) && EXTENSION.test(headers[at + 1] ?? ''),
  )
  const whole = (text: string, column: number, texts: readonly string[]) => {
    const [, born] =
      (column === columns.last_name?.[0] && GENERATION.exec(texts[suffix] ?? '')) || []
    if (text && born)
      return GENERATION.test(text.trim().split(/[ ,]/).at(-1)!) ? text : `${text} ${born}`
    const [, extension] = (isExtended[column] && LONE_NUMBER.exec(texts[column + 1] ?? '')) || []
    if (extension && /^[\s\d().+-]{7,}$/.test(text)) return `${text} ext. ${extension}`
    const [code] = /\d{3}/.exec((phones.includes(column) && texts[column - 1]) || '') ?? []
    const [start, , isBare] = starts[column] ?? []
    if (start && isFlag(text.trim()) && text.trim() !== '1') return ''
    if (isBare?.test(valueText(text))) return start + text.trim().replace('#', '')
    return code && /^\s*\d{3}\W?\d{4}\s*$/.test(text) ? `${code}-${text.trim()}` : text
  }
  const isPlain = phones.length === 0 && suffix < 0 && ![...starts, ...isExtended].some(Boolean)
  return isPlain ? table : { ...table, row: (index) => table.row(index).map(whole) }
}

interface Surveyed {
  sources: readonly Source[]
  own: readonly OwnSource[]
  facts: OwnFacts | undefined
}

function survey(headers: Headers, { sources, own, facts }: Surveyed) {
  const { table, index, unwanted: others = [] } = headers
  const read = new Set(
    [
      sources.flatMap(({ columns }) => columns),
      own.map(({ position }) => position),
      headers.columns.do_not_email ?? [],
    ].flat(),
  )
  const unread = new Map<number, ReturnType<typeof kindGuesser>>()
  const leftOut = new Map<number, number>()
  // Workbooks may hold notes beside the headers; in delimited text these are shifted cells.
  const width = table.delimiter && index >= 0 ? table.row(index).length : Number.POSITIVE_INFINITY
  const kindOf = kindFinder(headers, sources)
  const [requestOf, ownOf] = requestFinders(headers, sources)
  const isInactive = inactiveFinder(headers)
  const listed = [...others]
  const inactive = new Set<number>()
  let totalRows = 0
  for (let i = index + 1; i < table.rowCount; i++) {
    const texts = table.row(i)
    const kind = kindOf(texts)
    if (isRow(kind)) totalRows++
    if (isInactive(texts) && isRow(kind)) inactive.add(i)
    const request = requestOf(texts, i)
    const cells = kind === 'client' && request && cellsOf(texts, ownOf(texts))
    const key = cells ? keysOf(cells).byBoth : ' '
    if (cells && key !== ' ') listed.push([key, request!, bareName(cells)])
    for (const { position, read } of own)
      if (read(texts[position] ?? '') === undefined)
        leftOut.set(position, (leftOut.get(position) ?? 0) + 1)
    for (let column = 0; column < Math.min(texts.length, width); column++) {
      if (read.has(column) || (unread.has(column) && !facts)) continue
      const text = cleanText(texts[column] ?? '')
      if (text === '') continue
      if (!unread.has(column)) unread.set(column, kindGuesser(facts ?? NO_FACTS))
      if (facts && valueText(text) !== '') unread.get(column)!.add(text)
    }
  }
  const notes = inactive.size > 0 ? [`inactive ${inactive.size}` as const] : []
  const unwanted = Map.groupBy(listed, ([key]) => key)
  return { totalRows, notes, unread, leftOut, unwanted, inactive }
}

const NO_FACTS: OwnFacts = { columns: [], administrators: [] }

function* rowsOf(
  headers: Headers,
  sources: readonly Source[],
  own: readonly OwnSource[],
  { unwanted, inactive }: Pick<ReturnType<typeof survey>, 'unwanted' | 'inactive'>,
): Generator<SheetRow> {
  const { table, index } = headers
  const damageOf = damagedRowFinder(headers, sources)
  const kindOf = kindFinder(headers, sources)
  const [requestOf, ownOf] = requestFinders(headers, sources)
  let moved: string | undefined
  for (let i = index + 1; i < table.rowCount; i++) {
    const texts = table.row(i)
    const kind = kindOf(texts)
    if (kind && kind !== 'client') moved = kind === 'headings' ? undefined : belowOthers(i + 1)
    const said = requestOf(texts, i)
    if (!isRow(kind)) continue
    const cells = cellsOf(texts, ownOf(texts))
    const request = said ?? (unwanted.size > 0 ? requestAbout(cells, unwanted) : undefined)
    const damage = moved ?? request ?? damageOf(i)
    for (const { field, position, read } of own) {
      const text = read(texts[position] ?? '')
      if (text) cells[field] = text
    }
    yield { row: i + 1, cells, inactive: inactive.has(i) || undefined, ...(damage && { damage }) }
  }
}

const requestFinders = (headers: Headers, sources: readonly Source[]) =>
  [doNotEmailFinder(headers, sources), ownSourcesFinder(headers.headers, sources)] as const

type RowKind = 'client' | 'headings' | 'other headings' | undefined

/** The file of rejected rows needs other headings: without them, it would have the rows below under wrong ones. */
const isRow = (kind: RowKind) => kind === 'client' || kind === 'other headings'

/** A report repeats its headings on each page. Of files that were joined, the next one may have another order. */
function kindFinder({ table, index, headers }: Headers, sources: readonly Source[]) {
  const columns = sources.flatMap((source) => source.columns)
  const line = index < 0 ? [] : table.row(index)
  const textIn = (texts: readonly string[], column: number) => cleanText(texts[column] ?? '')
  return (texts: readonly string[]): RowKind => {
    if (!sources.some((source) => textOf(texts, source) !== '')) return undefined
    const filled = columns.filter((column) => texts[column])
    const isShort = filled.length < Math.min(columns.length, LEAST_HEADINGS)
    if (index < 0 || isShort || filled.some((column) => DATA.test(texts[column]!))) return 'client'
    const isOwn = (column: number) => {
      const text = textIn(texts, column)
      const slot = slotOfHeader(text)
      const isSame = slot !== undefined && slot === slotOfHeader(headers[column] ?? '')
      return isSame || text === textIn(line, column) || RESPONSE.test(text)
    }
    if (filled.every(isOwn)) return 'headings'
    const isKnown = (column: number) => slotOfHeader(textIn(texts, column)) !== undefined
    // “Vendor Number” begins another list.
    const known = filled.filter(isKnown).length
    return known >= Math.max(filled.length / 2, LEAST_HEADINGS) ? 'other headings' : 'client'
  }
}

const LEAST_HEADINGS = 3
const DATA = /@|\d{3}/
const RESPONSE = /^(?:open-ended )?response$/i

export function cellsOf(texts: readonly string[], sources: readonly Source[]): Cells {
  const cells: Cells = {}
  for (const source of sources) {
    const text = textOf(texts, source, cells.phone_number)
    // An empty name is another case than no such column.
    if (text !== '' || /^(?:first|last)_name$/.test(source.field)) cells[source.field] = text
  }
  const zip = sources.find(({ field }) => field === 'zip_code')?.columns[0]
  return cleanRow(cells, zip === undefined ? '' : (texts[zip] ?? ''))
}

/** @param phone the row's phone number: the alternate must differ */
function textOf(texts: readonly string[], { field, columns }: Source, phone?: string): string {
  const found = columns.map((column) => cleanCell(field, texts[column] ?? '')).filter(Boolean)
  if (field === 'address') return joinLines(found)
  return found.find((text) => field !== 'alt_number' || text !== phone) ?? ''
}

const belowOthers = (row: number) =>
  `Row ${row} has other headings, so this row cannot be read. Save the rows below it as a file of their own`
