import * as XLSX from '@e965/xlsx'
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { numberText } from './number-text.ts'
import { SheetRejected } from './sheet-rejected.ts'
import { readCells, type Table } from './table.ts'
import { zipEntries } from './unzip.ts'

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

/** Large parts without cells. */
const NOT_READ = /^xl\/(media|embeddings|drawings|charts|printerSettings|pivot|theme|vbaProject)/

/** Also .xlsb and .ods; visible sheets first. */
export const readZippedWorkbook = (bytes: Buffer, fileName: string): Table[] =>
  tablesOf(fileName, () => {
    const container = XLSX.CFB.utils.cfb_new()
    for (const entry of zipEntries(bytes)) {
      if (NOT_READ.test(entry.name) || entry.name.endsWith('/')) continue
      XLSX.CFB.utils.cfb_add(container, entry.name, entry.unpack(), { unsafe: true })
    }
    return XLSX.parse_zip(container, { ...OPTIONS })
  })

export const readOldWorkbook = (bytes: Buffer, fileName: string): Table[] =>
  tablesOf(fileName, () => XLSX.read(bytes, { ...OPTIONS, type: 'buffer' }))

/** HTML pages, and Excel's XML of 2003, which many programs name .xls. */
export const readMarkup = (text: string, fileName: string): Table[] =>
  tablesOf(fileName, () => XLSX.read(text, { ...OPTIONS, type: 'string' }))

function tablesOf(fileName: string, read: () => XLSX.WorkBook): Table[] {
  const { SheetNames, Sheets, Workbook } = readOrReject(fileName, read)
  const date1904 = Workbook?.WBProps?.date1904 ?? false
  const hidden = new Set(Workbook?.Sheets?.filter((sheet) => sheet.Hidden).map(({ name }) => name))
  return SheetNames.toSorted((a, b) => Number(hidden.has(a)) - Number(hidden.has(b))).map(
    (name) => ({
      name,
      ...tableOf(Sheets[name]?.['!data'] ?? [], date1904),
    }),
  )
}

function readOrReject(fileName: string, read: () => XLSX.WorkBook): XLSX.WorkBook {
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
  }
}

function cellText({ t, v, z }: XLSX.CellObject, date1904: boolean): string {
  if (t === 's') return String(v ?? '')
  if (t === 'n') return numberText(Number(v), { format: z?.toString(), date1904 })
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  // Blank cells and failed formulas such as #N/A.
  return ''
}
