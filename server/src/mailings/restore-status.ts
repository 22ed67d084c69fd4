import { sql } from 'kysely'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordUpdates } from '../history/queries.ts'
import { findMailing, updateMailing } from './queries.ts'
import { restoreAnswered } from './recipients.ts'

/**
 * Restores the status of clients whose message was canceled before its first try. A mailing that was not canceled itself
 * is left alone.
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
    const restored = await restoreAnswered(tx, sql`m.mailing_id = ${mailingId}`)
    if (restored.length === 0) return
    const before = { status: 'pending' }
    await recordUpdates(tx, author, restored, ({ status }) => ({ before, after: { status } }))
    await updateMailing(tx, mailingId, { reopened: mailing.reopened - restored.length })
  })
}
