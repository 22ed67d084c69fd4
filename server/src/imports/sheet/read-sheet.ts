import { closeSync, openSync } from 'node:fs'
import type { Encoding } from '@attest/contract/encodings'
import { BYTE_ORDER_MARK } from '@attest/contract/exports'
import { IMPORT_EXTENSIONS } from '@attest/contract/imports'
import { type ReadChoices, readTables } from './choose-table.ts'
import { cleanCell } from './clean-cell.ts'
import { type Bytes, bytesOf, decodeText } from './decode-text.ts'
import type { OwnFacts } from './own-cells.ts'
import { readCsv } from './read-csv.ts'
import { lineWriter, writeRows } from './rows-file.ts'
import { withoutHidden } from './sheet-facts.ts'
import { type ReadTable, readCells, SheetRejected, type Table } from './table.ts'

/** A row's texts in the file's own columns. */
export interface TextRow {
  row: number
  texts: readonly string[]
}

/** A row for a copy of the sheet: delimited text as one line, of which few are read further. */
export interface CopiedRow extends Partial<Omit<TextRow, 'row'>> {
  number: string
  line?: string
  /** As a person sees them, if that differs. */
  shown?: readonly string[]
}

export interface Extract {
  sheet: string
  includeHidden: boolean
  encoding?: Encoding | undefined
  /** From 1. */
  rows?: number[]
  /** Columns of the client's number: all rows, as `CopiedRow`s. */
  numbers?: readonly number[]
}

export interface Extracted {
  delimiter?: string | undefined
  isMarked?: boolean | undefined
  /** Columns of its longest row. */
  width: number
}

export interface ReadTask {
  path: string
  fileName: string
  target: string
  /** Absent: the file must be complete. */
  choices?: ReadChoices
  /** Names and ids of the groups: only then is a column “Group” about them. */
  groups?: string[]
  /** Absent: no column is kept as one of the firm's own. */
  own?: OwnFacts
  extract?: Extract
}

export type SheetSummary = Omit<ReadTable, 'rows'>
export interface ReadAnswer {
  summary?: SheetSummary
  rejected?: string
}

export async function readSheet(task: ReadTask): Promise<ReadAnswer> {
  const { path, fileName, target, choices, groups, own, extract } = task
  const file = openSync(path, 'r')
  try {
    const bytes = bytesOf(file)
    const tables = await readFileTables(bytes, fileName, (choices ?? extract)?.encoding)
    if (extract) {
      writeRows(target, linesOf(tables, extract), bytes.length)
      return {}
    }
    const { rows, ...summary } = readTables(tables, choices, groups, own)
    writeRows(target, rows, bytes.length)
    return { summary }
  } catch (error) {
    if (!(error instanceof SheetRejected)) throw error
    return { rejected: error.message }
  } finally {
    closeSync(file)
  }
}

function* linesOf(
  tables: readonly Table[],
  { sheet, includeHidden, rows = [], numbers }: Extract,
): Generator<Extracted | TextRow | CopiedRow> {
  const table = tables.find(({ name = '' }) => name === sheet)
  const { delimiter, isMarked } = table ?? {}
  const width = (numbers && table?.width()) || 0
  yield { delimiter, isMarked, width }
  const read = table && !includeHidden ? withoutHidden(table) : table
  for (const row of rows) yield { row, texts: read?.row(row - 1) ?? [] }
  if (table && read && numbers) yield* copyOf(table, read, numbers, width)
}

function* copyOf(table: Table, read: Table, numbers: readonly number[], width: number) {
  const { delimiter, rowCount } = table
  const write = delimiter && lineWriter(delimiter)
  const end = Math.max(0, ...numbers.map((column) => column + 1))
  for (let index = 0; index < rowCount; index++) {
    const all = table.shown(index)
    const shown =
      all.length === width ? all : Array.from({ length: width }, (_, column) => all[column] ?? '')
    const texts = write ? readCells(all.slice(0, end), String) : read.row(index)
    const found = numbers.map((column) => cleanCell('client_number', texts[column] ?? ''))
    const number = found.find(Boolean) ?? ''
    const isSame = texts.length === width && shown.every((text, at) => text === texts[at])
    yield write ? { number, line: write(shown) } : { number, texts, ...(!isSame && { shown }) }
  }
}

/** First bytes of files that look like text, but hold no table. */
const OTHER_FORMATS: ReadonlyArray<readonly [start: string, name: string]> = [
  ['%PDF', 'a PDF document'],
  ['{\\rtf', 'a text document'],
  ['{', 'a JSON file'],
  ['[{', 'a JSON file'],
  ['ID;P', 'a SYLK file'],
  ['BEGIN:VC', 'a file of contact cards (vCard)'],
]

const ZIP = ['PK\x03\x04', 'PK\x05\x06']
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

const MARKUP = /^\s*<(?:\?xml|!doctype|!--|html|head|meta|style|body|div|table)\b/i

/** The header lines of an email, as programs save web archives. */
const MHTML =
  /^(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*){0,12}content-type:\s*multipart\/(?:related|mixed)/i

const COLUMNS_OF_BLANKS = /^\S+(?: \S+)*(?: {2,}\S+(?: \S+)*){3}.*$/

const ADVICE = 'Save the list as .xlsx or .csv and choose that file.'

/** Decides by the content; the name only confirms. */
export async function readFileTables(
  bytes: Bytes,
  fileName: string,
  encoding?: Encoding,
): Promise<Table[]> {
  if (!IMPORT_EXTENSIONS.some((extension) => fileName.toLowerCase().endsWith(extension))) {
    throw new SheetRejected(
      /\.(?:xlsb|xlt[xm]?|numbers)$/i.test(fileName)
        ? `“${fileName}” is a workbook of another kind. Save it as .xlsx; ${IMPORT_EXTENSIONS.join(', ')} can be read.`
        : 'Please select a CSV or Excel file.',
    )
  }
  const start = bytes.subarray(0, 8).toString('latin1')
  const all = () => bytes.subarray(0, bytes.length)
  if (bytes.length === 0) throw new SheetRejected(`“${fileName}” is empty.`)
  if (ZIP.some((mark) => start.startsWith(mark))) {
    return (await import('./read-workbook.ts')).readZippedWorkbook(all(), fileName)
  }
  if (start === COMPOUND_FILE) {
    return (await import('./read-workbook.ts')).readOldWorkbook(all(), fileName)
  }
  const other = OTHER_FORMATS.find(([mark]) => start.startsWith(mark))?.[1]
  if (other) throw new SheetRejected(`“${fileName}” is ${other}, not a sheet. ${ADVICE}`)
  return readTextTables(bytes, fileName, encoding)
}

const UTF8_MARK = Buffer.from(BYTE_ORDER_MARK)

async function readTextTables(bytes: Bytes, fileName: string, chosen?: Encoding): Promise<Table[]> {
  const text = decodeText(bytes, chosen)
  if (text === undefined) {
    throw new SheetRejected(`“${fileName}” is neither a CSV file nor an Excel workbook. ${ADVICE}`)
  }
  if (/\.(xls[xm]|ods)$/i.test(fileName)) {
    throw new SheetRejected(
      `“${fileName}” is not a workbook but a text file. If it holds a list, give it the ending .csv.`,
    )
  }
  const { parts, encoding } = text
  const [start = ''] = parts()
  if (MHTML.test(start)) {
    throw new SheetRejected(
      `“${fileName}” is a web archive (MHTML), not a workbook. Open it in Excel, choose Save As and the type .xlsx.`,
    )
  }
  if (!MARKUP.test(start)) {
    const isUtf8 = !encoding || (encoding.name === 'utf-8' && !encoding.mixed)
    const isMarked = !isUtf8 || bytes.subarray(0, UTF8_MARK.length).equals(UTF8_MARK)
    const table = readCsv(parts)
    if ([0, 1, 2].every((index) => COLUMNS_OF_BLANKS.test(table.shown(index).join('\n'))))
      throw new SheetRejected(
        `“${fileName}” has only blanks between its columns. Open it in a spreadsheet program. ${ADVICE}`,
      )
    return [{ ...table, isMarked, ...(encoding && { encoding }) }]
  }
  return (await import('./read-workbook.ts')).readMarkup([...parts()].join(''), fileName)
}
