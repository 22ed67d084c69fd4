import Papa from 'papaparse'
import { csvRecords } from './csv-records.ts'
import type { TextParts } from './decode-text.ts'
import { findHeaders } from './header-rows.ts'
import { matchCount } from './match-columns.ts'
import { readCells, type Table } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** Enough for titles, headers and some rows. */
const SAMPLE = { characters: 64 * 1024, rows: 40 }

/** Rows are numbered as in a spreadsheet: blank lines count, line breaks in quotes do not. */
export function readCsv(text: TextParts): Table {
  const lines = () => withNewlines(text())
  const { rowCount, row } = csvRecords(lines, delimiterOf(beginning(lines())))
  return { rowCount, row: (index) => readCells(row(index), String), delimited: true }
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
    if (text.length >= SAMPLE.characters) break
  }
  return text
}

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
