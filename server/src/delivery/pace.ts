import { setTimeout as sleep } from 'node:timers/promises'

/** What is missed by less, because the process was busy, is made up for. */
const MAKE_UP_MS = 100
/** No server is told of a mail so long before its slot comes: it would lose patience. */
const LONGEST_HOLD_MS = 1_000
/** What leaves in one second may arrive in a little less: so much longer is ours. */
const CAUTION = 1.05

type Slot = (isOver: () => boolean) => Promise<void>

/**
 * Spaces mails out evenly: MAIL_RATE a second, or as many as one likes without it. In no second more leave,
 * whatever is made up for.
 */
export class Pace {
  /** In a window of `#window` milliseconds leave at most `#most`. */
  readonly #most: number
  readonly #window: number
  /** When the last `#most` left, the oldest first. */
  readonly #left: number[] = []
  #next = 0
  /** Whose slot is near, or who waits for it; and the last one in that queue. */
  #coming = 0
  #last: Promise<void> = Promise.resolve()

  constructor(rate = Number.POSITIVE_INFINITY) {
    this.#most = Math.max(1, Math.floor(rate))
    this.#window = Math.max(1000, 1000 / rate) * CAUTION
  }

  /** Whether one may leave now; then its slot is taken. */
  take(): boolean {
    if (this.#most === Number.POSITIVE_INFINITY) return true
    const now = performance.now()
    if (this.waitMs > 0) return false
    this.#next = Math.max(this.#next, now - MAKE_UP_MS) + this.#window / this.#most
    this.#left.push(now)
    if (this.#left.length > this.#most) this.#left.shift()
    return true
  }

  /** How long until one more may leave, in milliseconds. */
  get waitMs(): number {
    if (this.#most === Number.POSITIVE_INFINITY) return 0
    const [oldest = 0] = this.#left
    const full = this.#left.length === this.#most ? oldest + this.#window : 0
    return Math.max(0, this.#next - performance.now(), full - performance.now())
  }

  /** How long until a server may be told of one more mail, in milliseconds. */
  get untilNear(): number {
    const before = this.#coming * (this.#window / this.#most)
    return Math.max(0, this.waitMs + before - LONGEST_HOLD_MS)
  }

  /**
   * Lets a server be told of a mail in `send` when its slot is near; `slot` resolves when it is taken. In turn, so
   * that nobody waits longer than those before need; who `isOver` meanwhile leaves the queue without one.
   */
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
      return await send((isOver) => this.#slot(isOver).then(leaveQueue))
    } finally {
      leaveQueue()
    }
  }

  #slot(isOver: () => boolean): Promise<void> {
    this.#last = this.#last.then(async () => {
      while (!isOver() && !this.take()) await sleep(Math.ceil(this.waitMs))
    })
    return this.#last
  }
}
