import type { Tx } from '../../db/schema.ts'
import { changeAdmin } from '../administrators/queries.ts'
import { deleteCodes, WAYS_IN } from '../codes/queries.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { forgiveEverywhere, forgiveMails } from '../throttle/throttle.ts'

interface Owner {
  id: string
  email: string
}

/**
 * A new password ends what was begun before it, however it came about: the account's sessions but the `except`ed one,
 * the links and codes that were mailed, and a change of address, which an intruder may have asked for and could have
 * mailed once more without a session. Its owner then waits neither for a sign-in nor for another mail.
 */
export async function setPassword(
  tx: Tx,
  { id, email }: Owner,
  password_hash: string,
  kept: { except?: string } = {},
): Promise<void> {
  await changeAdmin(tx, id, { password_hash, new_email: null })
  await deleteSessions(tx, id, kept)
  await deleteCodes(tx, id)
  await forgiveEverywhere(tx, 'account', email)
  await forgiveMails(tx, WAYS_IN, email)
}
