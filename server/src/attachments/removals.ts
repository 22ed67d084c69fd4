import type { Deps } from '../deps.ts'
import { removeUnlessKept } from '../files/file-lock.ts'

/**
 * Removes the bytes of files whose rows are gone. No answer waits for it, since a store may be slow or
 * silent, but the end of the process does. What cannot be removed now, or may not because a backup runs, is removed by
 * the sweep.
 */
export class Removals {
  readonly #parts: Pick<Deps, 'db' | 'store' | 'log'>
  /** One after the other, so that a slow store takes no more than one of the database's connections. */
  #underWay: Promise<unknown> = Promise.resolve()
  #closing = false

  constructor(parts: Pick<Deps, 'db' | 'store' | 'log'>) {
    this.#parts = parts
  }

  begin(keys: string[]): void {
    if (keys.length === 0) return
    const { db, log } = this.#parts
    const remove = () => removeUnlessKept(db, () => this.#remove(keys))
    this.#underWay = this.#underWay
      .then(() => this.#closing || remove())
      .catch((error) => log.warn(error, 'bytes of files cannot be removed now'))
  }

  async #remove(keys: string[]): Promise<void> {
    const { store, log } = this.#parts
    for (const key of keys) {
      if (this.#closing) return
      await store
        .delete(key)
        .catch((error) => log.warn(error, 'bytes of a file cannot be removed now'))
    }
  }

  /** Resolves when nothing is being removed. */
  async idle(): Promise<void> {
    await this.#underWay
  }

  /** Ends what is under way and leaves the rest to the sweep. */
  async close(): Promise<void> {
    this.#closing = true
    await this.idle()
  }
}
