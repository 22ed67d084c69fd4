import Papa from 'papaparse'
import type { TextParts } from './decode-text.ts'
import { SheetRejected } from './sheet-rejected.ts'

/** Characters; a cell may hold a whole letter. */
const MAX_RECORD = 16 * 1024 * 1024
/** Records kept behind the one that is read: a damaged row is compared with its neighbours. */
const KEPT = 3

type Read = { data: string[][]; errors: Papa.ParseError[]; meta: { cursor: number } }

/** Parses again for each pass, so that a million rows take no more memory than a thousand. */
export function csvRecords(parts: TextParts, delimiter: string) {
  const rowCount = countRows(recordsIn(parts(), delimiter))
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
  return { rowCount, row }
}

/** Without blank rows at the end, of which a file can have millions. */
function countRows(parts: Iterable<string[][]>): number {
  let read = 0
  let count = 0
  for (const records of parts) {
    const last = records.findLastIndex((cells) => cells.length > 1 || cells[0] !== '')
    if (last >= 0) count = read + last + 1
    read += records.length
  }
  return count
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
