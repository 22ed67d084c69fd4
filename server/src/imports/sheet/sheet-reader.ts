import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { syncToDisk } from '../../files/store.ts'
import { Refusal } from '../../http/errors.ts'
import { Slots } from '../../http/slots.ts'
import { PROJECT } from '../../project.ts'
import type { ReadAnswer, ReadTask, SheetSummary } from './read-sheet.ts'

/** Each reading may take 440 MB and a core. */
const AT_ONCE = 2
/** The last one in line is read within MAX_OPENING_MS. */
const MAX_IN_LINE = 8

export class SheetReader {
  readonly #slots = new Slots(AT_ONCE)

  /** @throws Refusal 400 if the file cannot be imported; 503 if too many files wait */
  async read(task: ReadTask): Promise<SheetSummary> {
    if (this.#slots.waiting >= MAX_IN_LINE) {
      throw new Refusal(503, 'Too many files are waiting to be read. Please try again in a minute.')
    }
    const release = await this.#slots.acquire()
    return runSheetProcess(task).finally(release)
  }
}

/** The built file: sources take twice as long to start. */
const CODE = path.join(PROJECT, 'server/dist')
const PROGRAM = path.join(CODE, 'sheet-process.js')

/** Processor time; 100,000 rows of .xlsx take 3 s, those of a CSV file 1 s. */
const MAX_READING_MS = 20_000
const MAX_READING_MS_PER_MB = 1000
/** 100,000 rows of .xlsx need two thirds of it. */
const MAX_HEAP_MB = 320

const run = promisify(execFile)

/** The process gets no setting and opens no other file (decision 17). Throws Refusal 400 with a sentence to show. */
export async function runSheetProcess(task: ReadTask, mostMs?: number): Promise<SheetSummary> {
  const { path: file, fileName, target } = task
  const limitMs =
    mostMs ?? Math.max(MAX_READING_MS, MAX_READING_MS_PER_MB * megabytes(await stat(file)))
  const flags = [
    `--max-old-space-size=${MAX_HEAP_MB}`,
    // 90 MB less at no cost in time.
    '--max-semi-space-size=8',
    '--permission',
    '--allow-worker',
    `--allow-fs-read=${CODE}`,
    `--allow-fs-read=${file}`,
    `--allow-fs-write=${target}`,
  ]
  // The process counts its own processor time; on a busy machine the wall clock runs further.
  const limits = { env: {}, timeout: 3 * limitMs, killSignal: 'SIGVTALRM' } as const
  const reading = run(process.execPath, [...flags, PROGRAM], limits)
  // Not as an argument, which every user of the machine can read: the name may name a client.
  const stdin = reading.child.stdin!
  stdin.on('error', () => {}).end(JSON.stringify({ ...task, limitMs, serverPid: process.pid }))
  const { stdout } = await reading.catch((error: unknown) => {
    throw inWords(error as ReadFailure, fileName)
  })
  const { summary, rejected } = JSON.parse(stdout) as ReadAnswer
  if (rejected !== undefined) throw new Refusal(400, rejected)
  // Not in that process: Node allows no sync without full file access. An extract lasts only for one reply.
  if (!task.extract) await syncToDisk(target)
  return summary!
}

const megabytes = ({ size }: { size: number }) => Math.ceil(size / 1024 / 1024)

type ReadFailure = Error & { signal?: NodeJS.Signals }

function inWords(error: ReadFailure, fileName: string): Error {
  if (error.signal === 'SIGVTALRM') {
    return new Refusal(
      400,
      `“${fileName}” takes too long to read. Save the sheet as CSV, or split it.`,
    )
  }
  // Node ends itself when its heap is full; the system kills a process that takes too much memory.
  if (error.signal) {
    return new Refusal(
      400,
      `“${fileName}” needs too much memory. Delete empty rows and other sheets, or split it.`,
    )
  }
  return error
}
