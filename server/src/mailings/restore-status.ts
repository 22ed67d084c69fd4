import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordChanges } from '../history/queries.ts'
import { findMailing, listCanceledReopened, setReopened } from './queries.ts'
import { restoreAnswered } from './recipients.ts'

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

type Parts = Pick<Deps, 'bulkDb' | 'now' | 'log'>

/** Never throws: a failed restore is logged, and tried again by the next start. */
export async function restoreStatuses(parts: Parts, mailingIds: number[]): Promise<void> {
  for (const id of mailingIds) {
    await restoreStatus(parts, id).catch((error) =>
      parts.log.error(error, 'the answers of a canceled mailing were not restored'),
    )
  }
}

/** A start looks at mailings canceled since then, not at all that ever were. */
const CANCELED_LATELY_MS = 30 * 24 * 60 * 60 * 1000

/** Finishes what a process that ended in the middle of it has left. */
export async function restoreInterrupted(parts: Parts): Promise<void> {
  const since = new Date(parts.now().getTime() - CANCELED_LATELY_MS).toISOString()
  await restoreStatuses(parts, await listCanceledReopened(parts.bulkDb, since))
}
