/** A slot that was missed by less is made up for; timers are late by a little, always. */
const MAKE_UP_MS = 25
/** A little slower than asked for, so that what is made up never breaks the limit. */
const CAUTION = 1.02

/** Spaces messages out evenly: MAIL_RATE a second, or as many as one likes without it. */
export class Pace {
  readonly #interval: number
  #next = 0

  constructor(rate: number | undefined) {
    this.#interval = rate ? (1000 / rate) * CAUTION : 0
  }

  /** Whether one may begin now, in milliseconds since the epoch; then its slot is taken. */
  take(now: number): boolean {
    if (this.#interval === 0) return true
    if (this.#next > now) return false
    this.#next = Math.max(this.#next, now - Math.min(MAKE_UP_MS, this.#interval)) + this.#interval
    return true
  }

  /** How long until one more may begin. */
  waitMs(now: number): number {
    return this.#interval === 0 ? 0 : Math.max(0, this.#next - now)
  }
}
