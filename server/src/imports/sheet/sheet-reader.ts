import { Refusal } from '../../http/errors.ts'
import { Slots } from '../../http/slots.ts'
import { type ReadTask, readSheet, type SheetSummary } from './read-sheet.ts'

/** Each reading may take 440 MB and a core. */
const AT_ONCE = 2
/** The last one in line is read within MAX_OPENING_MS. */
const MAX_IN_LINE = 8

export class SheetReader {
  readonly #slots = new Slots(AT_ONCE)
  readonly #places = new Map<string, number>()

  /** 1 is next, 0 is being read, undefined is unknown. */
  placeOf(importId: string): number | undefined {
    return this.#places.get(importId)
  }

  /**
   * @throws SheetRejected if the file cannot be imported
   * @throws Refusal 503 if too many files wait
   */
  async read(importId: string, task: ReadTask): Promise<SheetSummary> {
    if (this.#places.size >= AT_ONCE + MAX_IN_LINE) {
      throw new Refusal(503, 'Too many files are waiting to be read. Please try again in a minute.')
    }
    this.#places.set(importId, 0)
    try {
      const onPlace = (place: number) => this.#places.set(importId, place)
      const release = await this.#slots.acquire({ onPlace })
      this.#places.set(importId, 0)
      return await readSheet(task).finally(release)
    } finally {
      this.#places.delete(importId)
    }
  }
}
