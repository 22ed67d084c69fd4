import { EXPORT_ONLY_HEADINGS } from '@attest/contract/exports'
import type { ColumnField } from '@attest/contract/import-previews'
import { cleanText } from './clean-cell.ts'
import { type Slot, slotOf } from './column-headers.ts'
import { findHeaders, type Headers, headersIn } from './header-rows.ts'
import { countHidden, withoutHidden } from './hidden.ts'
import {
  matchColumns,
  matchCount,
  missingFields,
  rejectionOf,
  type Source,
} from './match-columns.ts'
import { headersOf, sheetsNotRead, sheetsWithContent } from './not-read.ts'
import { SheetRejected } from './sheet-rejected.ts'
import { type Layout, type ReadTable, readBelow, type Table } from './table.ts'

/** Choices of a person in a preview. */
export interface ReadChoices {
  sheet?: string | undefined
  /** From 1. */
  headerRow?: number | undefined
  /** Field of each column by position; then no header is matched. */
  fields?: (ColumnField | null)[] | undefined
  /** Whether hidden rows and columns are read; true without a choice. */
  includeHidden?: boolean | undefined
  /** Chosen for earlier files, by `headerKey`. */
  remembered?: [header: string, field: ColumnField][]
}

/** Header of the column that the file of rejected rows adds. */
export const REASON_HEADER = 'Not Imported Because'

const OWN_HEADERS = [...EXPORT_ONLY_HEADINGS, REASON_HEADER]

/** Equal for headers that differ in case only. */
export const headerKey = (header: string) => header.toLowerCase()

/**
 * Reads the first table with all needed columns and a row. With choices, the best table: a person will look at it.
 * @throws SheetRejected if there is none
 */
export function readTables(all: readonly Table[], choices?: ReadChoices): ReadTable {
  const tables = choices?.includeHidden === false ? all.map(withoutHidden) : all
  const found = choices ? chosenHeaders(tables, choices) : completeHeaders(tables)
  const { sources, unread, ...read } = readBelow(found)
  const layout = layoutOf(tables, found, { sources, unread, choices })
  const left = [...unread].filter((column) => layout.columns[column]?.field !== 'ignored')
  return {
    ...read,
    ...layout,
    notes: found.table.notes ?? [],
    hidden: countHidden(all[tables.indexOf(found.table)]!, found.index),
    notRead: {
      sheets: sheetsNotRead(tables, found.table),
      headers: headersOf(left, found.headers),
    },
  }
}

function completeHeaders(tables: readonly Table[]): Headers {
  let best: Headers | undefined
  let empty = false
  for (const table of tables) {
    const found = findHeaders(table)
    if (found && missingFields(found.columns).length === 0) {
      if (readBelow(found).totalRows > 0) return found
      empty = true
    }
    if (found && isBetter(found, best)) best = found
  }
  if (empty) throw new SheetRejected('There are no rows under the column headings.')
  throw best ? new SheetRejected(rejectionOf(best.headers, best.columns)) : nothing()
}

const nothing = () => new SheetRejected('There is nothing in this file.')

const isBetter = (found: Headers, best: Headers | undefined) =>
  !best || matchCount(found.columns) > matchCount(best.columns)

function chosenHeaders(tables: readonly Table[], choices: ReadChoices): Headers {
  const { sheet, headerRow } = choices
  const all = sheet === undefined ? tables : tables.filter(({ name }) => name === sheet)
  let best: Headers | undefined
  for (const table of all) {
    const found = headerRow ? headersOfRow(table, headerRow - 1) : findHeaders(table)
    if (found && isBetter(found, best)) best = found
  }
  if (!best)
    throw headerRow && all.some(({ rowCount }) => rowCount > 0)
      ? new SheetRejected(`The sheet has no row ${headerRow}.`)
      : nothing()
  const chooses = chooser(choices)
  const slotFor = (header: string, position: number): Slot | undefined => {
    const chosen = chooses(header, position)
    return chosen === 'ignored' ? undefined : (chosen ?? undefined)
  }
  return { ...best, columns: matchColumns(best.headers, slotFor) }
}

const headersOfRow = (table: Table, index: number) =>
  index < table.rowCount ? headersIn(table, index) : undefined

/** Null: the column was not recognized, or a person took its field away. */
function chooser({ fields, remembered = [] }: ReadChoices) {
  const earlier = new Map<string, ColumnField>([
    ...OWN_HEADERS.map((header): [string, ColumnField] => [headerKey(header), 'ignored']),
    ...remembered,
  ])
  return (header: string, position: number): Slot | 'ignored' | null => {
    if (fields) return fields[position] ?? null
    return earlier.get(headerKey(header)) ?? slotOf(header) ?? null
  }
}

interface Read {
  sources: readonly Source[]
  unread: ReadonlySet<number>
  choices?: ReadChoices | undefined
}

function layoutOf(
  tables: readonly Table[],
  { table, index, headers }: Headers,
  { sources, unread, choices = {} }: Read,
): Layout {
  const used = usedColumns(sources)
  const chooses = chooser(choices)
  const ignored = (header: string, position: number) => {
    const isEmpty = header === '' && !unread.has(position)
    return isEmpty || chooses(header, position) === 'ignored' ? 'ignored' : null
  }
  const width = Math.max(headers.length, ...used.keys().map((position) => position + 1))
  return {
    sheets: sheetsWithContent(tables),
    sheet: table.name ?? '',
    headerRow: index + 1,
    columns: Array.from({ length: width }, (_, position) => {
      const header = headers[position] ?? ''
      const field = used.get(position) ?? ignored(header, position)
      const samples = samplesOf(table, index, position)
      return { header, field, samples, ...(slotOf(header) === 'whole_name' && WHOLE_NAMES) }
    }),
  }
}

const WHOLE_NAMES = { wholeNames: true }

const LINES = ['address', 'address_2', 'address_3'] as const

function usedColumns(sources: readonly Source[]) {
  const used = new Map<number, ColumnField>()
  for (const { field, columns } of sources) {
    columns.forEach((column, line) => {
      used.set(column, field === 'address' ? (LINES[line] ?? field) : field)
    })
  }
  return used
}

const SAMPLES = { count: 3, rows: 50, characters: 60 }

function samplesOf(table: Table, header: number, column: number): string[] {
  const samples = new Set<string>()
  const last = Math.min(table.rowCount, header + 1 + SAMPLES.rows)
  for (let i = header + 1; i < last && samples.size < SAMPLES.count; i++) {
    const text = cleanText(table.row(i)[column] ?? '').slice(0, SAMPLES.characters)
    if (text !== '') samples.add(text)
  }
  return [...samples]
}
