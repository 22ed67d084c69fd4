import { cleanText } from './clean-cell.ts'
import type { Table } from './table.ts'

const MAX_NAME = 60

export const shortName = (name: string) => cleanText(name).slice(0, MAX_NAME)

export function hasContent(table: Table): boolean {
  for (let i = 0; i < table.rowCount; i++) {
    if (table.row(i).some((text) => cleanText(text) !== '')) return true
  }
  return false
}

/** A column without a header gets its letter. */
export const headersOf = (columns: Iterable<number>, headers: readonly string[]): string[] =>
  [...columns]
    .toSorted((a, b) => a - b)
    .map((column) => shortName(headers[column] ?? '') || letterHeader(column))

export const letterHeader = (column: number) => `Column ${letters(column)}`

/** 0 is A, 26 is AA. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26))
