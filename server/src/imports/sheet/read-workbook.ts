import type { SheetNote } from '@attest/contract/imports'
import * as XLSX from '@e965/xlsx'
import { SSF } from '@e965/xlsx'
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { ROWS_BEFORE_HEADERS } from './header-rows.ts'
import { readCsv } from './read-csv.ts'
import { factsOfOds, factsOfXls, factsOfXlsx, type SheetFacts, unstruck } from './sheet-facts.ts'
import { type Merge, readCells, SheetRejected, type Table } from './table.ts'
import { unzip } from './unzip.ts'

declare module '@e965/xlsx' {
  /** Exported, but missing in the library's types. */
  export function parse_zip(container: unknown, options: XLSX.ParsingOptions): XLSX.WorkBook
}

XLSX.set_cptable(codepages)

const OPTIONS: XLSX.ParsingOptions = {
  dense: true,
  cellText: false,
  cellHTML: false,
  cellFormula: false,
  cellNF: true,
  /** A zip code keeps its zero. */
  raw: true,
}

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/
const MACROS = /vbaProject\.bin$|^Basic\/.+\/|_VBA_PROJECT/
const LINKS = /^xl\/externalLinks\/[^/]+\.xml$/

const NOT_READ = /^xl\/(media|embeddings|drawings|charts|printerSettings|pivot|theme|vbaProject)/

/** Also .xlsb and .ods; visible sheets first. */
export function readZippedWorkbook(bytes: Buffer, fileName: string): Table[] {
  const notes: SheetNote[] = []
  const xlsx = new Map<string, SheetFacts>()
  let ods: SheetFacts[] | undefined
  return tablesOf(fileName, notes, () => {
    const container = XLSX.CFB.utils.cfb_new()
    const entries = unzip(bytes)
    const styles = String(entries.find(({ name }) => name === 'xl/styles.xml')?.unpack() ?? '')
    for (const entry of entries) {
      note(notes, entry.name)
      if (NOT_READ.test(entry.name) || entry.name.endsWith('/')) continue
      let content = entry.unpack()
      if (content.includes('<strike')) content = Buffer.from(unstruck(String(content)))
      if (SHEET.test(entry.name)) xlsx.set(entry.name, factsOfXlsx(content, styles))
      if (entry.name === 'content.xml') ods = factsOfOds(content)
      XLSX.CFB.utils.cfb_add(container, entry.name, content, { unsafe: true })
    }
    // The library requires them, the format does not.
    if (!XLSX.CFB.find(container, '/styles.xml')) {
      XLSX.CFB.utils.cfb_add(container, 'styles.xml', Buffer.from('<styles/>'), { unsafe: true })
    }
    const book = XLSX.parse_zip(container, { ...OPTIONS })
    return { ...book, facts: ods ?? sheetPaths(container).map((path) => xlsx.get(path ?? '')) }
  })
}

export function readOldWorkbook(bytes: Buffer, fileName: string): Table[] {
  const notes: SheetNote[] = []
  return tablesOf(fileName, notes, () => {
    for (const name of XLSX.CFB.read(bytes, { type: 'buffer' }).FullPaths) note(notes, name)
    // The library reports hidden rows and columns here with the styles only.
    const book = XLSX.read(bytes, { ...OPTIONS, cellStyles: true, type: 'buffer' })
    const sheets = book.SheetNames.map((name) => book.Sheets[name])
    return {
      ...book,
      facts: sheets.map((sheet) => factsOfXls(sheet?.['!rows'], sheet?.['!cols'])),
    }
  })
}

/** HTML pages, and Excel's XML of 2003, which many programs name .xls. */
export const readMarkup = (text: string, fileName: string): Table[] =>
  tablesOf(fileName, [], () => XLSX.read(withEnds(text), { ...OPTIONS, type: 'string' }))

/** HTML may leave out the end of a cell, which the library needs. */
const withEnds = (text: string) =>
  text.replace(/(?<!(?:<tr[^<>]*|<\/t[dh]|--|\])>\s*)<(?=t[dh][\s>])/gi, '</td><')

function note(notes: SheetNote[], part: string) {
  const found = MACROS.test(part) ? 'macros' : LINKS.test(part) ? 'links' : undefined
  if (found && !notes.includes(found)) notes.push(found)
}

/** Paths of the sheets in their order; none for .ods. */
function sheetPaths(container: unknown): (string | undefined)[] {
  const text = (name: string) => String(XLSX.CFB.find(container, `/${name}`)?.content ?? '')
  const targets = new Map(
    [...text('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(
      ([tag]) => [
        / Id="([^"]*)"/.exec(tag)?.[1],
        / Target="([^"]*)"/.exec(tag)?.[1]?.replace(/^(?:\/xl\/)?/, 'xl/'),
      ],
    ),
  )
  return [...text('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) =>
    targets.get(/ r:id="([^"]*)"/.exec(tag)?.[1]),
  )
}

type Book = XLSX.WorkBook & { facts?: (SheetFacts | undefined)[] }

function tablesOf(fileName: string, notes: SheetNote[], read: () => Book): Table[] {
  const { SheetNames, Sheets, Workbook, facts = [] } = readOrReject(fileName, read)
  const date1904 = Workbook?.WBProps?.date1904 ?? false
  const isHidden = new Set(
    Workbook?.Sheets?.filter((sheet) => sheet.Hidden).map(({ name }) => name),
  )
  const tables = SheetNames.map((name, index) => ({
    name,
    notes: [...notes, ...formulasNote(facts[index]?.formulas)],
    ...(facts[index] && { hidden: facts[index].hidden }),
    merges: mergesOf(Sheets[name]?.['!merges']),
    ...spread(tableOf(Sheets[name]?.['!data'] ?? [], date1904), Sheets[name]?.['!merges']),
  }))
  if (tables.length === 1) return tables.map(apart)
  return tables.toSorted((a, b) => Number(isHidden.has(a.name)) - Number(isHidden.has(b.name)))
}

/** Splits the lines of a text file that was opened in one column, if all have as many cells. */
function apart(table: Table): Table {
  if (table.width() > 1) return table
  const lines = Array.from({ length: table.rowCount }, (_, at) => table.shown(at)[0] ?? '')
  const { row, shown, width, rowCount } = readCsv(() => [lines.join('\n')])
  const isWhole = lines.every((_, at) => shown(at).length < 2 || shown(at).length === width())
  return isWhole && width() > 3 ? { ...table, row, shown, width, rowCount } : table
}

const formulasNote = (count = 0): SheetNote[] => (count > 0 ? [`formulas ${count}`] : [])

/** No table has more of them over its headers. */
const MAX_MERGES = 1000

const mergesOf = (ranges: readonly XLSX.Range[] = []): Merge[] =>
  ranges
    .filter(({ s }) => s.r < ROWS_BEFORE_HEADERS)
    .slice(0, MAX_MERGES)
    .map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: Math.min(e.c, LAST.column) }))

/** Cells merged over rows count for each of them; of their columns, the first has the value. */
function spread(table: Table, ranges: readonly XLSX.Range[] = []): Table {
  const above = new Map<number, [column: number, top: number][]>()
  for (const { s, e } of ranges.slice(0, MAX_SPREAD)) {
    const last = s.r < ROWS_BEFORE_HEADERS && e.c > s.c ? s.r : Math.min(e.r, table.rowCount - 1)
    for (let row = s.r + 1; row <= last; row++) {
      above.set(row, [...(above.get(row) ?? []), [s.c, s.r]])
    }
  }
  if (above.size === 0) return table
  const filled = (read: Table['row']) => (index: number) => {
    const texts = [...read(index)]
    for (const [column, top] of above.get(index) ?? []) {
      while (texts.length <= column) texts.push('')
      texts[column] = read(top)[column] ?? ''
    }
    return texts
  }
  return { ...table, row: filled(table.row), shown: filled(table.shown) }
}

/** Enough for 100,000 households, each with an address in four cells. */
const MAX_SPREAD = 400_000

function readOrReject(fileName: string, read: () => Book): Book {
  try {
    return read()
  } catch (error) {
    if (error instanceof SheetRejected) throw error
    // The library throws plain errors with many texts for damaged files.
    if (/password|encrypt/i.test(String(error))) {
      throw new SheetRejected(
        `“${fileName}” is protected by a password. Save a copy without one and choose that.`,
      )
    }
    throw new SheetRejected(
      `“${fileName}” cannot be read: it is damaged, or not an Excel workbook. Open it in a spreadsheet program, save it again and choose the new file.`,
    )
  }
}

type Cell = XLSX.CellObject | undefined

const LAST = { row: 1_048_576, column: 16_384 }

/** Blank rows and cells are absent. */
function tableOf(data: Cell[][], date1904: boolean): Table {
  if (data.length > LAST.row || data.some((row) => row.length > LAST.column)) {
    throw new SheetRejected(
      'This file has a cell beyond XFD1048576, the last one of a spreadsheet.',
    )
  }
  return {
    rowCount: data.length,
    row: (index) =>
      readCells(data[index] ?? [], (cell: Cell) => (cell ? cellText(cell, date1904) : '')),
    shown: (index) =>
      Array.from(data[index] ?? [], (cell) => (cell ? shownText(cell, date1904) : '')),
    width: () =>
      data.reduce((most, row) => {
        const isFilled = (cell: Cell) => cell && shownText(cell, date1904) !== ''
        return Math.max(most, (row?.findLastIndex(isFilled) ?? -1) + 1)
      }, 0),
    remarks: new Map(remarksIn(data)),
    mailTo: (row, column) => MAILTO.exec(data[row]?.[column]?.l?.Target ?? '')?.[1],
  }
}

/** Notes of cells, which programs also call comments. */
const remarksIn = (data: Cell[][]) =>
  data.flatMap((cells = [], row) => {
    const found = cells.flatMap(
      (cell, column) => cell?.c?.map(({ t }) => [column, t] as const) ?? [],
    )
    return found.length > 0 ? [[row, found] as const] : []
  })

/** One address, without escaped characters. */
const MAILTO = /^mailto:([^?%,;<>\s]+@[^?%,;<>\s]+)(?:\?|$)/i

function cellText({ t, v, z }: XLSX.CellObject, date1904: boolean): string {
  if (t === 's') return String(v ?? '')
  if (t === 'n') return numberText(Number(v), { format: z?.toString(), date1904 })
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  // Blank cells and failed formulas such as #N/A.
  return ''
}

/** As the program shows it. Numbers without a format keep all digits. */
function shownText(cell: XLSX.CellObject, date1904: boolean): string {
  const { t, v, z } = cell
  if (t === 'e') return XLSX.utils.format_cell(cell)
  const format = t === 'n' && z?.toString()
  if (!format || format === 'General' || format === '@' || format.length > MAX_FORMAT)
    return cellText(cell, date1904)
  return formatted(Number(v), format, date1904) ?? cellText(cell, date1904)
}

export interface NumberFormat {
  format: string | undefined
  date1904: boolean
}

const US_DATE = 'm/d/yyyy'

/** As a person writes it: no exponent or thousands separators. Formats with the same digits stay; dates look alike. */
export function numberText(value: number, { format, date1904 }: NumberFormat): string {
  const plain = plainNumber(value)
  if (!format || format === 'General' || format.length > MAX_FORMAT) return plain
  const shown = formatted(value, SSF.is_date(format) ? US_DATE : format, date1904)
  if (shown === undefined || SSF.is_date(format)) return shown ?? plain
  if (value < 0 || AMOUNT.test(shown)) return plain
  const isPlain = (text = '') => digitsOf(text) === digitsOf(plain)
  // “2024-017” may be the number 17 behind a text that the format adds.
  const bare = () => formatted(value, format.replace(LITERAL, ''), date1904)
  if (!isPlain(shown) && !isPlain(bare())) return plain
  return shown.replace(/(?<=\d),(?=\d{3})/g, '')
}

const LITERAL = /"[^"]*"|\\./g

/** Nobody writes numbers in a longer format. */
const MAX_FORMAT = 200

/** The sign of money or a percentage is no part of a client's number. */
const AMOUNT = /[\p{Sc}%]/u

/** The library would show the format's country as a dollar sign. */
const COUNTRY = /\[\$-[0-9a-f]+\]/gi

function formatted(value: number, format: string, date1904: boolean): string | undefined {
  try {
    return SSF.format(format.replace(COUNTRY, ''), value, { date1904, dateNF: US_DATE }).trim()
  } catch {
    // The library cannot read this format; the number itself is readable.
    return undefined
  }
}

const digitsOf = (text: string) => text.replace(/(?<=\.\d*[1-9])0+$|^[\D0]+|\D/g, '')

/** Spreadsheets compute with 15 digits. A longer number that ends in 0 has lost the others: it reads as cut short. */
function plainNumber(value: number): string {
  const isCut = Math.abs(value) >= 1e15 && (value % 10 === 0 || !Number.isSafeInteger(value))
  if (isCut) return value.toExponential()
  if (Number.isInteger(value)) return value.toFixed(0)
  return Number(value.toPrecision(15)).toLocaleString('en-US', {
    useGrouping: false,
    maximumFractionDigits: 15,
  })
}
