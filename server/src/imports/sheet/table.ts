import type { Preview } from '@attest/contract/import-previews'
import type { Import } from '@attest/contract/imports'
import { cleanCell, cleanText } from './clean-cell.ts'
import type { Cells } from './client-fields.ts'
import { damageFinder } from './damaged-row.ts'
import { type Columns, matchColumns, matchCount, type Source, sourcesOf } from './match-columns.ts'
import { headersOf } from './not-read.ts'

/** Cells to the right are not read, and longer texts are cut. */
const MAX_COLUMNS = 500
const MAX_CELL = 1000
/** A longer header is a paragraph. */
const MAX_HEADER = 200

export const readCells = <C>(cells: readonly C[], textOf: (cell: C) => string): string[] =>
  Array.from(cells.slice(0, MAX_COLUMNS), (cell) => textOf(cell).slice(0, MAX_CELL))

export interface Table {
  name?: string
  /** Counted from 0; row(i) has number i + 1 in the spreadsheet. */
  rowCount: number
  row(index: number): readonly string[]
  /** Delimited text, where a missing quotation mark shifts cells. */
  delimited?: true
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  row: number
  cells: Cells
  /** Why its cells cannot be trusted. */
  damage?: string
}

/** What was taken for the table, for a person to check. */
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
  totalRows: number
  /** Read on demand. */
  rows: Iterable<SheetRow>
}

/** Rows of titles and notes above the headers. */
const ROWS_BEFORE_HEADERS = 30

export interface Headers {
  table: Table
  index: number
  headers: string[]
  columns: Columns
}

/** The row that names most fields; without any, the first with two texts, or one. */
export function findHeaders(table: Table): Headers | undefined {
  let best: Headers | undefined
  let bestScore = 0
  for (let index = 0; index < Math.min(table.rowCount, ROWS_BEFORE_HEADERS); index++) {
    const headers = headersOfRow(table, index)
    const columns = matchColumns(headers)
    const texts = headers.filter((header) => header !== '').length
    const score = matchCount(columns) * 10 + Math.min(texts, 2)
    if (score > bestScore) {
      best = { table, index, headers, columns }
      bestScore = score
    }
  }
  return best
}

export const headersOfRow = (table: Table, index: number): string[] =>
  table.row(index).map((text) => cleanText(text).slice(0, MAX_HEADER))

export function readBelow(found: Headers): Omit<ReadTable, keyof Layout> & { sources: Source[] } {
  const { table, index, headers, columns } = found
  const first = index + 1
  const sources = sourcesOf(columns, (column) => {
    for (let i = first; i < table.rowCount; i++) {
      if (cleanText(table.row(i)[column] ?? '') !== '') return true
    }
    return false
  })
  const { totalRows, unread } = survey(table, index, sources)
  return {
    notRead: { sheets: [], headers: headersOf(unread, headers) },
    totalRows,
    rows: rowsOf(found, sources),
    sources,
  }
}

function survey(table: Table, headers: number, sources: readonly Source[]) {
  const read = new Set(sources.flatMap(({ columns }) => columns))
  const unread = new Set<number>()
  // Workbooks may hold notes beside the headers; in delimited text these are shifted cells.
  const width = table.delimited ? table.row(headers).length : Number.POSITIVE_INFINITY
  let totalRows = 0
  for (let i = headers + 1; i < table.rowCount; i++) {
    const texts = table.row(i)
    if (hasText(texts, sources)) totalRows++
    for (let column = 0; column < Math.min(texts.length, width); column++) {
      if (read.has(column) || unread.has(column)) continue
      if (cleanText(texts[column] ?? '') !== '') unread.add(column)
    }
  }
  return { totalRows, unread }
}

function* rowsOf(headers: Headers, sources: readonly Source[]): Generator<SheetRow> {
  const { table, index } = headers
  const damageOf = damageFinder(headers, sources)
  for (let i = index + 1; i < table.rowCount; i++) {
    const texts = table.row(i)
    if (!hasText(texts, sources)) continue
    const damage = damageOf(i)
    yield { row: i + 1, cells: cellsOf(texts, sources), ...(damage && { damage }) }
  }
}

const hasText = (texts: readonly string[], sources: readonly Source[]) =>
  sources.some((source) => textOf(texts, source) !== '')

function cellsOf(texts: readonly string[], sources: readonly Source[]): Cells {
  const cells: Cells = {}
  for (const source of sources) {
    const text = textOf(texts, source, cells.phone_number)
    if (text !== '') cells[source.field] = text
  }
  return cells
}

/** @param phone the row's phone number: the alternate must differ */
function textOf(texts: readonly string[], { field, columns }: Source, phone?: string): string {
  if (field === 'alt_number') {
    const numbers = columns.map((column) => cleanCell(field, texts[column] ?? ''))
    return numbers.find((text) => text !== '' && text !== phone) ?? ''
  }
  if (columns.length === 1) return cleanCell(field, texts[columns[0] as number] ?? '')
  const found = columns.map((column) => cleanCell(field, texts[column] ?? '')).filter(Boolean)
  return field === 'address' ? found.join(', ') : (found[0] ?? '')
}
