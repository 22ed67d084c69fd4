import Papa from 'papaparse'
import { findHeaders } from './header-rows.ts'
import { matchCount } from './match-columns.ts'
import { readCells } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Enough for titles, headers and some rows. */
export const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_ROWS = 40

export interface Dialect {
  delimiter: string
  /** A record's cells, of whatever its program has put into quotation marks. */
  cellsOf(record: readonly string[], index: number): readonly string[]
}

/**
 * The delimiter that recognizes most headers; without known headers, the one that splits most. Counting characters is
 * misled by titles and addresses with commas. The rows below the headers may have another one.
 */
export function dialectOf(text: string): Dialect {
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
  const row = (index: number) => readCells(records[index] ?? [], String)
  const { index = -1, columns = {} } = findHeaders({ rowCount: records.length, row }) ?? {}
  const width = Math.max(0, ...records.map((record) => record.length))
  return { delimiter, records, index, width, known: matchCount(columns) }
}

const parse = (text: string, delimiter: string, quoteChar = '"') =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar, preview: SAMPLE_ROWS }).data

/** Without quotation marks around the whole line, or single ones around each cell. */
function unquoted(record: readonly string[], delimiter: string): readonly string[] {
  const [first = ''] = record
  if (record.length === 1 && first.includes(delimiter)) return parse(first, delimiter)[0] ?? record
  if (record.length < 2 || !first.trimStart().startsWith("'")) return record
  const cells = record.map((cell) => cell.trim())
  const text = record
    .join(delimiter)
    .trim()
    .replace(new RegExp(`([${delimiter}])[ \\t]+'`, 'g'), `$1'`)
  if (new RegExp(`^${QUOTED}(?:[${delimiter}](?:${QUOTED})?)+$`).test(text)) {
    return parse(text, delimiter, "'")[0] ?? record
  }
  return cells.every((cell) => cell === '' || /^'.*'$/s.test(cell))
    ? cells.map((cell) => cell.slice(1, -1))
    : record
}

const QUOTED = `'(?:[^']|'')*'`

/** Blanks before a quotation mark go, and \" becomes "". Undefined if the text has neither. */
export function tidierOf(parts: Iterable<string>, delimiter: string) {
  const blanks = new RegExp(`(?:^|[${delimiter}])[ \\t]+"`, 'm')
  let escapes = false
  let isOdd = false
  for (const part of parts) {
    // Behind a cell's last mark stands no letter: the backslash belongs to this one.
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
