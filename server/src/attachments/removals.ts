import type { Deps } from '../deps.ts'
import { mayDeleteFiles } from '../files/file-lock.ts'

/** Removes bytes whose rows are gone, without delaying the reply. The sweep retries failed removals. */
export class Removals {
  readonly #parts: Pick<Deps, 'db' | 'store' | 'log'>
  readonly #running = new Set<Promise<void>>()
  #closing = false

  constructor(parts: Pick<Deps, 'db' | 'store' | 'log'>) {
    this.#parts = parts
  }

  begin(keys: string[]): void {
    const done = this.#remove(keys)
      .catch((error) => this.#parts.log.warn(error, 'files cannot be removed now'))
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  async #remove(keys: string[]): Promise<void> {
    const { db, store, log } = this.#parts
    if (!(await mayDeleteFiles(db))) return
    for (const key of keys) {
      if (this.#closing) return
      await store.delete(key).catch((error) => log.warn(error, 'a file cannot be removed now'))
    }
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.idle()
  }
}
