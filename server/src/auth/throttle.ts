import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { type Allowance, countTry, forgetTries } from './queries.ts'

const PAUSES = { firstPause: 5, longestPause: 15 * 60, memory: 60 * 60 }

/** A person mistypes; an office shares one address. */
const ALLOWANCES: Record<'account' | 'address', Allowance> = {
  account: { free: 5, ...PAUSES },
  address: { free: 50, ...PAUSES },
}

/**
 * Counts a try for an account or an address.
 * @throws Refusal 429 while a pause runs
 */
export async function admitTry(
  db: Db,
  kind: keyof typeof ALLOWANCES,
  name: string,
  now: Date,
): Promise<void> {
  const pauseEnds = await countTry(db, `${kind}:${name}`, now.toISOString(), ALLOWANCES[kind])
  if (pauseEnds) refuse(Date.parse(pauseEnds) - now.getTime())
}

/** After a success the account and the address start afresh. */
export const forgive = (db: Db, account: string, address: string) =>
  forgetTries(db, [`account:${account}`, `address:${address}`])

function refuse(milliseconds: number): never {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = `${count} ${unit}${count === 1 ? '' : 's'}`
  throw new Refusal(429, `Too many attempts. Please try again in ${wait}.`, { retryAfter: seconds })
}
