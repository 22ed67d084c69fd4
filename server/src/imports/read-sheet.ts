import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { IMPORT_EXTENSIONS, MAX_OPENING_MS } from '@attest/contract/imports'
import { SheetRefused } from './sheet-refused.ts'
import type { SheetFile, SheetMessage } from './sheet-worker.ts'
import type { ReadTable, SheetRow } from './table.ts'

export { SheetRefused } from './sheet-refused.ts'
export type { SheetRow } from './table.ts'

export interface Sheet extends Omit<ReadTable, 'rows'> {
  /** In batches of 500. A batch is sent only when the one before is taken. Closes the sheet at its end. */
  rows(): AsyncGenerator<SheetRow[], void>
  close(): Promise<void>
}

/** Reading takes a worker thread up to this; 100,000 rows of .xlsx need about half of it. */
const MAX_MEMORY_MB = 768

/**
 * Opens a CSV file or a workbook and finds the clients in it. The work is done in a thread of its own.
 * Throws SheetRefused, in words, when the file cannot be imported.
 */
export async function openSheet(path: string, fileName: string): Promise<Sheet> {
  if (!IMPORT_EXTENSIONS.some((extension) => extension === extname(fileName).toLowerCase())) {
    throw new SheetRefused('Please select a CSV or Excel file.')
  }
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { path, fileName } satisfies SheetFile,
    // A small young generation has its garbage collected sooner: 90 MB less at no cost in time.
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    stderr: true,
  })
  // The workbook library remarks there on every record it does not know.
  worker.stderr.resume()
  const hear = listenTo(worker)
  const close = async () => void (await worker.terminate())
  try {
    const opened = await hear(AbortSignal.timeout(MAX_OPENING_MS))
    if (opened.say === 'refused') throw new SheetRefused(opened.reason)
    if (opened.say !== 'opened') throw new Error(`The sheet's worker said ${opened.say} first`)
    const { say, ...told } = opened
    const next = async () => {
      worker.postMessage('next')
      return hear().catch((error: unknown) => {
        throw inWords(error, fileName)
      })
    }
    return { ...told, rows: () => batches(told.totalRows, next, close), close }
  } catch (error) {
    await close()
    throw inWords(error, fileName)
  }
}

async function* batches(
  totalRows: number,
  next: () => Promise<SheetMessage>,
  close: () => Promise<void>,
) {
  try {
    for (let read = 0; read < totalRows; ) {
      const message = await next()
      if (message.say !== 'rows') throw new Error(`The sheet's worker said ${message.say}`)
      read += message.rows.length
      yield message.rows
    }
  } finally {
    await close()
  }
}

/** Waits for the worker's next message, and fails when the worker has failed or ended, also before. */
function listenTo(worker: Worker) {
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error("The sheet's worker ended too early")))
  })
  ended.catch(() => {})
  // A last message and the exit come in one turn. The message is first, and settles this at once.
  return (signal?: AbortSignal) =>
    new Promise<SheetMessage>((resolve, reject) => {
      worker.once('message', resolve)
      ended.catch(reject)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
}

function inWords(error: unknown, fileName: string): unknown {
  const { code, name } = error as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new SheetRefused(
      `“${fileName}” is too large to read. Save the sheet as CSV, or split it.`,
    )
  }
  if (name === 'TimeoutError') {
    return new SheetRefused(
      `“${fileName}” takes too long to read. Save the sheet as CSV and choose that file.`,
    )
  }
  return error
}
