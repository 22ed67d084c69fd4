import Papa from 'papaparse'
import { findHeaders } from './header-rows.ts'
import { matchCount } from './match-columns.ts'
import { SheetRejected } from './sheet-rejected.ts'
import { readCells, type Table } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Enough for titles, headers and some rows. */
const SAMPLE = { characters: 64 * 1024, rows: 40 }

/** Numbered as in a spreadsheet: blank lines count, line breaks in quotes do not. */
export function readCsv(text: string): Table {
  const lines = text.replace(/\r\n?/g, '\n')
  // Spreadsheets hide this first line: it is an instruction.
  const separator = /^sep=(.)\n/i.exec(lines)
  const body = separator ? lines.slice(separator[0].length) : lines
  const records = parse(body, separator?.[1] ?? delimiterOf(body))
  return {
    rowCount: records.length,
    row: (index) => readCells(records[index] ?? [], String),
    delimited: true,
  }
}

function parse(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const open = errors.find((error) => error.code === 'MissingQuotes')
  if (open) {
    throw new SheetRejected(
      `A quotation mark in row ${(open.row ?? 0) + 1} is never closed, so the rows after it cannot be told apart.`,
    )
  }
  for (const { row = 0 } of errors.filter((error) => error.code === 'InvalidQuotes')) {
    if (data[row]?.some((cell) => swallowed(cell, delimiter))) {
      throw new SheetRejected(
        `The quotation marks in row ${row + 1} do not match, so its cells cannot be read.`,
      )
    }
  }
  return data
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

/**
 * The delimiter that recognizes most headers; without known headers, the one that splits most. Counting characters is
 * misled by titles and addresses with commas.
 */
function delimiterOf(text: string): string {
  let best: string = DELIMITERS[0]
  let bestScore = -1
  for (const delimiter of DELIMITERS) {
    const records = Papa.parse<string[]>(text.slice(0, SAMPLE.characters), {
      delimiter,
      newline: '\n',
      preview: SAMPLE.rows,
    }).data
    const headers = findHeaders({
      rowCount: records.length,
      row: (index) => readCells(records[index] ?? [], String),
    })
    const width = Math.max(0, ...records.map((record) => record.length))
    const score = (headers ? matchCount(headers.columns) : 0) * 1000 + Math.min(width, 999)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}
