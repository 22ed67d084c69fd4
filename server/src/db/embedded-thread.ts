import { parentPort, workerData } from 'node:worker_threads'
import type { SocketAddress } from './claim-socket.ts'
import type { SyncFile } from './durable-fs.ts'
import { startEmbeddedServer } from './embedded-server.ts'

export interface ThreadData {
  dataDir: string
  durable: boolean
}

/** What the thread tells; it listens for one message, which asks it to close. */
export type ThreadReport =
  | { kind: 'ready'; address: SocketAddress }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; message: string }

/** Runs the embedded database as this thread's only work. */
export async function runThread(sync: SyncFile) {
  const { dataDir, durable } = workerData as ThreadData
  const tell = (report: ThreadReport) => parentPort?.postMessage(report)
  const onBroken = ({ message }: Error) => {
    tell({ kind: 'failed', message })
    process.exit(1)
  }
  try {
    const server = await startEmbeddedServer({
      dataDir,
      sync: durable ? sync : undefined,
      onBroken,
    })
    parentPort?.once('message', async () => {
      await server.close()
      parentPort?.close()
    })
    tell({ kind: 'ready', address: server.address })
  } catch (error) {
    tell({ kind: 'refused', message: (error as Error).message })
    parentPort?.close()
  }
}
