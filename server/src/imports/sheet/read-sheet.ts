import { closeSync, openSync } from 'node:fs'
import type { Encoding } from '@attest/contract/encodings'
import { bytesOf } from './bytes.ts'
import { type ReadChoices, readTables } from './choose-table.ts'
import { withoutHidden } from './hidden.ts'
import { readFileTables } from './read-file.ts'
import { writeRows } from './rows-file.ts'
import { SheetRejected } from './sheet-rejected.ts'
import type { ReadTable, Table } from './table.ts'

/** A row's texts in the file's own columns. */
export interface TextRow {
  row: number
  texts: readonly string[]
}

export interface Extract {
  sheet: string
  includeHidden: boolean
  encoding?: Encoding | undefined
  /** From 1. */
  rows: number[]
}

export interface ReadTask {
  path: string
  fileName: string
  target: string
  /** Absent: the file must be complete. */
  choices?: ReadChoices
  /** Names and ids of the groups: only then is a column “Group” about them. */
  groups?: string[]
  extract?: Extract
}

export type SheetSummary = Omit<ReadTable, 'rows'>
export type ReadAnswer =
  | { summary: SheetSummary; rejected?: undefined }
  | { summary?: undefined; rejected: string }

export async function readSheet(task: ReadTask): Promise<ReadAnswer> {
  const { path, fileName, target, choices, groups, extract } = task
  const file = openSync(path, 'r')
  try {
    const bytes = bytesOf(file)
    const tables = await readFileTables(bytes, fileName, (choices ?? extract)?.encoding)
    const { rows, ...summary } = readTables(tables, choices ?? (extract && {}), groups)
    writeRows(target, extract ? extractRows(tables, extract) : rows, bytes.length)
    return { summary }
  } catch (error) {
    if (!(error instanceof SheetRejected)) throw error
    return { rejected: error.message }
  } finally {
    closeSync(file)
  }
}

function* extractRows(
  tables: readonly Table[],
  { sheet, includeHidden, rows }: Extract,
): Generator<TextRow> {
  const found = tables.find(({ name = '' }) => name === sheet)
  const table = found && (includeHidden ? found : withoutHidden(found))
  if (table) for (const row of rows) yield { row, texts: table.row(row - 1) }
}
