import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Pools } from '../db/open.ts'
import { isDeadlock, isForeignKeyViolation } from '../db/transact.ts'
import { repeat } from '../repeat.ts'
import { Stall } from './circuit-breaker.ts'
import { Claims, LeaseOver, type TakenUp } from './claims.ts'
import { type Delivery, deliver, failed, untried } from './deliver.ts'
import { hasDue, isRestoredCopy, type Outcome } from './ledger.ts'
import type { Mail } from './mail.ts'
import { OutcomeLog } from './outcome-log.ts'

/** Looks for what is due; for leases that ran out, and its own that must not. */
const LOOK_EVERY_MS = 1_000
const TEND_EVERY_MS = 10_000
/** Taken up ahead at first for each connection, so that none waits for the ledger. */
const AHEAD = 4
/** Outcomes that are waited for before they are written; more come in while that is done. */
const WRITTEN_TOGETHER = 10
/** Taken up ahead at most: from so many on a claim costs no less for each. */
const MOST_AHEAD = 200

const STOPPED = 'The server is being stopped.'
const RESTORED =
  'This is a restored copy: it sends nothing until an administrator presses Resume on the dashboard.'
const NO_LETTER = 'The letter could not be made from the template and the details of this client.'

interface Parts extends Pools {
  mail: Mail
  config: Config
  now: () => Date
  log: FastifyBaseLogger
  /** Runs after messages of these mailings were canceled by the sender. */
  onCanceled: (mailingIds: number[]) => Promise<void>
}

/**
 * Works the ledger off; several processes share it without meeting. Each connection is a lane: the
 * next message is told while the last one's outcome is written down, but its end, that makes it a mail, leaves
 * only after that. So no more than there are connections can arrive twice after a crash.
 */
export class Sender {
  readonly #parts: Parts
  readonly #claims: Claims
  readonly #outcomes: OutcomeLog
  readonly #stall = new Stall()
  #lanes = 0
  #running = false
  #stopped = false
  #claiming: Promise<void> | undefined
  /** How often answers are restored just now; a stop waits for it. */
  #restoring = 0
  /** The ledger had no more that was due: only the clock, or new work, asks again. */
  #drained = false
  #isRestoredCopy = false
  /** Sent since the clock's last look, and between the two before. */
  #sent = 0
  #sentBefore = 0
  #looks: NodeJS.Timeout | undefined
  #endTending: (() => Promise<void>) | undefined
  #slot: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const onCanceled = (mailingIds: number[]) => void this.#afterCancel(mailingIds)
    const most = () => Math.min(this.#lanes, WRITTEN_TOGETHER)
    this.#claims = new Claims({ ...parts, onCanceled })
    this.#outcomes = new OutcomeLog({
      ...parts,
      provider: parts.mail.provider,
      most,
      onCanceled,
    })
  }

  /** The SMTP host, or 'outbox'. */
  get provider(): string {
    return this.#parts.mail.provider
  }

  get running(): boolean {
    return this.#running
  }

  /** Why nothing goes out, in words; null while all is well. */
  get trouble(): string | null {
    if (this.#stopped) return STOPPED
    return this.#isRestoredCopy ? RESTORED : this.#stall.reason
  }

  /** Sending begins when an administrator resumes a restored copy, and not by itself. */
  get waitsForResume(): boolean {
    return this.#isRestoredCopy
  }

  async start(): Promise<void> {
    await this.#claims.freeLeases()
    this.#running = true
    this.#stopped = false
    this.#looks = setInterval(() => this.#look(), LOOK_EVERY_MS)
    this.#endTending = repeat(TEND_EVERY_MS, () => this.#claims.tend())
    this.wake()
  }

  /** There may be something new to do. */
  wake(): void {
    this.#drained = false
    this.#work()
  }

  /** An administrator has resumed this restored copy. */
  resume(): void {
    this.#isRestoredCopy = false
    this.wake()
  }

  /** Somebody has just asked for mail: they are told how the server is now, not how it was. */
  sendNow(): void {
    this.#stall.doubt()
    this.wake()
  }

  /** Lets what is on its way end and writes it down; gives the rest back. */
  async stop(): Promise<void> {
    this.#running = false
    clearInterval(this.#looks)
    clearTimeout(this.#slot)
    this.#slot = undefined
    await this.#claiming
    await this.#endTending?.()
    await this.giveBack()
    while (this.#lanes > 0 || this.#restoring > 0) await sleep(20)
    // Only now: who waits for a mail is told how it ended, or that it does wait.
    this.#stopped = true
  }

  /** What is taken up and not begun waits again: as it is canceled, or its client changed. */
  giveBack(): Promise<void> {
    return this.#claims.giveBack()
  }

  get #time(): number {
    return this.#parts.now().getTime()
  }

  /** How many lanes may be open now. While in trouble a single one tries the water. */
  get #places(): number {
    if (!this.#running || this.#stall.holds(this.#time)) return 0
    const { MAIL_CONNECTIONS, MAIL_RATE = MAIL_CONNECTIONS } = this.#parts.config
    return this.#stall.isOn ? 1 : Math.min(MAIL_CONNECTIONS, Math.max(1, Math.floor(MAIL_RATE)))
  }

  #look(): void {
    this.#sentBefore = this.#sent
    this.#sent = 0
    this.#claims.letGoOver()
    this.wake()
  }

  #work(): void {
    const free = Math.min(this.#places - this.#lanes, this.#claims.ready)
    const { untilNear } = this.#parts.mail.pace
    if (free > 0 && untilNear > 0) this.#wakeIn(untilNear)
    else for (let n = 0; n < free; n++) void this.#openLane()
    if (this.#wanted() > 0) this.#claiming ??= this.#claim()
  }

  /**
   * How many more should be taken up; asked for only when three quarters of them are missing, for each claim costs. A
   * quarter of a second's worth, so that who is corrected or deleted meanwhile is not written to.
   */
  #wanted(): number {
    // A lane that ends after the stop must take nothing up: nobody would give it back.
    if (this.#drained || !this.#running) return 0
    const { MAIL_RATE = Number.POSITIVE_INFINITY } = this.#parts.config
    const ahead = Math.min(Math.max(this.#places * AHEAD, this.#sentBefore / 4), MOST_AHEAD)
    const most = this.#stall.isOn ? this.#places : Math.min(ahead, Math.max(1, MAIL_RATE))
    const missing = Math.floor(most) - this.#claims.ready
    return missing * 4 >= most * 3 ? missing : 0
  }

  /** Sends one message after the other, until there is none or there are too many lanes. */
  async #openLane(): Promise<void> {
    this.#lanes++
    let written = Promise.resolve()
    for (;;) {
      const next = this.#next()
      if (!next) break
      const outcome = await this.#deliver(next, written)
      written = this.#outcomes.write(outcome).then(() => this.#claims.end(next))
      this.#work()
    }
    await written
    this.#lanes--
    this.#work()
  }

  #next(): TakenUp | undefined {
    if (this.#lanes > this.#places || this.#parts.mail.pace.untilNear > 0) return undefined
    return this.#claims.begin()
  }

  async #deliver(ready: TakenUp, written: Promise<void>): Promise<Outcome> {
    const { message, token } = ready
    const { round } = this.#stall
    const mayLeave = async () => {
      // While the database is away it waits, but not beyond its lease.
      await new Promise<void>((resolve, reject) => {
        written.then(resolve)
        ready.letGo = reject
      })
      if (this.#claims.isOver(ready)) throw new LeaseOver()
    }
    try {
      const parts = { ...this.#parts, stall: this.#stall }
      const delivery = await deliver(parts, message, token, mayLeave)
      this.#sent++
      this.#judge(delivery, round)
      return delivery.outcome
    } catch (error) {
      if (error instanceof LeaseOver) return untried(message, this.#parts.now().toISOString())
      this.#parts.log.error({ err: error, messageId: message.id }, 'a letter could not be made')
      return failed(message, NO_LETTER)
    }
  }

  #judge({ outcome: { id, state }, standstill, cause }: Delivery, round: number): void {
    // What was begun before the standstill tells how it was then.
    const isNews = round === this.#stall.round
    if (state !== 'queued') this.#stall.settle(id, { taken: isNews && state === 'accepted' })
    if (standstill === undefined) return
    if (standstill === null) {
      if (isNews) this.#stall.end()
      return
    }
    if (this.#stall.begin(standstill, this.#time)) {
      this.#parts.log.warn({ err: cause }, standstill)
    }
    // Who is deleted or corrected meanwhile must not be written to as they were.
    void this.giveBack()
  }

  async #claim(): Promise<void> {
    const count = this.#wanted()
    this.#drained = true
    try {
      const taken = await this.#claims.take(count)
      // Fewer than asked for may be all there are, or those whose clients nobody held just then.
      if (taken > 0) this.#drained = false
      else await this.#endStandstill()
      this.#isRestoredCopy = taken === 0 && (await isRestoredCopy(this.#parts.db))
    } catch (error) {
      // A client of these messages was deleted in the same moment: the clock asks again.
      const crossed = isDeadlock(error) || isForeignKeyViolation(error)
      if (!crossed) this.#parts.log.error(error, 'the mail ledger cannot be read')
    }
    this.#claiming = undefined
    // The server went away meanwhile: held until it is back, they would be written to as they were.
    if (this.#places === 0) void this.giveBack()
    this.#work()
  }

  /** Where nothing is due nothing stands still, and nothing would tell that it is over. */
  async #endStandstill(): Promise<void> {
    if (!this.#stall.isOn || this.#places === 0) return
    const { round } = this.#stall
    const isDue = await hasDue(this.#parts.db, new Date(this.#time).toISOString())
    if (!isDue && round === this.#stall.round) this.#stall.end()
  }

  async #afterCancel(mailingIds: number[]): Promise<void> {
    if (mailingIds.length === 0) return
    this.#restoring++
    await this.#parts.onCanceled(mailingIds)
    this.#restoring--
  }

  #wakeIn(ms: number): void {
    this.#slot ??= setTimeout(() => {
      this.#slot = undefined
      this.wake()
    }, ms).unref()
  }
}
