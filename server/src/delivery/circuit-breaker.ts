import type { Deps } from '../deps.ts'
import { isOfMailbox } from './failures.ts'
import { idsOf, type Letter, type Outcome, requeueFailed } from './ledger.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** Servers lock an account after some ten wrong passwords in half an hour. */
const LONGEST_WITHOUT_SIGN_IN_MS = 30 * 60_000

/** Opens when the mail server as a whole refuses or cannot be reached. Pauses before each probe; the pause doubles. */
export class CircuitBreaker {
  #reason: string | null = null
  /** An administrator has asked for mail since, so the reason may be out of date. */
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

  /** Starts a pause, unless one runs: mails in flight fail together. Returns whether it started one. */
  open(reason: string, time: number, isSignIn = false): boolean {
    if (this.isPaused(time)) return false
    if (isSignIn) this.#pause = Math.max(this.#pause, LONGEST_PAUSE_MS)
    this.#reason = reason
    this.#probing = false
    this.#round++
    this.#pausedUntil = time + this.#pause
    const longest = isSignIn ? LONGEST_WITHOUT_SIGN_IN_MS : LONGEST_PAUSE_MS
    this.#pause = Math.min(this.#pause * 2, longest)
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

/** When the server refuses this many clients in a row, the cause is the server and not the clients. */
const SAME_IN_A_ROW = 5

interface Refused {
  message: Pick<Letter, 'id' | 'client_id' | 'others'>
  /** Resolves once the failure is in the ledger. */
  written: Promise<void>
}

/** Notices that a server refuses every mail, whatever it says: a quota, a filter, a suspended account. */
export class SameRefusals {
  #text = ''
  #refused: Refused[] = []
  /** Several clients in a row were refused with this text, so it concerns every mail. */
  #isGeneral = false
  #count = 0
  readonly #unserved = new Set<number>()

  get count(): number {
    return this.#count
  }

  /** Mails to several clients have failed since the server last accepted one. */
  get areMany(): boolean {
    return this.#unserved.size >= SAME_IN_A_ROW
  }

  /** Notes the client of a failed mail, unless the mailbox was the reason. */
  failed({ client_id }: Refused['message'], response: string | null): void {
    if (!isOfMailbox(response ?? '')) this.#unserved.add(client_id)
  }

  isGeneral(response: string, { client_id }: Refused['message']): boolean {
    if (isOfMailbox(response) || bare(response) !== this.#text) return false
    if (this.#isGeneral) return true
    const clients = new Set(this.#refused.map(({ message }) => message.client_id))
    return clients.add(client_id).size >= SAME_IN_A_ROW
  }

  add(response: string, refused: Refused): void {
    if (isOfMailbox(response)) return
    const text = bare(response)
    if (text !== this.#text) this.clear()
    this.#text = text
    this.#refused.push(refused)
    this.#count++
  }

  /** @param begun the count when the accepted mail began. Refusals since then stay: a limit may have been reached. */
  accepted(begun: number): void {
    this.#unserved.clear()
    const later = this.#count - begun
    if (later === 0) this.clear()
    else this.#refused = this.#refused.slice(-later)
  }

  /** Returns each failure once; none of them was caused by its client. */
  take(): Refused[] {
    this.#isGeneral = true
    this.#count++
    return this.#refused.splice(0)
  }

  clear(): void {
    this.#text = ''
    this.#refused = []
    this.#isGeneral = false
  }
}

/** Removes addresses, ids and other words with digits: they differ from mail to mail. */
const bare = (response: string) =>
  response.replace(/\S*@\S*/g, '').replace(/[\w.-]*\d[\w.-]*/g, '#')

/** Queues failed messages again when the server turns out to refuse every mail. */
export async function requeueRefused(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  refusals: SameRefusals,
  { error, next_attempt_at }: Outcome,
): Promise<void> {
  const failed = refusals.take()
  if (failed.length === 0) return
  await Promise.all(failed.map(({ written }) => written))
  const ids = failed.flatMap(({ message }) => idsOf(message))
  const again = { error: error!, at: now().toISOString(), next: next_attempt_at! }
  await requeueFailed(db, ids, again).catch((err) =>
    log.error({ err, messageIds: ids }, 'refused messages were not queued again'),
  )
}
