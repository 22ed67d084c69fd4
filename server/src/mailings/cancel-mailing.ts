import type { Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { cancelUnsentOf } from '../delivery/cancel-messages.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { describeMailing } from './describe-mailing.ts'
import { findMailing, markCanceled } from './queries.ts'
import { restoreStatuses } from './restore-status.ts'

export async function cancelMailing(deps: Deps, admin: SignedIn, id: number) {
  if (!(await findMailing(deps.db, id))) notFound('Mailing')
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  await transact(deps.bulkDb, (tx) => cancelUnsent(tx, id, author))
  // Messages claimed but not yet sent are canceled when they are released.
  await deps.sender.release()
  await restoreStatuses(deps, [id])
  return describeMailing(deps, id)
}

export async function cancelUnsent(
  tx: Tx,
  id: number,
  author: { adminEmail: string; at: string },
): Promise<void> {
  await markCanceled(tx, id, author)
  await cancelUnsentOf(tx, id, author.at)
}
