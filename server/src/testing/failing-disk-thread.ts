/** The thread of the embedded database on a disk that fails once the file `disk-fails` is there. */
import { existsSync, fsyncSync } from 'node:fs'
import path from 'node:path'
import { workerData } from 'node:worker_threads'
import { runThread, type ThreadData } from '../db/embedded-thread.ts'

const { dataDir } = workerData as ThreadData

await runThread((fd) => {
  if (existsSync(path.join(dataDir, 'disk-fails'))) {
    throw Object.assign(new Error('The disk failed'), { code: 'EIO' })
  }
  fsyncSync(fd)
})
