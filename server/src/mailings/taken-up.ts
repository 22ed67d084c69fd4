import { hashToken, newToken } from '../auth/secret-token.ts'
import type { Db } from '../db/schema.ts'
import { type ClaimedMessage, claimMessages, extendLeases } from './ledger.ts'

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

interface TakingUp {
  takenBy: string
  count: number
  time: number
  linkDays: number
}

/** As many of what is due as there are, in the order in which they must be begun. */
export async function takeUp(
  db: Db,
  { takenBy, count, time, linkDays }: TakingUp,
): Promise<TakenUp[]> {
  const tokens = Array.from({ length: count }, newToken)
  const leaseUntil = time + LEASE_MS
  const claimed = await claimMessages(db, {
    takenBy,
    tokenHashes: tokens.map(hashToken),
    at: new Date(time).toISOString(),
    leaseUntil: new Date(leaseUntil).toISOString(),
    linkDays,
  })
  return claimed.map((message) => ({ message, token: tokens[message.place - 1]!, leaseUntil }))
}

/** Makes the leases of those longer that no other sender has taken over. */
export async function keepLeases(
  db: Db,
  held: TakenUp[],
  { takenBy, time }: Pick<TakingUp, 'takenBy' | 'time'>,
): Promise<void> {
  const ids = held.map(({ message }) => message.id)
  const leaseUntil = time + LEASE_MS
  const until = new Date(leaseUntil).toISOString()
  const kept = await extendLeases(db, ids, { takenBy, leaseUntil: until })
  for (const each of held) if (kept.has(each.message.id)) each.leaseUntil = leaseUntil
}
