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
  | ({ say: 'opened' } & Omit<ReadTable, 'rows'>)
  | { say: 'refused'; reason: string }
  | { say: 'rows'; rows: SheetRow[] }

/** What the importer stores in one transaction. */
const BATCH = 500

const say = (message: SheetMessage) => parentPort?.postMessage(message)

async function open({ path, fileName }: SheetFile) {
  const { rows, ...told } = readTables(await readFileTables(await readFile(path), fileName))
  const remaining = rows[Symbol.iterator]()
  parentPort?.on('message', () => say({ say: 'rows', rows: nextBatch(remaining) }))
  say({ say: 'opened', ...told })
}

function nextBatch(remaining: Iterator<SheetRow>): SheetRow[] {
  const batch: SheetRow[] = []
  while (batch.length < BATCH) {
    const { done, value } = remaining.next()
    if (done) break
    batch.push(value)
  }
  return batch
}

try {
  await open(workerData as SheetFile)
} catch (error) {
  if (!(error instanceof SheetRefused)) throw error
  say({ say: 'refused', reason: error.message })
}
