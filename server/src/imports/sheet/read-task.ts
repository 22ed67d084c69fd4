import { closeSync, openSync } from 'node:fs'
import { bytesOf } from './bytes.ts'
import { readTables } from './choose-table.ts'
import { extractRows } from './extract-rows.ts'
import { readFileTables } from './read-file.ts'
import type { ReadAnswer, ReadTask } from './read-sheet.ts'
import { writeRows } from './rows-file.ts'
import { SheetRejected } from './sheet-rejected.ts'

export async function readTask(task: ReadTask): Promise<ReadAnswer> {
  const { path, fileName, target, choices, extract } = task
  const file = openSync(path, 'r')
  try {
    const bytes = bytesOf(file)
    const tables = await readFileTables(bytes, fileName)
    const { rows, ...summary } = readTables(tables, choices ?? (extract && {}))
    writeRows(target, extract ? extractRows(tables, extract) : rows, bytes.length)
    return { summary }
  } catch (error) {
    if (!(error instanceof SheetRejected)) throw error
    return { rejected: error.message }
  } finally {
    closeSync(file)
  }
}
