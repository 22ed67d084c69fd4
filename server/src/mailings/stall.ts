/** Pauses while nothing can be sent at all; they double. */
const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Remembers that the mail server as a whole refuses or is away, and when to try it again. */
export class Stall {
  #reason: string | null = null
  #until = 0
  #pause = FIRST_MS

  /** In words; null while all is well. */
  get reason(): string | null {
    return this.#reason
  }

  holds(time: number): boolean {
    return time < this.#until
  }

  /** Makes the pause longer, once for all that fail at the same time. Says whether it did. */
  begin(reason: string, time: number): boolean {
    if (this.holds(time)) return false
    this.#reason = reason
    this.#until = time + this.#pause
    this.#pause = Math.min(this.#pause * 2, LONGEST_MS)
    return true
  }

  /** Something arrived. */
  end(): void {
    this.#reason = null
    this.#until = 0
    this.#pause = FIRST_MS
  }
}
