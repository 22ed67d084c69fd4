import type { SignedIn } from '../auth/guard.ts'
import { restoreAnswered } from '../clients/queries.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { type Author, recordChanges } from '../history/queries.ts'
import { notFound } from '../http/errors.ts'
import { describeMailing } from './describe-mailing.ts'
import { cancelQueued, findMailing, setReopened } from './queries.ts'

/**
 * Cancels what has not begun. Clients whom it would have asked anew, and who now get no mail, have the
 * status of their answer back.
 */
export async function cancelMailing(deps: Deps, admin: SignedIn, id: number) {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  if (!(await findMailing(deps.db, id))) notFound('Mailing')
  await transact(deps.db, (tx) => cancelQueued(tx, id, author.at))
  // What was taken up ahead has not begun either: given back, it is canceled, too.
  await deps.sender.giveBack()
  await restoreStatus(deps, author, id)
  return describeMailing(deps, id)
}

async function restoreStatus({ db }: Deps, author: Author, id: number): Promise<void> {
  await transact(db, async (tx) => {
    await lockBulkWriters(tx)
    const mailing = (await findMailing(tx, id))!
    const restored = await restoreAnswered(tx, id, mailing.created_at)
    await recordChanges(
      tx,
      author,
      restored.map((client) => ({
        client_id: client.id,
        action: 'updated',
        before: { status: 'pending' },
        after: { status: client.status },
      })),
    )
    if (restored.length > 0) await setReopened(tx, id, mailing.reopened - restored.length)
  })
}
