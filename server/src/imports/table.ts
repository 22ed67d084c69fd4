import { cleanCell, cleanText } from './clean-cell.ts'
import type { Cells } from './client-fields.ts'
import {
  type Columns,
  matchColumns,
  matchCount,
  missingFields,
  refusalOf,
  type Source,
  sourcesOf,
} from './match-columns.ts'
import { SheetRefused } from './sheet-refused.ts'

/** The texts of a sheet, as they stand in it. */
export interface Table {
  /** Counted from 0; row(i) is the row a spreadsheet numbers i + 1. */
  rowCount: number
  row(index: number): readonly string[]
}

export interface SheetRow {
  /** As the spreadsheet shows it, from 1. */
  row: number
  cells: Cells
}

export interface ReadTable {
  /** Which heads each field is read from. */
  columns: { field: Source['field']; heads: string[] }[]
  rows: SheetRow[]
}

/** Titles, dates and notes stand above the heads, but not more than these. */
const ROWS_BEFORE_HEADS = 30

interface Heads {
  table: Table
  index: number
  heads: string[]
  columns: Columns
}

/** Reads the first table that has all needed columns and a row. Throws SheetRefused if none has. */
export function readTables(tables: Iterable<Table>): ReadTable {
  let best: Heads | undefined
  let empty = false
  for (const table of tables) {
    const found = findHeads(table)
    if (found && missingFields(found.columns).length === 0) {
      const read = readBelow(found)
      if (read.rows.length > 0) return read
      empty = true
    }
    if (found && (!best || matchCount(found.columns) > matchCount(best.columns))) best = found
  }
  if (empty) throw new SheetRefused('There are no rows under the column heads.')
  throw new SheetRefused(
    best ? refusalOf(best.heads, best.columns) : 'There is nothing in this file.',
  )
}

/** The row that names most fields; of those that name none, the first with two texts, or one. */
export function findHeads(table: Table): Heads | undefined {
  let best: Heads | undefined
  let bestScore = 0
  for (let index = 0; index < Math.min(table.rowCount, ROWS_BEFORE_HEADS); index++) {
    const heads = table.row(index).map((text) => cleanText(text))
    const columns = matchColumns(heads)
    const texts = heads.filter((head) => head !== '').length
    const score = matchCount(columns) * 10 + Math.min(texts, 2)
    if (score > bestScore) {
      best = { table, index, heads, columns }
      bestScore = score
    }
  }
  return best
}

function readBelow({ table, index, heads, columns }: Heads): ReadTable {
  const sources = sourcesOf(columns, (column) => {
    for (let i = index + 1; i < table.rowCount; i++)
      if (cleanText(table.row(i)[column] ?? '')) return true
    return false
  })
  const rows: SheetRow[] = []
  for (let i = index + 1; i < table.rowCount; i++) {
    const cells = cellsOf(table.row(i), sources)
    if (cells) rows.push({ row: i + 1, cells })
  }
  return {
    columns: sources.map((source) => ({
      field: source.field,
      heads: source.columns.map((column) => heads[column] ?? ''),
    })),
    rows,
  }
}

/** undefined for a row without a single text of ours. */
function cellsOf(texts: readonly string[], sources: readonly Source[]): Cells | undefined {
  const cells: Cells = {}
  let some = false
  for (const { field, columns } of sources) {
    const text = textOf(texts, { field, columns })
    if (text === '' || (field === 'alt_number' && text === cells.phone_number)) continue
    cells[field] = text
    some = true
  }
  return some ? cells : undefined
}

function textOf(texts: readonly string[], { field, columns }: Source): string {
  if (columns.length === 1) return cleanCell(field, texts[columns[0] as number] ?? '')
  const found = columns.map((column) => cleanCell(field, texts[column] ?? '')).filter(Boolean)
  return field === 'address' ? found.join(', ') : (found[0] ?? '')
}
