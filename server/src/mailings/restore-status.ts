import { restoreAnswered } from '../clients/queries.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordChanges } from '../history/queries.ts'
import { findMailing, setReopened } from './queries.ts'

/**
 * Gives those whom a canceled mailing would have asked anew, and who now get no mail, the status of their answer
 * back. To be called each time that messages of it end as canceled; any other mailing is let be.
 */
export async function restoreStatus(
  { bulkDb, now }: Pick<Deps, 'bulkDb' | 'now'>,
  mailingId: number,
): Promise<void> {
  await transact(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const mailing = await findMailing(tx, mailingId)
    if (!mailing?.canceled_at || mailing.reopened === 0) return
    const author = {
      adminEmail: mailing.canceled_by ?? mailing.admin_email,
      at: now().toISOString(),
    }
    const restored = await restoreAnswered(tx, mailingId, mailing.created_at)
    if (restored.length === 0) return
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
    await setReopened(tx, mailingId, mailing.reopened - restored.length)
  })
}
