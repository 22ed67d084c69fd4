import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { countTry, forgetTries, setPause } from './queries.ts'

/** Wrong tries without a pause: a person mistypes, an office shares one address. */
const FREE_TRIES = { account: 5, address: 50 } as const
const FIRST_PAUSE_S = 5
const LONGEST_PAUSE_S = 15 * 60
/** A count that old is forgotten. */
const MEMORY_MS = 60 * 60 * 1000

type Kind = keyof typeof FREE_TRIES

/**
 * Counts a try for an account or an address and sets the pause that follows it.
 * @throws Refusal 429 while a pause runs
 */
export async function admitTry(db: Db, kind: Kind, name: string, now: Date): Promise<void> {
  const key = `${kind}:${name}`
  const forgetBefore = new Date(now.getTime() - MEMORY_MS).toISOString()
  const tried = await countTry(db, key, now.toISOString(), forgetBefore)
  if (tried.lockedUntil) refuse(Date.parse(tried.lockedUntil) - now.getTime())
  const beyond = (tried.fails ?? 0) - FREE_TRIES[kind]
  if (beyond < 0) return
  const seconds = Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** Math.min(beyond, 20))
  await setPause(db, key, new Date(now.getTime() + seconds * 1000).toISOString())
}

/** After a success the account starts afresh. */
export const forgive = (db: Db, account: string) => forgetTries(db, `account:${account}`)

function refuse(milliseconds: number): never {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const wait = seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  throw new Refusal(429, `Too many attempts. Please try again in ${wait}.`, { retryAfter: seconds })
}
