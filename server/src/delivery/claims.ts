import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { hashToken, newToken } from '../secret-token.ts'
import {
  type ClaimedMessage,
  claimMessages,
  extendLeases,
  freeLeases,
  releaseMessages,
} from './ledger.ts'

const LEASE_MS = 30_000

/** A message taken up, with the token of its link. */
export interface TakenUp {
  message: ClaimedMessage
  token: string
  /** From then on another sender may take it over, so we must let it be: the machine may have slept. */
  leaseUntil: number
  /** Ends the wait for its end to leave, while there is one. */
  letGo?: (reason: LeaseOver) => void
}

/** The lease of a message ran out before its end had left. */
export class LeaseOver extends Error {}

interface Parts {
  db: Db
  config: Config
  now: () => Date
  log: FastifyBaseLogger
  /** Told of the mailings of those that are canceled when they are given back. */
  onCanceled: (mailingIds: number[]) => void
}

/** What a sender has taken up of the ledger, each message under a lease: first ready, then begun. */
export class Claims {
  readonly #claimedBy = randomUUID()
  readonly #parts: Parts
  /** In the order in which they must be begun. */
  #ready: TakenUp[] = []
  /** Begun, and not yet written down. */
  readonly #begun = new Set<TakenUp>()
  /** Given back, which is not yet written down. */
  readonly #returned = new Set<TakenUp>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get ready(): number {
    return this.#ready.length
  }

  /** Takes up as many of what is due as there are, at most `count`; says how many. */
  async take(count: number): Promise<number> {
    const { db, config } = this.#parts
    const tokens = Array.from({ length: count }, newToken)
    const at = this.#time
    const leaseUntil = at + LEASE_MS
    const claimed = await claimMessages(db, {
      claimedBy: this.#claimedBy,
      tokenHashes: tokens.map(hashToken),
      at: iso(at),
      leaseUntil: iso(leaseUntil),
      linkDays: config.LINK_DAYS,
    })
    for (const message of claimed) {
      this.#ready.push({ message, token: tokens[message.place - 1]!, leaseUntil })
    }
    return claimed.length
  }

  begin(): TakenUp | undefined {
    const [next] = this.#ready
    if (!next) return undefined
    if (this.isOver(next)) {
      void this.giveBack()
      return undefined
    }
    this.#ready.shift()
    this.#begun.add(next)
    return next
  }

  /** Its outcome is written down. */
  end(begun: TakenUp): void {
    this.#begun.delete(begun)
  }

  isOver({ leaseUntil }: TakenUp): boolean {
    return leaseUntil <= this.#time
  }

  /** Ends the waits of those whose lease is over: while the database is away none gets another. */
  letGoOver(): void {
    for (const each of this.#begun) if (this.isOver(each)) each.letGo?.(new LeaseOver())
  }

  /** What is not begun waits again: as it is canceled, or its client changed. Fails never: it is tried again. */
  async giveBack(): Promise<void> {
    for (const each of this.#ready.splice(0)) this.#returned.add(each)
    const returned = [...this.#returned]
    if (returned.length === 0) return
    const { db, log, onCanceled } = this.#parts
    try {
      const canceled = await releaseMessages(db, messagesOf(returned), iso(this.#time))
      for (const each of returned) this.#returned.delete(each)
      onCanceled(canceled)
    } catch (error) {
      log.error(error, 'messages cannot be given back')
    }
  }

  /** Makes its own leases longer, and frees those of senders that died. To be called well within a lease. */
  async tend(): Promise<void> {
    const { log } = this.#parts
    try {
      await this.#keepLeases()
      await this.giveBack()
      // Only then: after a long sleep our own have run out, too, and must not be freed.
      await this.freeLeases()
    } catch (error) {
      log.error(error, 'leases cannot be tended')
    }
  }

  async #keepLeases(): Promise<void> {
    const held = [...this.#begun, ...this.#ready]
    const leaseUntil = this.#time + LEASE_MS
    const kept = await extendLeases(this.#parts.db, messagesOf(held), iso(leaseUntil))
    for (const each of held) if (kept.has(each.message.id)) each.leaseUntil = leaseUntil
  }

  /** Frees what a process that died had claimed. */
  async freeLeases(): Promise<void> {
    const { db, config, log, onCanceled } = this.#parts
    // In a lane one may have left that is not written down, and the next one be told to the server.
    const begun = 2 * config.MAIL_CONNECTIONS
    const { freed, canceled } = await freeLeases(db, { now: iso(this.#time), begun })
    if (freed > 0) log.warn({ freed }, 'messages of a sender that died will be sent once more')
    onCanceled(canceled)
  }

  get #time(): number {
    return this.#parts.now().getTime()
  }
}

const messagesOf = (taken: TakenUp[]) => taken.map(({ message }) => message)
const iso = (time: number) => new Date(time).toISOString()
