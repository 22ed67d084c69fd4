import type { Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { cancelUnsentOf } from '../delivery/cancel-messages.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { describeMailing } from './describe-mailing.ts'
import { findMailing, markCanceled } from './queries.ts'
import { restoreStatus } from './restore-status.ts'

/**
 * Cancels what has not begun. Clients whom it would have asked anew, and who now get no mail, have the
 * status of their answer back.
 */
export async function cancelMailing(deps: Deps, admin: SignedIn, id: number) {
  if (!(await findMailing(deps.db, id))) notFound('Mailing')
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  await transact(deps.bulkDb, (tx) => cancelUnsent(tx, id, author))
  // What was taken up ahead has not begun either: given back, it is canceled, too.
  await deps.sender.giveBack()
  await restoreStatus(deps, id)
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
