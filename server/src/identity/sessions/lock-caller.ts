import { type Selectable, sql } from 'kysely'
import type { AdminRow } from '../../db/account-schema.ts'
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import type { Tx } from '../../db/schema.ts'
import { isCrossed, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { lockAdmin } from '../administrators/queries.ts'
import { demandConfirmed, isBanned } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { findSession } from './queries.ts'

export type Caller = Pick<SignedIn, 'id' | 'sessionId'>

/** Locks the caller's account and checks the session again: it may have ended in the meantime. */
async function lockCaller(tx: Tx, { id, sessionId }: Caller, at: Date) {
  const account = await lockAdmin(tx, id)
  if (!account || isBanned(account, at) || !(await findSession(tx, sessionId)))
    refuse('session_not_found')
  return account
}

export const asCaller = <T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  work: (tx: Tx, account: Selectable<AdminRow>) => Promise<T>,
): Promise<T> =>
  transact(db, async (tx) => work(tx, await lockCaller(tx, caller, now())), isCrossed)

/** Needs a proof of identity. Such changes run one after another, so that one who can sign in always stays. */
export async function asAdmin<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: SignedIn,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  demandConfirmed(by, now())
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administrators})`.execute(tx)
    const { role } = await lockCaller(tx, by, now())
    if (role !== 'admin') refuse('not_admin')
    return work(tx)
  })
}
