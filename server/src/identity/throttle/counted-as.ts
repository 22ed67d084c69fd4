import type { Deps } from '../../deps.ts'
import { networkOf } from '../../http/limits.ts'
import type { From } from '../../http/signed-in.ts'
import { listKnownAddresses } from '../security-log/queries.ts'
import { account, accountFrom, type CountName } from './count-names.ts'

/** What shows that a place is the owner's. Whoever has the password passes the first step. */
const PASSED = {
  first: ['signed-in', 'first-step-passed', 'password-changed'],
  second: ['second-step-passed', 'recovery-code-used'],
} as const

/**
 * What tries at a step of signing in are counted under. A place where the account passed that step
 * before has a count of its own: whoever tries elsewhere, however long, does not keep the owner out.
 */
export async function countedAs(
  db: Deps['db'],
  email: string,
  { address }: From,
  step: keyof typeof PASSED = 'first',
): Promise<CountName> {
  const known = await listKnownAddresses(db, { email, address, events: PASSED[step] })
  const network = networkOf(address)
  return known.some((each) => networkOf(each) === network)
    ? accountFrom(email, address)
    : account(email)
}
