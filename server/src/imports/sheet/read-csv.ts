import { dialectOf, SAMPLE_CHARACTERS, tidierOf } from './csv-dialect.ts'
import { csvRecords } from './csv-records.ts'
import type { TextParts } from './decode-text.ts'
import { readCells, type Table } from './table.ts'

/** Rows are numbered as in a spreadsheet: blank lines count, line breaks in quotes do not. */
export function readCsv(text: TextParts): Table {
  const lines = () => withNewlines(text())
  const { delimiter, cellsOf } = dialectOf(beginning(lines()))
  const tidy = tidierOf(lines(), delimiter)
  const { rowCount, row } = csvRecords(tidy ? () => tidy(lines()) : lines, delimiter)
  return {
    rowCount,
    row: (index) => readCells(cellsOf(row(index), index), String),
    delimited: true,
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
