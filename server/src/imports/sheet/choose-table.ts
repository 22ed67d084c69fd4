import type { Encoding } from '@attest/contract/encodings'
import { EXPORT_ONLY_HEADINGS } from '@attest/contract/exports'
import type { ColumnField } from '@attest/contract/import-previews'
import { type Cells, cleanText, nameKey, valueText } from './clean-cell.ts'
import { meaningOf, slotOfHeader, WEAK } from './column-headers.ts'
import { COPIED, DEATH, namesOther, saidBySheet, unwantedIn } from './do-not-email.ts'
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
import { headingOf, type OwnFacts, ownSourcesOf } from './own-cells.ts'
import { countHidden, withoutHidden } from './sheet-facts.ts'
import {
  type Layout,
  type ReadTable,
  readBelow,
  SheetRejected,
  type Table,
  withMailLinks,
} from './table.ts'

export interface ReadChoices {
  sheet?: string | undefined
  /** From 1. */
  headerRow?: number | undefined
  /** Field of each column by position; then no header is matched. */
  fields?: (ColumnField | null)[] | undefined
  /** Whether hidden rows and columns are read; true without a choice. */
  includeHidden?: boolean | undefined
  /** A text file's encoding; recognized if not chosen. */
  encoding?: Encoding | undefined
  /** Chosen for earlier files, by `headerKey`. */
  remembered?: { header: string; field: ColumnField }[]
}

const OWN_HEADERS = [...EXPORT_ONLY_HEADINGS, ...COPIED]

/** Equal for headers that differ in case only. */
export const headerKey = (header: string) => header.toLowerCase()

/** Reads the first table with all needed columns and a row; with choices, else the nearest. Throws SheetRejected. */
export function readTables(
  all: readonly Table[],
  choices?: ReadChoices,
  groups?: readonly string[],
  facts?: OwnFacts,
): ReadTable {
  const tables = choices?.includeHidden === false ? all.map(withoutHidden) : all
  const chooses = chooser(choices, facts)
  const found = withUnwanted(tables, chosenHeaders(tables, { chooses, groups }, choices))
  const chosen = Array.from(found.headers, (header, position) => chooses(header, position))
  const own = facts ? ownSourcesOf(chosen, facts) : []
  const { sources, unread, leftOut, notes, ...read } = readBelow(found, own, choices && facts)
  const isComplete = missingFields(found.columns).length === 0
  if (!choices && !isComplete) throw new SheetRejected(rejectionOf(found.headers, found.columns))
  const isProposed = !choices?.sheet && choices?.headerRow === undefined
  if (isProposed && isComplete && read.totalRows === 0) {
    throw new SheetRejected('There are no rows under the column headings.')
  }
  const filled = tables.filter(hasContent)
  const isIgnored = (header: string, position: number) =>
    (header === '' && !unread.has(position)) || chooses(header, position) === 'ignored'
  const used = usedColumns(sources)
  for (const position of found.columns.do_not_email ?? []) used.set(position, 'do_not_email')
  for (const { position, fills } of own) used.set(position, fills)
  const layout = layoutOf(filled, found, used, isIgnored)
  const phones = sources.find(({ field }) => field === 'phone_number')?.columns
  const columns = layout.columns.map((column, position) => ({
    ...column,
    ...(column.field === 'alt_number' && phones?.includes(position) && { alsoPhone: true }),
    ...(unread.has(position) && { keepAs: unread.get(position)!.kind() }),
  }))
  const misfits = [...leftOut].map(
    ([position, count]) => `misfits ${count} ${shortName(found.headers[position]!)}` as const,
  )
  const others = filled.filter((table) => table !== found.table)
  const left = [...unread.keys()].filter((column) => layout.columns[column]?.field !== 'ignored')
  return {
    ...read,
    ...layout,
    columns,
    notes: [...(found.table.notes ?? []), ...notes, ...misfits],
    hidden: countHidden(all[tables.indexOf(found.table)]!, found.index),
    encoding: found.table.encoding ?? null,
    notRead: {
      sheets: others.map(({ name = '' }) => shortName(name)),
      headers: headersOf(left, found.headers),
    },
  }
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
  const best =
    found.length > 1 ? (found.find(isCurrent) ?? found.find(isUsable) ?? nearest(found)) : found[0]
  if (!best)
    throw headerRow && all.some(({ rowCount }) => rowCount > 0)
      ? new SheetRejected(`The sheet has no row ${headerRow}.`)
      : new SheetRejected('There is nothing in this file.')
  const samples = columnSamples(best)
  const looks = { isPerColumn: fields !== undefined, isUnseen: choices === undefined }
  const content = { chosen: chooses, ...looks, samples, groups }
  return { ...best, columns: matchColumns(best.headers, content) }
}

/** A client may still stand beside those of the sheet “Do Not Contact”. */
function withUnwanted(tables: readonly Table[], found: Headers): Headers {
  const unwanted = tables.flatMap((table) => {
    const said = table === found.table ? undefined : saidBySheet(table.name)
    const others = said && findHeaders(table)
    return others ? listedIn(others, said!) : []
  })
  return { ...found, unwanted }
}

/** Without a column of clients' numbers, each cell may be a name, and in a single column a number. */
function listedIn(found: Headers, said: string) {
  const { table, headers } = found
  const columns = matchColumns(headers, { samples: columnSamples(found) })
  const [number = -1] = columns.client_number ?? []
  const isSure = (meaningOf(headers[number] ?? '')?.closeness ?? 0) > WEAK
  const read = Array.from(readBelow({ ...found, columns }).rows, ({ cells }) => cells)
  const isList = table.width() === 1
  const isOwn = (_: string, at: number) => at === 0 || !namesOther(headers[at] ?? '')
  const isCode = (text: string) =>
    /^[^\s@]*\d[^\s@]*$/.test(text) && (isList || /[a-z]/i.test(text))
  const rowAt = (_: unknown, at: number) => {
    const texts = table.row(at).filter(isOwn)
    if (isList || !DEATH.test(said)) return texts
    // Beside the name of one who has died stand those of the family.
    const name = columns.last_name ? '' : texts.find((text) => nameKey(text).includes(' '))
    return texts.filter((text) => text === name || isCode(text))
  }
  const rows = Array.from({ length: isSure ? 0 : table.rowCount }, rowAt)
  const cellsOf = (text: string, _: number, { length }: readonly string[]): Cells => {
    const kind = isCode(text) ? 'client_number' : text.includes('@') ? 'email' : 'last_name'
    // Beside a name, a phone may be that of a couple.
    return {
      [kind]: cleanText(text),
      ...(length === 1 && PHONE.test(text) && { phone_number: text }),
    }
  }
  const others = rows.flatMap((texts) => texts.filter(Boolean).map(cellsOf))
  return [...read, ...others].flatMap((cells) => unwantedIn(cells, said, isSure))
}

const PHONE = /^\+?1?\W*\d{3}\W*\d{3}\W*\d{4}$/
const JUDGED_ROWS = 200

function columnSamples({ table, index, headers }: Headers): string[][] {
  const isEmail = (header: string) => /email$/.test(slotOfHeader(header) ?? '')
  const emails = headers.flatMap((header, column) => (isEmail(header) ? column : []))
  const rows = rowsBelow(withMailLinks(table, emails), index, JUDGED_ROWS)
  return headers.map((_, column) => rows.map((texts) => valueText(texts[column] ?? '')))
}

const isUsable = (found: Headers) =>
  missingFields(found.columns).length === 0 && readBelow(found).totalRows > 0

/** A sheet with such a name is read only if no other can be used. */
const PAST =
  /\b(?:deceased|dead|inactive|closed|archived?|old|former|past|do not|dnc|opposing|adverse|counsel|attorneys?|vendors?|experts?|witness(?:es)?|staff|employees?|prospects?|leads|templates?|samples?|examples?)\b/i

const isCurrent = (found: Headers) => {
  const name = found.table.name?.replaceAll('_', ' ') ?? ''
  return !PAST.test(name) && !saidBySheet(name) && isUsable(found)
}

const nearest = (found: readonly Headers[]) =>
  found.toSorted((a, b) => matchCount(b.columns) - matchCount(a.columns))[0]

const headersOfRow = (table: Table, index: number) =>
  index < 0 ? withoutHeaders(table) : index < table.rowCount ? headersIn(table, index) : undefined

/** Null: a person took the column's field away. Undefined: its heading decides. */
type Chooser = (header: string, position: number) => ColumnField | null | undefined

function chooser({ fields, remembered = [] }: ReadChoices = {}, facts?: OwnFacts): Chooser {
  const earlier = new Map<string, ColumnField>()
  const own = new Map(facts?.columns.map(({ id, name }) => [headingOf(name), `own.${id}` as const]))
  for (const header of OWN_HEADERS) earlier.set(headerKey(header), 'ignored')
  for (const { header, field } of remembered) earlier.set(header, field)
  return (header, position) => {
    if (fields) return fields[position] ?? null
    return earlier.get(headerKey(header)) ?? own.get(headingOf(header))
  }
}

function layoutOf(
  filled: readonly Table[],
  { table, index, headers }: Headers,
  used: ReadonlyMap<number, ColumnField>,
  isIgnored: (header: string, position: number) => boolean,
): Layout {
  const width = Math.max(headers.length, ...used.keys().map((position) => position + 1))
  const rows = rowsBelow(table, index, SAMPLES.rows)
  return {
    sheets: filled.flatMap(({ name }) => name ?? []),
    sheet: table.name ?? '',
    headerRow: index + 1,
    columns: Array.from({ length: width }, (_, position) => {
      const header = headers[position] ?? ''
      const field = used.get(position) ?? (isIgnored(header, position) ? 'ignored' : null)
      const texts = rows.map((row) => cleanText(row[position] ?? '').slice(0, SAMPLES.characters))
      const samples = [...new Set(texts.filter(Boolean))].slice(0, SAMPLES.count)
      const isWhole = slotOfHeader(header) === 'whole_name'
      return { header, field, samples, ...(isWhole && { wholeNames: true }) }
    }),
  }
}

const SAMPLES = { count: 3, rows: 50, characters: 60 }

const lineOf = (at: number) => (['address', 'address_2'] as const)[at] ?? 'address_3'

const usedColumns = (sources: readonly Source[]) =>
  new Map<number, ColumnField>(
    sources.flatMap(({ field, columns }) =>
      columns.map((column, at) => [column, field === 'address' ? lineOf(at) : field]),
    ),
  )

const rowsBelow = ({ rowCount, row }: Table, index: number, most: number) =>
  Array.from({ length: Math.max(0, Math.min(rowCount - index - 1, most)) }, (_, i) =>
    row(index + 1 + i),
  )
