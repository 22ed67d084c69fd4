import { Worker } from 'node:worker_threads'
import type { Db } from '../db/schema.ts'
import { clientRows, HEADS } from './client-rows.ts'

/** The list as a workbook. It is put together in a worker thread: 100,000 rows take seconds. */
export async function xlsxOf(db: Db, timeZone: string): Promise<Buffer> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url))
  try {
    const done = new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    // It may fail while rows are still read, when nobody waits for it yet.
    done.catch(() => {})
    worker.postMessage([HEADS])
    for await (const rows of clientRows(db, timeZone)) worker.postMessage(rows)
    worker.postMessage('end')
    return Buffer.from(await done)
  } finally {
    await worker.terminate()
  }
}
