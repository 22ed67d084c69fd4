import { cleanText } from './clean-cell.ts'
import type { Table } from './table.ts'

/** A head may be a paragraph; enough to recognize it by. */
const MAX_NAME = 60

const short = (name: string) => cleanText(name).slice(0, MAX_NAME)

/** The other sheets of a workbook that hold something. */
export const sheetsNotRead = (tables: readonly Table[], read: Table): string[] =>
  tables.filter((table) => table !== read && !isBlank(table)).map(({ name = '' }) => short(name))

function isBlank(table: Table): boolean {
  for (let i = 0; i < table.rowCount; i++) {
    if (table.row(i).some((text) => cleanText(text) !== '')) return false
  }
  return true
}

/** The heads of these columns; one without a head is called as the spreadsheet calls it. */
export const headsOf = (columns: Iterable<number>, heads: readonly string[]): string[] =>
  [...columns]
    .toSorted((a, b) => a - b)
    .map((column) => short(heads[column] ?? '') || `Column ${letters(column)}`)

/** 0 is A, 26 is AA. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26))
