import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SocketAddress } from './claim-socket.ts'
import type { ThreadData, ThreadReport } from './embedded-thread.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Default true. False leaves out every fsync: for tests. */
  durable?: boolean
  /** Another thread file, for tests. */
  thread?: URL
}

export interface Embedded {
  address: SocketAddress
  /** Resolves if the database dies unasked; every query fails from then on. */
  failed: Promise<Error>
  /** Writes a checkpoint, lets go of the folder and ends the thread. Again: does nothing. */
  close(): Promise<void>
}

const THREAD = new URL('./embedded-worker.ts', import.meta.url)

/**
 * Starts the embedded database in a thread of its own, so that a query never blocks this one.
 * @throws Error with one line: another process has the data folder, or it cannot be opened
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durable = true, thread = THREAD } = options
  const data: ThreadData = { dataDir: path.resolve(options.dataDir), durable }
  // No inherited arguments: a test runner's loaders have no business there.
  const worker = new Worker(thread, { workerData: data, execArgv: [] })
  const ended = whenEnded(worker)
  const address = await whenReady(worker, ended)
  let closing: Promise<unknown> | undefined
  return {
    address,
    failed: new Promise((resolve) => void ended.then((error) => closing ?? resolve(error))),
    async close() {
      closing ??= ended
      worker.postMessage('close')
      await closing
    },
  }
}

/** Resolves when the thread is gone, with the best account of why. */
function whenEnded(worker: Worker): Promise<Error> {
  return new Promise((resolve) => {
    let told = new Error('The thread of the database has ended')
    worker.on('message', (report: ThreadReport) => {
      if (report.kind !== 'ready') told = new Error(report.message)
    })
    worker.on('error', (error) => {
      told = error instanceof Error ? error : new Error(String(error))
    })
    worker.once('exit', () => resolve(told))
  })
}

function whenReady(worker: Worker, ended: Promise<Error>): Promise<SocketAddress> {
  return new Promise((resolve, reject) => {
    worker.on('message', (report: ThreadReport) => {
      if (report.kind === 'ready') resolve(report.address)
    })
    void ended.then(reject)
  })
}
