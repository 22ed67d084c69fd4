import type { Preview } from '@attest/contract/import-previews'
import type { Import, SheetNote } from '@attest/contract/imports'
import { cleanCell, cleanText, valueText } from './clean-cell.ts'
import { cleanRow } from './clean-row.ts'
import type { Cells } from './client-fields.ts'
import { damagedRowFinder } from './damaged-row.ts'
import type { ReadEncoding } from './decode-text.ts'
import type { Headers } from './header-rows.ts'
import type { Hidden } from './hidden.ts'
import { type Source, sourcesOf } from './match-columns.ts'
import { mendText } from './mend-text.ts'

/** Cells to the right are not read, and longer texts are cut. */
const MAX_COLUMNS = 500
const MAX_CELL = 1000

const NO_CELLS: readonly string[] = []

export function readCells<C>(cells: readonly C[], textOf: (cell: C) => string): readonly string[] {
  if (cells.every((cell) => !cell)) return NO_CELLS
  return Array.from(cells.slice(0, MAX_COLUMNS), (cell) =>
    mendText(textOf(cell).slice(0, MAX_CELL)),
  )
}

export interface Table {
  name?: string
  /** Counted from 0; row(i) has number i + 1 in the spreadsheet. */
  rowCount: number
  row(index: number): readonly string[]
  /** The address to which the link of a cell writes. */
  mailTo?(row: number, column: number): string | undefined
  /** Delimited text, where a missing quotation mark shifts cells. */
  delimited?: true
  /** The value is in the first cell. Only those near the headers. */
  merges?: readonly Merge[]
  hidden?: Hidden
  encoding?: ReadEncoding
  notes?: readonly SheetNote[]
}

export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  row: number
  cells: Cells
  /** Why its cells cannot be trusted. */
  damage?: string
}

/** The part of the file that was read as the table, for a person to check. */
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
  notes: readonly SheetNote[]
  hidden: Preview['hidden']
  /** null: a workbook, or only ASCII. */
  encoding: Preview['encoding']
  totalRows: number
  /** Read on demand. */
  rows: Iterable<SheetRow>
}

/** `unread`: other columns with content. */
export function readBelow(found: Headers) {
  const { index, columns } = found
  const sources = sourcesOf(columns)
  const table = withMailLinks(found.table, columns.email ?? [])
  return { ...survey(table, index, sources), rows: rowsOf({ ...found, table }, sources), sources }
}

/** “Email Ada” shows no address. With that of its link, the cell is one that a person must accept. */
export function withMailLinks(table: Table, columns: readonly number[]): Table {
  const { mailTo } = table
  if (!mailTo) return table
  const withLink = (index: number) => (text: string, column: number) => {
    if (!columns.includes(column) || text.includes('@') || valueText(text) === '') return text
    const address = mailTo(index, column)
    return address ? `${text} <${address}>` : text
  }
  return { ...table, row: (index) => table.row(index).map(withLink(index)) }
}

function survey(table: Table, headers: number, sources: readonly Source[]) {
  const read = new Set(sources.flatMap(({ columns }) => columns))
  const unread = new Set<number>()
  // Workbooks may hold notes beside the headers; in delimited text these are shifted cells.
  const width =
    table.delimited && headers >= 0 ? table.row(headers).length : Number.POSITIVE_INFINITY
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
  const damageOf = damagedRowFinder(headers, sources)
  for (let i = index + 1; i < table.rowCount; i++) {
    const texts = table.row(i)
    if (!hasText(texts, sources)) continue
    const damage = damageOf(i)
    yield { row: i + 1, cells: cellsOf(texts, sources), ...(damage && { damage }) }
  }
}

const hasText = (texts: readonly string[], sources: readonly Source[]) =>
  texts.length > 0 && sources.some((source) => textOf(texts, source) !== '')

function cellsOf(texts: readonly string[], sources: readonly Source[]): Cells {
  const cells: Cells = {}
  for (const source of sources) {
    const text = textOf(texts, source, cells.phone_number)
    if (text !== '') cells[source.field] = text
  }
  const zip = sources.find(({ field }) => field === 'zip_code')?.columns[0]
  return cleanRow(cells, zip === undefined ? '' : (texts[zip] ?? ''))
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
