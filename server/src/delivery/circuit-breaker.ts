const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Opens when the mail server as a whole refuses or cannot be reached. Pauses before each probe; the pause doubles. */
export class CircuitBreaker {
  #reason: string | null = null
  /** An administrator asked for mail since: the reason may be out of date. */
  #probing = false
  #pausedUntil = 0
  #pause = FIRST_PAUSE_MS
  #round = 0

  /** Why the circuit is open, in words; null while closed or probing. */
  get reason(): string | null {
    return this.#probing ? null : this.#reason
  }

  get isOpen(): boolean {
    return this.#reason !== null
  }

  /** Grows each time the circuit opens. Mails begun in an earlier round say nothing about the server now. */
  get round(): number {
    return this.#round
  }

  isPaused(time: number): boolean {
    return time < this.#pausedUntil
  }

  /** Starts the next pause, one for all mails that fail at the same time. Returns whether it did. */
  open(reason: string, time: number): boolean {
    if (this.isPaused(time)) return false
    this.#reason = reason
    this.#probing = false
    this.#round++
    this.#pausedUntil = time + this.#pause
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS)
    return true
  }

  /** Ends the pause: the next message probes the server. */
  probe(): void {
    this.#probing = true
    this.#pausedUntil = 0
  }

  close(): void {
    this.#reason = null
    this.#probing = false
    this.#pausedUntil = 0
    this.#pause = FIRST_PAUSE_MS
  }
}
