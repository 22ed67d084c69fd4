import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadlock, isForeignKeyViolation } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { linksLeadNowhere } from '../mail-warnings.ts'
import { repeat } from '../repeat.ts'
import { CircuitBreaker, requeueRefused, SameRefusals } from './circuit-breaker.ts'
import { type Claimed, Claims, LeaseExpired } from './claims.ts'
import { asRefusalOfAll, type Delivery, deliver, keptWaiting, untried } from './deliver.ts'
import { hasDue, type Letter, requeueWaiting } from './ledger.ts'
import { OutcomeLog } from './outcome-log.ts'
import { endPause, findPause } from './sending-pause.ts'

const POLL_EVERY_MS = 1_000
const RENEW_EVERY_MS = 10_000
/** Messages claimed ahead for each connection, so that none waits for the ledger. */
const AHEAD = 4
/** Mail servers close connections that idle this long, so the next mails sign in again. */
const PROVEN_MS = 60_000
const OUTCOMES_MS = 1_000

const STOPPED = 'The server is being stopped.'

type Parts = Pick<Deps, 'db' | 'mail' | 'config' | 'now' | 'log'>

/** Several processes can share the ledger. A worker's next mail waits until its last outcome is durable. */
export class Sender {
  readonly #parts: Parts
  readonly #claims: Claims
  readonly #outcomes: OutcomeLog
  readonly #breaker = new CircuitBreaker()
  readonly #refusals = new SameRefusals()
  #workers = 0
  #running = false
  #stopped = false
  #claiming: Promise<void> | undefined
  /** When the server last accepted or rejected a mail. */
  #servedAt = 0
  #acceptedAt = 0
  /** The last claim found nothing due. Only the next poll or new work starts another. */
  #drained = false
  #paused: string | null = null
  #poll: NodeJS.Timeout | undefined
  #endRenewing: (() => Promise<void>) | undefined
  #slot: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#claims = new Claims(parts)
    this.#outcomes = new OutcomeLog(parts)
  }

  get provider(): string {
    return this.#parts.mail.provider
  }

  get running(): boolean {
    return this.#running
  }

  get problem(): string | null {
    if (this.#stopped) return STOPPED
    return this.#paused ?? linksLeadNowhere(this.#parts.config) ?? this.#breaker.reason
  }

  get waitsForResume(): boolean {
    return this.#paused !== null
  }

  async start(): Promise<void> {
    await this.#claims.reclaimExpired()
    this.#running = true
    this.#stopped = false
    this.#poll = setInterval(() => this.#onPoll(), POLL_EVERY_MS)
    this.#endRenewing = repeat({
      everyMs: RENEW_EVERY_MS,
      work: () => this.#claims.renew(),
      failure: 'leases cannot be renewed',
      log: this.#parts.log,
    })
    this.wake()
  }

  wake(): void {
    this.#drained = false
    this.#work()
  }

  /** An administrator has just asked for mail: the reply must report the server as it is now. */
  sendNow(): void {
    this.#breaker.probe()
    this.wake()
  }

  /** Forgets how the former mail server behaved: it says nothing about the present one. */
  onMailChanged(): void {
    this.#servedAt = 0
    this.#acceptedAt = 0
    this.#refusals.clear()
    this.#breaker.close()
    // By then the outcomes of the former server's last mails are written.
    setTimeout(() => {
      const at = new Date(this.#time).toISOString()
      endPause(this.#parts.db, at)
        .then(() => requeueWaiting(this.#parts.db, at))
        .then(() => this.wake())
        .catch((error) => this.#parts.log.error(error, 'waiting messages were not queued at once'))
    }, OUTCOMES_MS).unref()
    this.wake()
  }

  /** Finishes mails in flight and releases the other claims. */
  async stop(): Promise<void> {
    this.#running = false
    clearInterval(this.#poll)
    clearTimeout(this.#slot)
    this.#slot = undefined
    await this.#claiming
    await this.#endRenewing?.()
    await this.release()
    while (this.#workers > 0) await sleep(20)
    // Set last: a call that waits for a mail still has to report its outcome, or that the mail waits.
    this.#stopped = true
  }

  /** Puts claimed but unsent messages back into the queue: their mailing was canceled or their client changed. */
  release(): Promise<void> {
    return this.#claims.release()
  }

  get #time(): number {
    return this.#parts.now().getTime()
  }

  /** Workers allowed now. One probes a server that has not served lately: wrong passwords at once lock the account. */
  get #places(): number {
    const { mail, config } = this.#parts
    if (linksLeadNowhere(config)) return 0
    if (!this.#running || mail.isChanging || this.#breaker.isPaused(this.#time)) return 0
    const { MAIL_CONNECTIONS, MAIL_RATE = MAIL_CONNECTIONS } = this.#parts.config
    if (this.#breaker.isOpen || this.#time - this.#servedAt > PROVEN_MS) return 1
    return Math.min(MAIL_CONNECTIONS, Math.max(1, Math.floor(MAIL_RATE)))
  }

  #onPoll(): void {
    this.#claims.abortExpired()
    this.wake()
  }

  #work(): void {
    const free = Math.min(this.#places - this.#workers, this.#claims.ready)
    const { untilNear } = this.#parts.mail.pace
    if (free > 0 && untilNear > 0) this.#wakeIn(untilNear)
    else for (let n = 0; n < free; n++) void this.#startWorker()
    if (this.#wanted() > 0) this.#claiming ??= this.#claim()
  }

  /** How many to claim: few, so that later corrections still count. Refills once three quarters are used. */
  #wanted(): number {
    // Nobody would release messages claimed after the stop.
    if (this.#drained || !this.#running) return 0
    const { MAIL_RATE = Number.POSITIVE_INFINITY } = this.#parts.config
    const ahead = Math.min(this.#places * AHEAD, Math.max(1, MAIL_RATE))
    const most = this.#breaker.isOpen ? this.#places : ahead
    const missing = Math.floor(most) - this.#claims.ready
    return missing * 4 >= most * 3 ? missing : 0
  }

  async #startWorker(): Promise<void> {
    this.#workers++
    let written = Promise.resolve()
    for (;;) {
      const next = this.#next()
      if (!next) break
      const { provider } = this
      const { outcome, refusal } = await this.#deliver(next, written)
      written = this.#outcomes.write(outcome, provider).then(() => this.#claims.end(next))
      if (refusal !== undefined) this.#refusals.add(refusal, { message: next.message, written })
      this.#work()
    }
    await written
    this.#workers--
    this.#work()
  }

  #next(): Claimed | undefined {
    if (this.#workers > this.#places || this.#parts.mail.pace.untilNear > 0) return undefined
    return this.#claims.begin()
  }

  async #deliver(
    claimed: Claimed,
    written: Promise<void>,
  ): Promise<Pick<Delivery, 'outcome' | 'refusal'>> {
    const { message } = claimed
    const { round } = this.#breaker
    const { count } = this.#refusals
    const mayLeave = async () => {
      // While the database is away the mail waits, but not beyond its lease.
      await new Promise<void>((resolve, reject) => {
        written.then(resolve)
        claimed.abort = reject
      })
      if (this.#claims.isExpired(claimed)) throw new LeaseExpired()
    }
    try {
      const delivery = this.#judged(message, await deliver(this.#parts, message, mayLeave), count)
      this.#report(message, delivery, round)
      return delivery
    } catch (error) {
      if (!(error instanceof LeaseExpired)) throw error
      return { outcome: untried(message, this.#parts.now().toISOString()) }
    }
  }

  /** After the same refusal of several clients in a row, none of them counts as failed. */
  #judged(message: Letter, delivery: Delivery, begun: number): Delivery {
    const { outcome, refusal, usedUp } = delivery
    if (outcome.state === 'accepted') {
      this.#acceptedAt = this.#time
      this.#refusals.accepted(begun)
    } else if (delivery.blocked !== undefined && outcome.counted)
      this.#refusals.failed(message, outcome.smtp_response)
    // The server accepts others, so this failure is about its own mail.
    const isOwn =
      this.#acceptedAt > Date.parse(message.mailing_created_at) && !this.#refusals.areMany
    // Otherwise a server that never confirms a mail would get each one twice within minutes.
    const isRepeated = outcome.in_doubt && outcome.state === 'queued' && this.#refusals.areMany
    if ((usedUp && !isOwn) || isRepeated)
      return { ...delivery, outcome: keptWaiting(this.#parts, outcome) }
    if (refusal === undefined || !this.#refusals.isGeneral(refusal, message)) return delivery
    const ofAll = asRefusalOfAll(this.#parts, message, refusal)
    if (ofAll.usedUp && isOwn) return delivery
    if (ofAll.usedUp) ofAll.outcome = keptWaiting(this.#parts, ofAll.outcome)
    void requeueRefused(this.#parts, this.#refusals, ofAll.outcome)
    return ofAll
  }

  #report(message: Letter, { blocked, mayBeOwn, cause }: Delivery, round: number): void {
    if (blocked === undefined) return
    if (blocked === null) {
      this.#servedAt = this.#time
      // A mail that began before the circuit opened says nothing about the server now.
      if (round === this.#breaker.round) this.#breaker.close()
      return
    }
    // Otherwise the retries of refused addresses would hold up other mail for hours.
    if (mayBeOwn && this.#servedAt > Date.parse(message.mailing_created_at)) return
    const { code, responseCode = 0 } = (cause ?? {}) as { code?: string; responseCode?: number }
    const isSignIn = code === 'EAUTH' && responseCode >= 500
    if (this.#breaker.open(blocked, this.#time, isSignIn))
      this.#parts.log.warn({ err: cause }, blocked)
    // Clients may be deleted or corrected during the pause.
    void this.release()
  }

  async #claim(): Promise<void> {
    const count = this.#wanted()
    this.#drained = true
    try {
      const claimed = await this.#claims.take(count)
      // Fewer than wanted does not mean drained: clients of other due messages may have been locked.
      if (claimed > 0) this.#drained = false
      else await this.#closeIfEmpty()
      this.#paused = claimed === 0 ? await findPause(this.#parts.db) : null
    } catch (error) {
      // A client was deleted at the same moment: the next poll claims again.
      const crossed = isDeadlock(error) || isForeignKeyViolation(error)
      if (!crossed) this.#parts.log.error(error, 'the mail ledger cannot be read')
    }
    this.#claiming = undefined
    if (this.#places === 0) void this.release()
    this.#work()
  }

  /** Closes the circuit when the queue is empty: no send would do it. */
  async #closeIfEmpty(): Promise<void> {
    if (!this.#breaker.isOpen || this.#places === 0) return
    const { round } = this.#breaker
    const isDue = await hasDue(this.#parts.db, new Date(this.#time).toISOString())
    if (!isDue && round === this.#breaker.round) this.#breaker.close()
  }

  #wakeIn(ms: number): void {
    this.#slot ??= setTimeout(() => {
      this.#slot = undefined
      this.wake()
    }, ms).unref()
  }
}
