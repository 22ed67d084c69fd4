import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { hashToken, newToken } from '../auth/secret-token.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { isDeadlock, isForeignKeyViolation } from '../db/transact.ts'
import type { Mail } from '../mail/mail.ts'
import { deliver, settled } from './deliver.ts'
import {
  type ClaimedMessage,
  claimMessages,
  extendLeases,
  freeLeases,
  type Outcome,
  releaseMessages,
  settleMessages,
} from './ledger.ts'
import { Pace } from './pace.ts'
import { Stall } from './stall.ts'

const LEASE_MS = 30_000
/** Looks for what is due; for leases that ran out, and its own that must not. */
const LOOK_EVERY_MS = 1_000
const TEND_EVERY_MS = 10_000
/** Taken up ahead for each connection, so that none waits for the ledger; a second's worth at most. */
const AHEAD = 4

interface Parts {
  db: Db
  mail: Mail
  config: Config
  now: () => Date
  log: FastifyBaseLogger
}

interface Ready {
  message: ClaimedMessage
  token: string
}

/**
 * Works the ledger off; several processes share it without meeting. Never more messages are on their
 * way than there are connections, and each is written down before its place is given to another: so
 * many at most can arrive twice after a crash.
 */
export class Sender {
  readonly #parts: Parts
  readonly #pace: Pace
  readonly #stall = new Stall()
  /** Taken up, not begun. */
  #ready: Ready[] = []
  /** Begun, and not yet written down. */
  readonly #begun = new Set<number>()
  #ended: Outcome[] = []
  #running = false
  #settling: Promise<void> | undefined
  #claiming: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []
  #slot: NodeJS.Timeout | undefined

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
    return this.#stall.reason
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
    this.#begin()
    if (this.#ended.length > 0) this.#settling ??= this.#settle()
    if (this.#wanted() > 0) this.#claiming ??= this.#claim()
  }

  /** Lets what is on its way end and writes it down; gives the rest back. */
  async stop(): Promise<void> {
    this.#running = false
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#slot)
    await this.#claiming
    await this.#giveBack()
    for (; this.#begun.size > 0; await sleep(20)) await this.#settling
  }

  get #time(): number {
    return this.#parts.now().getTime()
  }

  /** How many may be on their way now. While in trouble a single one tries the water. */
  get #places(): number {
    if (!this.#running || this.#stall.holds(this.#time)) return 0
    return this.#stall.reason ? 1 : this.#parts.config.MAIL_CONNECTIONS
  }

  /** How many more should be taken up; asked for only when at least half of them are missing. */
  #wanted(): number {
    const { MAIL_RATE = Number.POSITIVE_INFINITY } = this.#parts.config
    const most = Math.min(this.#places * (this.#stall.reason ? 1 : AHEAD), Math.max(1, MAIL_RATE))
    const missing = Math.floor(most) - this.#ready.length
    return missing * 2 >= most ? missing : 0
  }

  /** Sends as many of the ready ones as there are places and the pace allows. */
  #begin(): void {
    const time = this.#time
    const free = Math.min(this.#places - this.#begun.size, this.#ready.length)
    if (free <= 0) return
    const taken = this.#pace.take(free, time)
    if (taken < free) this.#wakeIn(this.#pace.waitMs(time))
    for (const { message, token } of this.#ready.splice(0, taken)) {
      this.#begun.add(message.id)
      void this.#deliver(message, token)
    }
  }

  async #deliver(message: ClaimedMessage, token: string): Promise<void> {
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

  #judge(unreachable: string | null): void {
    if (unreachable === null) {
      this.#stall.end()
      return
    }
    if (this.#stall.begin(unreachable, this.#time)) this.#parts.log.warn(unreachable)
    // Who is deleted or corrected meanwhile must not be written to as they were.
    this.#giveBack().catch((error) => this.#parts.log.error(error, 'messages cannot be given back'))
  }

  /** Writes down what has ended, again and again while there is more; only then places are free. */
  async #settle(): Promise<void> {
    while (this.#ended.length > 0) {
      const ended = this.#ended.splice(0)
      try {
        const { db, mail } = this.#parts
        await settleMessages(db, ended, mail.provider, new Date(this.#time).toISOString())
        for (const { id } of ended) this.#begun.delete(id)
        this.#begin()
      } catch (error) {
        // What was sent must be written down, whatever the database is doing just now.
        this.#ended.unshift(...ended)
        this.#parts.log.error(error, 'the mail ledger cannot be written')
        await sleep(LOOK_EVERY_MS)
      }
    }
    this.#settling = undefined
    this.wake()
  }

  async #claim(): Promise<void> {
    const { db, config, log } = this.#parts
    const tokens = Array.from({ length: this.#wanted() }, newToken)
    let claimed: (ClaimedMessage & { place: number })[] = []
    try {
      claimed = await claimMessages(db, {
        tokenHashes: tokens.map(hashToken),
        at: new Date(this.#time).toISOString(),
        leaseUntil: new Date(this.#time + LEASE_MS).toISOString(),
        linkDays: config.LINK_DAYS,
      })
    } catch (error) {
      // A client of these messages was deleted in the same moment: the clock asks again.
      const crossed = isDeadlock(error) || isForeignKeyViolation(error)
      if (!crossed) log.error(error, 'the mail ledger cannot be read')
    }
    this.#ready.push(...claimed.map((message) => ({ message, token: tokens[message.place - 1]! })))
    this.#claiming = undefined
    // An empty answer is asked for again by the clock, not at once.
    if (claimed.length > 0) this.wake()
  }

  async #giveBack(): Promise<void> {
    const ids = this.#ready.splice(0).map(({ message }) => message.id)
    if (ids.length > 0) await releaseMessages(this.#parts.db, ids)
  }

  #wakeIn(ms: number): void {
    this.#slot ??= setTimeout(() => {
      this.#slot = undefined
      this.wake()
    }, ms).unref()
  }

  #tend(): void {
    const { db, log } = this.#parts
    const held = [...this.#begun, ...this.#ready.map(({ message }) => message.id)]
    const leaseUntil = new Date(this.#time + LEASE_MS).toISOString()
    // One after the other: after a long sleep our own have run out, too, and must not be freed.
    extendLeases(db, held, leaseUntil)
      .then(() => this.#freeLeases(false))
      .catch((error) => log.error(error, 'leases cannot be tended'))
  }

  async #freeLeases(all: boolean): Promise<void> {
    const { db, log } = this.#parts
    const freed = await freeLeases(db, new Date(this.#time).toISOString(), all)
    if (freed > 0) log.warn({ freed }, 'messages of a sender that died will be sent once more')
  }
}
