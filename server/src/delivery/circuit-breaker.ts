/** Pauses while nothing can be sent at all; they double. */
const FIRST_MS = 1_000
const LONGEST_MS = 60_000
/** Which a server asks so long to wait over may be a mail that it never takes. */
const PATIENCE_MS = 60 * 60_000

/** Remembers that the mail server as a whole refuses or is away, and when to try it again. */
export class Stall {
  #reason: string | null = null
  /** Somebody asked for mail since: what was last heard of the server may be over. */
  #doubted = false
  #until = 0
  #pause = FIRST_MS
  #round = 0
  /** How many mails were ever taken. */
  #taken = 0
  /** By message: since when the server will not have it, and how many were taken then. */
  readonly #refused = new Map<number, { at: number; taken: number }>()

  /** In words; null while all is well, and while it is tried anew because somebody asked for mail. */
  get reason(): string | null {
    return this.#doubted ? null : this.#reason
  }

  /** Whether the last thing heard was trouble. */
  get isOn(): boolean {
    return this.#reason !== null
  }

  /** Grows with each standstill. What was begun in an earlier one says nothing of the server now. */
  get round(): number {
    return this.#round
  }

  holds(time: number): boolean {
    return time < this.#until
  }

  /** Makes the pause longer, once for all that fail at the same time. Says whether it did. */
  begin(reason: string, time: number): boolean {
    if (this.holds(time)) return false
    this.#reason = reason
    this.#doubted = false
    this.#round++
    this.#until = time + this.#pause
    this.#pause = Math.min(this.#pause * 2, LONGEST_MS)
    return true
  }

  /**
   * To be asked each time the server will not have a message now: whether it took others since it last did so,
   * and whether it goes on so for an hour. Then it is about this one.
   */
  refuse(messageId: number, time: number): { tookOthers: boolean; goesOn: boolean } {
    const then = this.#refused.get(messageId) ?? { at: time, taken: this.#taken }
    const tookOthers = then.taken < this.#taken
    const goesOn = time - then.at >= PATIENCE_MS
    this.#refused.set(messageId, tookOthers || goesOn ? { at: time, taken: this.#taken } : then)
    return { tookOthers, goesOn }
  }

  /** A message is over and done with. */
  settle(messageId: number, { taken }: { taken: boolean }): void {
    this.#refused.delete(messageId)
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
