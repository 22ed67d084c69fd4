import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { readSheet } from './read-sheet.ts'

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

process.stdout.write(JSON.stringify(await readSheet(task)))
