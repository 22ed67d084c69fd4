import { randomUUID } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { type Issuing, issueLinks } from '../records/links.ts'
import { hashToken, newToken } from '../secret-key.ts'
import * as ledger from './ledger.ts'

const LEASE_MS = 30_000

export interface Claimed {
  message: ledger.Letter
  /** Milliseconds since 1970. Afterwards another process may send the message. */
  leaseUntil: number
  /** Ends the mail's wait for its worker's last outcome. */
  abort?: (reason: LeaseExpired) => void
}

export class LeaseExpired extends Error {}

export interface Claim extends Omit<Issuing, 'tokenHashes'> {
  claimedBy: string
  leaseMs: number
  most: number
}

/** Claims letters in sending order and makes their links in one transaction: an act that closes links misses none. */
export const claimLetters = (db: Db, claim: Claim): Promise<ledger.Letter[]> =>
  db.isTransaction ? claimIn(db, claim) : transact(db, (tx) => claimIn(tx, claim))

async function claimIn(db: Db, { claimedBy, leaseMs, most, ...issuing }: Claim) {
  const { at, linkDays } = issuing
  const claimed = await ledger.claimDue(db, { claimedBy, leaseMs, at, linkDays, most })
  if (claimed.length === 0) return []
  const tokens = claimed.map(newToken)
  const tokenHashes = tokens.map(hashToken)
  await ledger.linkClaimed(db, claimed, issueLinks('placed', { ...issuing, tokenHashes }))
  const messages = claimed.map((message, n) => ({ ...message, token: tokens[n]! }))
  const letters = Map.groupBy(messages, ({ claim_id }) => claim_id).values()
  return [...letters].map(([first, ...others]): ledger.Letter => ({ ...first!, others }))
}

type Parts = Pick<Deps, 'db' | 'config' | 'now' | 'log'>

/** The messages this process has claimed, each under a lease: first ready, then in flight. */
export class Claims {
  readonly #claimedBy = randomUUID()
  readonly #parts: Parts
  #ready: Claimed[] = []
  readonly #inFlight = new Set<Claimed>()
  /** Released here, but not yet in the ledger. */
  readonly #released = new Set<Claimed>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get ready(): number {
    return this.#ready.length
  }

  async take(count: number): Promise<number> {
    const { db, config } = this.#parts
    const at = this.#time
    const leaseUntil = at + LEASE_MS
    const letters = await claimLetters(db, {
      claimedBy: this.#claimedBy,
      most: count,
      at: iso(at),
      leaseMs: LEASE_MS,
      linkDays: config.LINK_DAYS,
      timeZone: config.TIME_ZONE,
    })
    for (const message of letters) this.#ready.push({ message, leaseUntil })
    return letters.length
  }

  begin(): Claimed | undefined {
    const [next] = this.#ready
    if (!next) return undefined
    if (this.isExpired(next)) {
      void this.release()
      return undefined
    }
    this.#ready.shift()
    this.#inFlight.add(next)
    return next
  }

  end(claimed: Claimed): void {
    this.#inFlight.delete(claimed)
  }

  isExpired({ leaseUntil }: Claimed): boolean {
    return leaseUntil <= this.#time
  }

  /** Aborts waiting mails whose lease expired: while the database is away, no lease can be extended. */
  abortExpired(): void {
    for (const each of this.#inFlight) if (this.isExpired(each)) each.abort?.(new LeaseExpired())
  }

  /** Puts ready messages back into the queue. Never throws; a failed release is retried on the next renewal. */
  async release(): Promise<void> {
    for (const each of this.#ready.splice(0)) this.#released.add(each)
    const released = [...this.#released]
    if (released.length === 0) return
    const { db, log } = this.#parts
    try {
      await ledger.releaseMessages(db, messagesOf(released), iso(this.#time))
      for (const each of released) this.#released.delete(each)
    } catch (error) {
      log.error(error, 'claimed messages cannot be released')
    }
  }

  /** Extends its own leases and reclaims expired ones of other processes. Call it well within a lease. */
  async renew(): Promise<void> {
    await this.#extendOwn()
    await this.release()
    // Comes last: after the machine slept, our own leases have expired too and must be extended first.
    await this.reclaimExpired()
  }

  async #extendOwn(): Promise<void> {
    const held = [...this.#inFlight, ...this.#ready]
    const leaseUntil = this.#time + LEASE_MS
    const kept = await ledger.extendLeases(this.#parts.db, messagesOf(held), LEASE_MS)
    for (const each of held) if (kept.has(each.message.claim_id)) each.leaseUntil = leaseUntil
  }

  async reclaimExpired(): Promise<void> {
    const { db, config, log } = this.#parts
    // A worker can have sent one mail whose outcome is not yet durable, and begun the next.
    const begun = 2 * config.MAIL_CONNECTIONS
    const reclaimed = await ledger.reclaimExpired(db, { now: iso(this.#time), begun })
    if (reclaimed > 0) log.warn({ reclaimed }, 'messages of a process that died are queued again')
  }

  get #time(): number {
    return this.#parts.now().getTime()
  }
}

const messagesOf = (claimed: Claimed[]) =>
  claimed.map(({ message }) => ({ ids: ledger.idsOf(message), claim_id: message.claim_id }))
const iso = (time: number) => new Date(time).toISOString()
