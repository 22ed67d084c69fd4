import Papa from 'papaparse'
import type { TextParts } from './decode-text.ts'
import { findHeaders } from './header-rows.ts'
import { matchCount } from './match-columns.ts'
import { readCells, SheetRejected, type Table } from './table.ts'

/** Rows are numbered as in a spreadsheet: blank lines count, line breaks in quotes do not. */
export function readCsv(text: TextParts): Table {
  const newlines = () => withNewlines(text())
  const start = beginning(newlines())
  const lines = hasTypographicQuotes(start) ? () => withPlainQuotes(newlines()) : newlines
  const { delimiter, cellsOf } = dialectOf(beginning(lines()))
  const tidy = tidierOf(lines(), delimiter)
  const { rowCount, width, row } = csvRecords(tidy ? () => tidy(lines()) : lines, {
    delimiter,
    cellsOf,
  })
  return {
    rowCount,
    row: (index) => readCells(cellsOf(row(index), index), String),
    shown: (index) => cellsOf(row(index), index),
    width: () => width,
    delimiter,
  }
}

function* withNewlines(parts: Iterable<string>): Generator<string> {
  let held = ''
  for (const part of parts) {
    const text = held + part
    // The next part may begin with the other half of a line end.
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
  if (held) yield '\n'
}

function beginning(parts: Iterable<string>): string {
  let text = ''
  for (const part of parts) {
    text += part
    if (text.length >= SAMPLE_CHARACTERS) break
  }
  return text
}

/** A word processor has changed the quotation marks around the cells. */
const hasTypographicQuotes = (start: string) =>
  !start.includes('"') && /^“[^”\n]*”[,;\t|]“/m.test(start)

function* withPlainQuotes(parts: Iterable<string>): Generator<string> {
  for (const part of parts)
    yield part.replace(/(^|[,;\t|])“/gm, '$1"').replace(/”(?=[,;\t|]|$)/gm, '"')
}

const DELIMITERS = [',', ';', '\t', '|', '^', '~'] as const

/** Enough for titles, headers and some rows. */
const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_ROWS = 40

interface Dialect {
  delimiter: string
  /** A record's cells, whatever its program has put into quotation marks. */
  cellsOf(record: readonly string[], index: number): readonly string[]
}

/** The delimiter that recognizes most headers, or splits most. Addresses with commas mislead a count of characters. */
function dialectOf(text: string): Dialect {
  const found = DELIMITERS.map((delimiter) => readAs(text.slice(0, SAMPLE_CHARACTERS), delimiter))
  const above = found.toSorted((a, b) => b.known - a.known || b.width - a.width)[0]!
  const length = above.records[above.index]?.length ?? 0
  const rows = ({ records }: (typeof found)[number]) =>
    records.slice(above.index + 1).filter((record) => record.length === length).length
  const [most = above] = found.toSorted((a, b) => rows(b) - rows(a))
  const isSplit = above.known > 1 && rows(above) === 0 && rows(most) > 0
  const { delimiter } = isSplit ? most : above
  return {
    delimiter,
    cellsOf: (record, index) =>
      isSplit && index <= above.index
        ? (parse(record.join(delimiter), above.delimiter)[0] ?? [])
        : unquoted(record, delimiter),
  }
}

function readAs(text: string, delimiter: string) {
  const records = parse(text, delimiter).map((record) => unquoted(record, delimiter))
  const shown = (index: number) => records[index] ?? []
  const row = (index: number) => readCells(shown(index), String)
  const width = Math.max(0, ...records.map((record) => record.length))
  const table = { rowCount: records.length, row, shown, width: () => width }
  const { index = -1, columns = {} } = findHeaders(table) ?? {}
  return { delimiter, records, index, width, known: matchCount(columns) }
}

const parse = (text: string, delimiter: string, quoteChar = '"') =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar, preview: SAMPLE_ROWS }).data

/** Without quotation marks around the whole line, or single ones around each cell. */
function unquoted(record: readonly string[], delimiter: string): readonly string[] {
  const [first = '', ...rest] = record
  if (record.length === 1 && first.includes(delimiter)) return parse(first, delimiter)[0] ?? record
  // A spreadsheet has saved lines of a comma-separated file, each in its first cell.
  if (rest.length > 0 && rest.every((cell) => cell === '')) {
    const cells = parse(first, ',')[0] ?? []
    if (cells.length >= LEAST_CELLS) return cells
  }
  if (record.length < 2 || !first.trimStart().startsWith("'")) return record
  const cells = record.map((cell) => cell.trim())
  const text = record
    .join(delimiter)
    .trim()
    .replace(new RegExp(`([\\${delimiter}])[ \\t]+'`, 'g'), `$1'`)
  if (new RegExp(`^${QUOTED}(?:[\\${delimiter}](?:${QUOTED})?)+$`).test(text)) {
    return parse(text, delimiter, "'")[0] ?? record
  }
  return cells.every((cell) => cell === '' || /^'.*'$/s.test(cell))
    ? cells.map((cell) => cell.slice(1, -1))
    : record
}

/** A title above the list may have a comma or two. */
const LEAST_CELLS = 4

const QUOTED = `'(?:[^']|'')*'`

/** Blanks before a quotation mark go, and \" becomes "". Undefined if the text has neither. */
function tidierOf(parts: Iterable<string>, delimiter: string) {
  const blanks = new RegExp(`(?:^|[\\${delimiter}])[ \\t]+"`, 'm')
  let escapes = false
  let isOdd = false
  for (const part of parts) {
    // No letter follows a cell's last mark, so this backslash escapes a mark within the cell.
    escapes ||= /\\"[\p{L}\p{N}]/u.test(part)
    isOdd ||= escapes || blanks.test(part)
  }
  return isOdd ? (lines: Iterable<string>) => tidied(lines, delimiter, escapes) : undefined
}

function* tidied(parts: Iterable<string>, delimiter: string, escapes: boolean): Generator<string> {
  let [isQuoted, isStart, isEscaped, blanks] = [false, true, false, '']
  const next = (character: string): string => {
    if (isEscaped) {
      isEscaped = false
      return character === '"' ? '""' : character === '\\' ? character : `\\${character}`
    }
    isEscaped = escapes && isQuoted && character === '\\'
    if (isEscaped) return ''
    if (isStart && character !== delimiter && /[ \t]/.test(character)) {
      blanks += character
      return ''
    }
    const before = isStart && character === '"' ? '' : blanks
    // A doubled mark closes and opens.
    if (character === '"' && (isStart || isQuoted || wasQuoted)) isQuoted = !isQuoted
    wasQuoted = character === '"'
    isStart = !isQuoted && (character === delimiter || character === '\n')
    blanks = ''
    return before + character
  }
  let wasQuoted = false
  for (const part of parts) yield Array.from(part, next).join('')
}

/** Characters; a cell may hold a whole letter. */
const MAX_RECORD = 16 * 1024 * 1024
/** Records kept behind the one that is read: a damaged row is compared with its neighbours. */
const KEPT = 3

type Read = { data: string[][]; errors: Papa.ParseError[]; meta: { cursor: number } }

/** Parses again for each pass, so that a million rows take no more memory than a thousand. */
function csvRecords(parts: TextParts, { delimiter, cellsOf }: Dialect) {
  const { rowCount, width } = sizeOf(recordsIn(parts(), delimiter), cellsOf)
  let unread = recordsIn(parts(), delimiter)
  let first = 0
  let held: string[][] = []
  const row = (index: number): string[] => {
    if (index < 0 || index >= rowCount) return []
    if (index < first) {
      unread = recordsIn(parts(), delimiter)
      first = 0
      held = []
    }
    while (index >= first + held.length) {
      const kept = held.slice(-KEPT)
      first += held.length - kept.length
      held = [...kept, ...(unread.next().value ?? [])]
    }
    return held[index - first]!
  }
  return { rowCount, width, row }
}

/** Without blank rows at the end, of which a file can have millions. */
function sizeOf(parts: Iterable<string[][]>, cellsOf: Dialect['cellsOf']) {
  let read = 0
  let rowCount = 0
  let width = 0
  for (const records of parts) {
    const last = records.findLastIndex((cells) => cells.length > 1 || cells[0] !== '')
    if (last >= 0) rowCount = read + last + 1
    for (const [at, record] of records.entries()) {
      const end = cellsOf(record, read + at).findLastIndex((text) => text !== '') + 1
      width = Math.max(width, end)
    }
    read += records.length
  }
  return { rowCount, width }
}

/** @throws SheetRejected if quotation marks do not match */
function* recordsIn(parts: Iterable<string>, delimiter: string): Generator<string[][], undefined> {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let row = 0
  let rest = ''
  let wanted = 0
  for (const part of parts) {
    rest += part
    // Otherwise a long record would be parsed with each of its parts.
    if (rest.length < wanted) continue
    const { data, errors, meta }: Read = parser.parse(rest, 0, true)
    checkQuotes(data, errors, { row, delimiter })
    rest = rest.slice(meta.cursor)
    wanted = 2 * rest.length
    row += data.length
    if (rest.length > MAX_RECORD) throw neverEnds(row)
    yield data
  }
  const { data, errors }: Read = parser.parse(rest, 0, false)
  checkQuotes(data, errors, { row, delimiter })
  yield data
}

const neverEnds = (row: number) =>
  new SheetRejected(
    `A quotation mark in row ${row + 1} is never closed, so the rows after it cannot be told apart.`,
  )

function checkQuotes(
  data: string[][],
  errors: readonly Papa.ParseError[],
  { row, delimiter }: { row: number; delimiter: string },
) {
  const open = errors.find((error) => error.code === 'MissingQuotes')
  if (open) throw neverEnds(row + (open.row ?? 0))
  for (const { row: index = 0 } of errors.filter((error) => error.code === 'InvalidQuotes')) {
    if (data[index]?.some((cell) => swallowed(cell, delimiter))) {
      throw new SheetRejected(
        `The quotation marks in row ${row + index + 1} do not match, so its cells cannot be read.`,
      )
    }
  }
}

/**
 * "12 Elm" rear has a quote too many: its cell ends at the next quote, maybe some clients later. Wrong quotes without
 * a delimiter are harmless: no other cell can be inside.
 */
const swallowed = (cell: string, delimiter: string) =>
  cell.includes('"') &&
  (cell.includes(`${delimiter}"`) ||
    cell.includes('\n"') ||
    (cell.includes('\n') && cell.includes(delimiter)))
