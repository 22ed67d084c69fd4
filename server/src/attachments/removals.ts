import type { Deps } from '../deps.ts'
import { mayDeleteFiles } from '../files/file-lock.ts'

/**
 * Removes the bytes of files whose rows are gone. No answer waits for it, since a store may be slow or
 * silent, but the end of the process does. What cannot be removed now, or may not because a backup runs, is removed by
 * the sweep.
 */
export class Removals {
  readonly #parts: Pick<Deps, 'db' | 'store' | 'log'>
  readonly #underWay = new Set<Promise<void>>()
  #closing = false

  constructor(parts: Pick<Deps, 'db' | 'store' | 'log'>) {
    this.#parts = parts
  }

  begin(keys: string[]): void {
    const done = this.#remove(keys)
      .catch((error) => this.#parts.log.warn(error, 'bytes of files cannot be removed now'))
      .finally(() => this.#underWay.delete(done))
    this.#underWay.add(done)
  }

  async #remove(keys: string[]): Promise<void> {
    const { db, store, log } = this.#parts
    if (!(await mayDeleteFiles(db))) return
    for (const key of keys) {
      if (this.#closing) return
      await store
        .delete(key)
        .catch((error) => log.warn(error, 'bytes of a file cannot be removed now'))
    }
  }

  /** Resolves when nothing is being removed. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  /** Ends what is under way and leaves the rest to the sweep. */
  async close(): Promise<void> {
    this.#closing = true
    await this.idle()
  }
}
