import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { Mail } from '../mail/mail.ts'
import { hashToken, newToken } from '../verification/link-token.ts'
import { deliver, settled } from './deliver.ts'
import { type ClaimedMessage, extendLeases, freeLeases, type Outcome, takeTurn } from './ledger.ts'
import { Pace } from './pace.ts'

const LEASE_MS = 30_000
/** Looks for what is due, for leases that ran out, and extends its own. */
const LOOK_EVERY_MS = 1_000
const TEND_EVERY_MS = 10_000
/** Pauses while nothing can be sent at all; they double. */
const STALL_MS = { first: 1_000, longest: 60_000 }

interface Parts {
  db: Db
  mail: Mail
  config: Config
  now: () => Date
  log: FastifyBaseLogger
}

/**
 * Works the ledger off; several processes share it without meeting. Never more messages are under
 * way than there are connections, and each is written down before its place is given away: so many
 * at most are in doubt after a crash.
 */
export class Sender {
  readonly #parts: Parts
  readonly #pace: Pace
  readonly #underWay = new Set<number>()
  #ended: Outcome[] = []
  #running = false
  #loop: Promise<void> | undefined
  #again = false
  #timers: NodeJS.Timeout[] = []
  #slot: NodeJS.Timeout | undefined
  #trouble: string | null = null
  #stall = { until: 0, pause: STALL_MS.first }

  constructor(parts: Parts) {
    this.#parts = parts
    this.#pace = new Pace(parts.config.MAIL_RATE)
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
    return this.#trouble
  }

  /** @param alone no other process sends from this database: leases of a dead one are freed at once */
  async start({ alone }: { alone: boolean }): Promise<void> {
    await this.#freeLeases(alone)
    this.#running = true
    this.#timers = [
      setInterval(() => this.wake(), LOOK_EVERY_MS),
      setInterval(() => this.#tend(), TEND_EVERY_MS),
    ]
    this.wake()
  }

  /** There may be something to do. */
  wake(): void {
    this.#again = true
    this.#loop ??= this.#run().finally(() => {
      this.#loop = undefined
    })
  }

  /** Lets what is under way end and writes it down. */
  async stop(): Promise<void> {
    this.#running = false
    for (const timer of this.#timers) clearInterval(timer)
    while (this.#underWay.size > 0 || this.#loop) {
      await (this.#loop ?? new Promise((resolve) => setTimeout(resolve, 20)))
    }
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false
      try {
        await this.#turn()
      } catch (error) {
        this.#parts.log.error(error, 'the mail ledger cannot be written')
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
        this.#again = this.#ended.length > 0
      }
    }
  }

  /** Writes down what has ended and takes up as much as there is room for, in one transaction. */
  async #turn(): Promise<void> {
    const ended = this.#ended
    const limit = this.#room(ended.length)
    if (ended.length === 0 && limit === 0) return
    this.#ended = []
    try {
      const begun = await this.#writeTurn(ended, limit)
      for (const { id } of ended) this.#underWay.delete(id)
      for (const { message, token } of begun) void this.#deliver(message, token)
    } catch (error) {
      // What was sent must be written down, whatever the database is doing just now.
      this.#ended = [...ended, ...this.#ended]
      throw error
    }
  }

  async #writeTurn(outcomes: Outcome[], limit: number) {
    const { db, mail, config, now } = this.#parts
    const tokens = Array.from({ length: limit }, newToken)
    const begun = await takeTurn(db, {
      outcomes,
      tokenHashes: tokens.map(hashToken),
      provider: mail.provider,
      at: now().toISOString(),
      leaseUntil: new Date(now().getTime() + LEASE_MS).toISOString(),
      linkDays: config.LINK_DAYS,
    })
    return begun.map((message) => ({ message, token: tokens[message.turn - 1]! }))
  }

  /** How many more may begin. While in trouble a single one tries the water. */
  #room(ended: number): number {
    const time = this.#parts.now().getTime()
    if (!this.#running || time < this.#stall.until) return 0
    const most = this.#trouble ? 1 : this.#parts.config.MAIL_CONNECTIONS
    const places = Math.max(0, most - this.#underWay.size + ended)
    const taken = this.#pace.take(places, time)
    if (taken < places) this.#wakeIn(this.#pace.waitMs(time))
    return taken
  }

  async #deliver(message: ClaimedMessage, token: string): Promise<void> {
    this.#underWay.add(message.id)
    try {
      const { outcome, unreachable } = await deliver(this.#parts, message, token)
      this.#ended.push(outcome)
      this.#judge(unreachable)
    } catch (error) {
      this.#parts.log.error(error, 'a message could not be made')
      this.#ended.push(settled(message, 'failed', 'The letter could not be made.', null))
    }
    this.wake()
  }

  /** One that arrives ends the trouble; each failure to reach the server makes the pause longer. */
  #judge(unreachable: string | null): void {
    if (unreachable === null) {
      this.#trouble = null
      this.#stall = { until: 0, pause: STALL_MS.first }
      return
    }
    const time = this.#parts.now().getTime()
    if (this.#trouble && time < this.#stall.until) return
    this.#trouble = unreachable
    const { pause } = this.#stall
    this.#stall = { until: time + pause, pause: Math.min(pause * 2, STALL_MS.longest) }
    this.#parts.log.warn({ pause }, unreachable)
  }

  #wakeIn(ms: number): void {
    this.#slot ??= setTimeout(() => {
      this.#slot = undefined
      this.wake()
    }, ms).unref()
  }

  #tend(): void {
    const { db, log, now } = this.#parts
    const leaseUntil = new Date(now().getTime() + LEASE_MS).toISOString()
    Promise.all([extendLeases(db, [...this.#underWay], leaseUntil), this.#freeLeases(false)]).catch(
      (error) => log.error(error, 'leases cannot be tended'),
    )
  }

  async #freeLeases(all: boolean): Promise<void> {
    const { db, log, now } = this.#parts
    const freed = await freeLeases(db, now().toISOString(), all)
    if (freed > 0) log.warn({ freed }, 'messages of a sender that died will be sent once more')
  }
}
