import { Refusal } from '../../http/errors.ts'
import { Slots } from '../../http/slots.ts'
import type { ReadTask, SheetSummary } from './read-sheet.ts'
import { runSheetProcess } from './run-sheet-process.ts'

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
