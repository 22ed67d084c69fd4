import type { Tx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { lockAdmin } from '../administrators/queries.ts'
import { isBanned } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { findSession } from './queries.ts'

/** Who is signed in, and by which session. */
export type Caller = Pick<SignedIn, 'id' | 'sessionId'>

/**
 * Holds the account of who is signed in, and looks again whether the session still stands: it may have been ended
 * while the call was under way, by an owner who means to shut out just this one. Gives the account as it is now.
 * @throws Refusal 401 where it does not stand
 */
export async function lockCaller(tx: Tx, { id, sessionId }: Caller, at: Date) {
  const account = await lockAdmin(tx, id)
  if (!account || isBanned(account, at) || !(await findSession(tx, sessionId)))
    refuse('session_not_found')
  return account
}

/** The same for what only an administrator may do. */
export async function lockCallingAdmin(tx: Tx, by: Caller, at: Date): Promise<void> {
  const { role } = await lockCaller(tx, by, at)
  if (role !== 'admin') refuse('not_admin')
}
