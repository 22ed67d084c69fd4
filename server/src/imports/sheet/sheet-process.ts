import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { openBytes } from './bytes.ts'
import { readTables } from './choose-table.ts'
import { extractRows } from './extract-rows.ts'
import { readFileTables } from './read-file.ts'
import type { ReadAnswer, ReadTask } from './read-sheet.ts'
import { writeRows } from './rows-file.ts'
import { SheetRejected } from './sheet-rejected.ts'

// Reads one sheet and ends. A file that exhausts memory or time ends only this process.

const { serverPid, limitMs, ...task } = JSON.parse(readFileSync(0, 'utf8'))

/** Node's flag limits only the heap; large texts and files lie outside. */
const MAX_MEMORY = 440 * 1024 * 1024
const watch = `setInterval(() => {
  const orphaned = process.ppid !== ${serverPid}
  if (orphaned || process.memoryUsage.rss() > ${MAX_MEMORY}) process.kill(process.pid, 'SIGKILL')
  const { user, system } = process.cpuUsage()
  if (user + system > ${limitMs * 1000}) process.kill(process.pid, 'SIGVTALRM')
}, 10)`
new Worker(watch, { eval: true }).unref()

setPriority(10)
// The workbook library logs every record it does not know.
console.error = () => {}

async function read({ path, fileName, target, choices, extract }: ReadTask): Promise<ReadAnswer> {
  try {
    const bytes = openBytes(path)
    const tables = await readFileTables(bytes, fileName)
    const { rows, ...summary } = readTables(tables, choices ?? (extract && {}))
    writeRows(target, extract ? extractRows(tables, extract) : rows, bytes.length)
    return { summary }
  } catch (error) {
    if (!(error instanceof SheetRejected)) throw error
    return { rejected: error.message }
  }
}

process.stdout.write(JSON.stringify(await read(task)))
