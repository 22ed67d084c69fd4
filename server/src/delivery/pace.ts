import { setTimeout as sleep } from 'node:timers/promises'

/** The sender makes up for slots missed by less than this. */
const MAKE_UP_MS = 100
/** If a started mail waits longer for its end, the server may time out. */
const LONGEST_HOLD_MS = 1_000
/** Mails sent within one second may arrive within slightly less. */
const CAUTION = 1.05

type Slot = (isClosed: () => boolean) => Promise<void>

/** Spaces mails evenly at MAIL_RATE a second. No second exceeds it, even after missed slots. */
export class Pace {
  readonly #most: number
  readonly #window: number
  readonly #left: number[] = []
  #next = 0
  #coming = 0
  #last: Promise<void> = Promise.resolve()

  constructor(rate = Number.POSITIVE_INFINITY) {
    this.#most = Math.max(1, Math.floor(rate))
    this.#window = Math.max(1000, 1000 / rate) * CAUTION
  }

  take(): boolean {
    if (this.#most === Number.POSITIVE_INFINITY) return true
    const now = performance.now()
    if (this.waitMs > 0) return false
    this.#next = Math.max(this.#next, now - MAKE_UP_MS) + this.#window / this.#most
    this.#left.push(now)
    if (this.#left.length > this.#most) this.#left.shift()
    return true
  }

  get waitMs(): number {
    if (this.#most === Number.POSITIVE_INFINITY) return 0
    const [oldest = 0] = this.#left
    const full = this.#left.length === this.#most ? oldest + this.#window : 0
    return Math.max(0, this.#next - performance.now(), full - performance.now())
  }

  /** Milliseconds until the next mail may start. */
  get untilNear(): number {
    const before = this.#coming * (this.#window / this.#most)
    return Math.max(0, this.waitMs + before - LONGEST_HOLD_MS)
  }

  /** Runs `send` when a slot is near. `slot` resolves at the mail's turn; a closed connection uses up no slot. */
  async keep<T>(send: (slot: Slot) => Promise<T>): Promise<T> {
    if (this.#most === Number.POSITIVE_INFINITY) return send(() => Promise.resolve())
    while (this.untilNear > 0) await sleep(Math.ceil(this.untilNear))
    let isComing = true
    this.#coming++
    const leaveQueue = () => {
      if (isComing) this.#coming--
      isComing = false
    }
    try {
      return await send((isClosed) => this.#slot(isClosed).then(leaveQueue))
    } finally {
      leaveQueue()
    }
  }

  #slot(isClosed: () => boolean): Promise<void> {
    this.#last = this.#last.then(async () => {
      while (!isClosed() && !this.take()) await sleep(Math.ceil(this.waitMs))
    })
    return this.#last
  }
}
