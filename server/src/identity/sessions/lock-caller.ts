import type { Tx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { lockAdmin } from '../administrators/queries.ts'
import { isBanned } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { findSession } from './queries.ts'

export type Caller = Pick<SignedIn, 'id' | 'sessionId'>

/** Locks the caller's account and checks the session again: it may have ended in the meantime. */
export async function lockCaller(tx: Tx, { id, sessionId }: Caller, at: Date) {
  const account = await lockAdmin(tx, id)
  if (!account || isBanned(account, at) || !(await findSession(tx, sessionId)))
    refuse('session_not_found')
  return account
}

export async function lockCallingAdmin(tx: Tx, by: Caller, at: Date): Promise<void> {
  const { role } = await lockCaller(tx, by, at)
  if (role !== 'admin') refuse('not_admin')
}
