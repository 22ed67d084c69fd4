import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readFileTables } from './read-file.ts'
import { SheetRefused } from './sheet-refused.ts'
import { type ReadTable, readTables, type SheetRow } from './table.ts'

export interface SheetFile {
  path: string
  fileName: string
}

/** What the worker says: first `opened` or `refused`, then `rows` for every message it gets. */
export type SheetMessage =
  | { say: 'opened'; columns: ReadTable['columns']; totalRows: number }
  | { say: 'refused'; reason: string }
  | { say: 'rows'; rows: SheetRow[] }

/** What the importer stores in one transaction. */
const BATCH = 500

const say = (message: SheetMessage) => parentPort?.postMessage(message)

async function open({ path, fileName }: SheetFile) {
  const { columns, rows } = readTables(await readFileTables(await readFile(path), fileName))
  let next = 0
  parentPort?.on('message', () => {
    say({ say: 'rows', rows: rows.slice(next, next + BATCH) })
    next += BATCH
  })
  say({ say: 'opened', columns, totalRows: rows.length })
}

try {
  await open(workerData as SheetFile)
} catch (error) {
  if (!(error instanceof SheetRefused)) throw error
  say({ say: 'refused', reason: error.message })
}
