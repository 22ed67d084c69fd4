/** Pauses while nothing can be sent at all; they double. */
const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Remembers that the mail server as a whole refuses or is away, and when to try it again. */
export class Stall {
  #reason: string | null = null
  /** Somebody asked for mail since: what was last heard of the server may be over. */
  #doubted = false
  #until = 0
  #pause = FIRST_MS
  /** How many mails were ever taken; and how many when the server last asked to wait over a message. */
  #taken = 0
  readonly #takenThen = new Map<number, number>()

  /** In words; null while all is well, and while it is tried anew because somebody asked for mail. */
  get reason(): string | null {
    return this.#doubted ? null : this.#reason
  }

  /** Whether the last thing heard was trouble. */
  get isOn(): boolean {
    return this.#reason !== null
  }

  holds(time: number): boolean {
    return time < this.#until
  }

  /** Makes the pause longer, once for all that fail at the same time. Says whether it did. */
  begin(reason: string, time: number): boolean {
    if (this.holds(time)) return false
    this.#reason = reason
    this.#doubted = false
    this.#until = time + this.#pause
    this.#pause = Math.min(this.#pause * 2, LONGEST_MS)
    return true
  }

  /**
   * To be asked each time the server asks to wait over a message: whether it has taken others since it last
   * did so. Then it is about this one.
   */
  isAbout(messageId: number): boolean {
    const then = this.#takenThen.get(messageId) ?? this.#taken
    this.#takenThen.set(messageId, this.#taken)
    return then < this.#taken
  }

  /** A message is over and done with. */
  settle(messageId: number, { taken }: { taken: boolean }): void {
    this.#takenThen.delete(messageId)
    if (taken) this.#taken++
  }

  /** Somebody asked for mail: it is tried now, and told what comes of that. */
  doubt(): void {
    this.#doubted = true
    this.#until = 0
  }

  /** Something arrived, or nothing waits that could stand still. */
  end(): void {
    this.#reason = null
    this.#doubted = false
    this.#until = 0
    this.#pause = FIRST_MS
  }
}
