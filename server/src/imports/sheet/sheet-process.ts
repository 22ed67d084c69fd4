import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { readFileTables } from './read-file.ts'
import type { ReadAnswer, ReadTask } from './read-sheet.ts'
import { writeRows } from './rows-file.ts'
import { SheetRefused } from './sheet-refused.ts'
import { readTables } from './table.ts'

// The program that reads one sheet and ends. A file that takes all memory or time takes only this process with it.

const { serverPid, limitMs, ...task } = JSON.parse(readFileSync(0, 'utf8'))

/** A flag limits the heap only, and large texts and files lie outside it. */
const MAX_MEMORY = 440 * 1024 * 1024
const watch = `setInterval(() => {
  const orphaned = process.ppid !== ${serverPid}
  if (orphaned || process.memoryUsage.rss() > ${MAX_MEMORY}) process.kill(process.pid, 'SIGKILL')
  const { user, system } = process.cpuUsage()
  if (user + system > ${limitMs * 1000}) process.kill(process.pid, 'SIGVTALRM')
}, 10)`
new Worker(watch, { eval: true }).unref()

// The server's callers wait for milliseconds, this one's for seconds.
setPriority(10)
// The workbook library remarks here on every record it does not know.
console.error = () => {}

async function read({ path, fileName, target }: ReadTask): Promise<ReadAnswer> {
  try {
    const { rows, ...summary } = readTables(await readFileTables(readFileSync(path), fileName))
    writeRows(target, rows)
    return { summary }
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    return { refused: error.message }
  }
}

process.stdout.write(JSON.stringify(await read(task)))
