import type { Encoding } from '@attest/contract/encodings'
import { EXPORT_ONLY_HEADINGS } from '@attest/contract/exports'
import type { ColumnField } from '@attest/contract/import-previews'
import { cleanText, valueText } from './clean-cell.ts'
import { slotOfHeader } from './column-headers.ts'
import {
  findHeaders,
  type Headers,
  hasContent,
  headersIn,
  headersOf,
  shortName,
  withoutHeaders,
} from './header-rows.ts'
import {
  matchColumns,
  matchCount,
  missingFields,
  rejectionOf,
  type Source,
} from './match-columns.ts'
import { countHidden, withoutHidden } from './sheet-facts.ts'
import { SheetRejected } from './sheet-rejected.ts'
import { type Layout, type ReadTable, readBelow, type Table, withMailLinks } from './table.ts'

export interface ReadChoices {
  sheet?: string | undefined
  /** From 1. */
  headerRow?: number | undefined
  /** Field of each column by position; then no header is matched. */
  fields?: (ColumnField | null)[] | undefined
  /** Whether hidden rows and columns are read; true without a choice. */
  includeHidden?: boolean | undefined
  /** Of a text file; recognized without a choice. */
  encoding?: Encoding | undefined
  /** Chosen for earlier files, by `headerKey`. */
  remembered?: { header: string; field: ColumnField }[]
}

/** Header of the column that the file of rejected rows adds. */
export const REASON_HEADER = 'Not Imported Because'

const OWN_HEADERS = [...EXPORT_ONLY_HEADINGS, REASON_HEADER]

/** Equal for headers that differ in case only. */
export const headerKey = (header: string) => header.toLowerCase()

/**
 * Reads the first table with all needed columns and a row. Without one: with choices, the table that comes nearest,
 * since a person will look at it.
 * @throws SheetRejected if there is none
 */
export function readTables(
  all: readonly Table[],
  choices?: ReadChoices,
  groups?: readonly string[],
): ReadTable {
  const tables = choices?.includeHidden === false ? all.map(withoutHidden) : all
  const chooses = chooser(choices)
  const found = chosenHeaders(tables, { chooses, groups }, choices)
  const { sources, unread, ...read } = readBelow(found)
  if (!choices) checkComplete(found)
  const isProposed = !choices?.sheet && choices?.headerRow === undefined
  if (isProposed && missingFields(found.columns).length === 0 && read.totalRows === 0) {
    throw new SheetRejected('There are no rows under the column headings.')
  }
  const filled = tables.filter(hasContent)
  const layout = layoutOf(filled, found, { sources, unread, chooses })
  const others = filled.filter((table) => table !== found.table)
  const left = [...unread].filter((column) => layout.columns[column]?.field !== 'ignored')
  return {
    ...read,
    ...layout,
    notes: found.table.notes ?? [],
    hidden: countHidden(all[tables.indexOf(found.table)]!, found.index),
    encoding: found.table.encoding ?? null,
    notRead: {
      sheets: others.map(({ name = '' }) => shortName(name)),
      headers: headersOf(left, found.headers),
    },
  }
}

function checkComplete({ headers, columns }: Headers) {
  if (missingFields(columns).length > 0) throw new SheetRejected(rejectionOf(headers, columns))
}

function chosenHeaders(
  tables: readonly Table[],
  { chooses, groups }: { chooses: Chooser; groups: readonly string[] | undefined },
  choices?: ReadChoices,
): Headers {
  const { sheet, headerRow, fields } = choices ?? {}
  const all = sheet === undefined ? tables : tables.filter(({ name }) => name === sheet)
  const found = all.flatMap(
    (table) =>
      (headerRow === undefined ? findHeaders(table) : headersOfRow(table, headerRow - 1)) ?? [],
  )
  const best = found.length > 1 ? (found.find(isComplete) ?? nearest(found)) : found[0]
  if (!best)
    throw headerRow && all.some(({ rowCount }) => rowCount > 0)
      ? new SheetRejected(`The sheet has no row ${headerRow}.`)
      : new SheetRejected('There is nothing in this file.')
  const samples = columnSamples(best)
  const looks = { isPerColumn: fields !== undefined, isUnseen: choices === undefined }
  const content = { chosen: chooses, ...looks, samples, groups }
  return { ...best, columns: matchColumns(best.headers, content) }
}

/** Rows from which the content of a column is judged. */
const JUDGED_ROWS = 200

function columnSamples({ table, index, headers }: Headers): string[][] {
  const isEmail = (header: string) => /email$/.test(slotOfHeader(header) ?? '')
  const emails = headers.flatMap((header, column) => (isEmail(header) ? column : []))
  const { row, rowCount } = withMailLinks(table, emails)
  const length = Math.max(0, Math.min(rowCount - index - 1, JUDGED_ROWS))
  const rows = Array.from({ length }, (_, i) => row(index + 1 + i))
  return headers.map((_, column) => rows.map((texts) => valueText(texts[column] ?? '')))
}

const isComplete = (found: Headers) =>
  missingFields(found.columns).length === 0 && readBelow(found).totalRows > 0

const nearest = (found: readonly Headers[]) =>
  found.toSorted((a, b) => matchCount(b.columns) - matchCount(a.columns))[0]

const headersOfRow = (table: Table, index: number) =>
  index < 0 ? withoutHeaders(table) : index < table.rowCount ? headersIn(table, index) : undefined

/** Null: a person took the column's field away. Undefined: its heading decides. */
type Chooser = (header: string, position: number) => ColumnField | null | undefined

function chooser({ fields, remembered = [] }: ReadChoices = {}): Chooser {
  const earlier = new Map<string, ColumnField>()
  for (const header of OWN_HEADERS) earlier.set(headerKey(header), 'ignored')
  for (const { header, field } of remembered) earlier.set(header, field)
  return (header, position) => {
    if (fields) return fields[position] ?? null
    return earlier.get(headerKey(header))
  }
}

interface Read {
  sources: readonly Source[]
  unread: ReadonlySet<number>
  chooses: Chooser
}

function layoutOf(
  filled: readonly Table[],
  { table, index, headers }: Headers,
  { sources, unread, chooses }: Read,
): Layout {
  const used = usedColumns(sources)
  const ignored = (header: string, position: number) => {
    const isEmpty = header === '' && !unread.has(position)
    return isEmpty || chooses(header, position) === 'ignored' ? 'ignored' : null
  }
  const width = Math.max(headers.length, ...used.keys().map((position) => position + 1))
  return {
    sheets: filled.flatMap(({ name }) => name ?? []),
    sheet: table.name ?? '',
    headerRow: index + 1,
    columns: Array.from({ length: width }, (_, position) => {
      const header = headers[position] ?? ''
      const field = used.get(position) ?? ignored(header, position)
      const samples = samplesOf(table, index, position)
      return { header, field, samples, ...(slotOfHeader(header) === 'whole_name' && WHOLE_NAMES) }
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
