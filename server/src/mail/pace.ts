import { setTimeout as sleep } from 'node:timers/promises'

/** A slot that was missed by less is made up for; timers are late by a little, always. */
const MAKE_UP_MS = 25
/** A little slower than asked for: what is made up, and what the network holds up, must not break the limit. */
const CAUTION = 1.05

/** Spaces mails out evenly: MAIL_RATE a second, or as many as one likes without it. */
export class Pace {
  readonly #interval: number
  #next = 0

  constructor(rate: number | undefined) {
    this.#interval = rate ? (1000 / rate) * CAUTION : 0
  }

  /** Whether one may leave now; then its slot is taken. */
  take(): boolean {
    if (this.#interval === 0) return true
    const now = performance.now()
    if (this.#next > now) return false
    this.#next = Math.max(this.#next, now - Math.min(MAKE_UP_MS, this.#interval)) + this.#interval
    return true
  }

  /** How long until one more may leave, in milliseconds. */
  get waitMs(): number {
    return this.#interval === 0 ? 0 : Math.max(0, this.#next - performance.now())
  }

  /** Resolves when a slot is taken. */
  async slot(): Promise<void> {
    while (!this.take()) await sleep(this.waitMs)
  }
}
