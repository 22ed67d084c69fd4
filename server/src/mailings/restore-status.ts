import { sql } from 'kysely'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordChanges } from '../history/queries.ts'
import { findMailing, listCanceledReopened, updateMailing } from './queries.ts'
import { restoreAnswered } from './recipients.ts'

type Parts = Pick<Deps, 'bulkDb' | 'now' | 'log'>

/**
 * Restores the status of clients whose message was canceled before its first try. Call it whenever messages of a
 * mailing were canceled; a mailing that was not canceled itself is left alone.
 */
async function restoreStatus({ bulkDb, now }: Parts, mailingId: number): Promise<void> {
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
    await updateMailing(tx, mailingId, { reopened: mailing.reopened - restored.length })
  })
}

/** Never throws: a failed restore is logged and retried at the next start. */
export async function restoreStatuses(parts: Parts, mailingIds: number[]): Promise<void> {
  for (const id of mailingIds) {
    await restoreStatus(parts, id).catch((error) =>
      parts.log.error(error, 'the statuses of a canceled mailing were not restored'),
    )
  }
}

/** A start checks only mailings canceled since then. */
const CANCELED_LATELY_MS = 30 * 24 * 60 * 60 * 1000

/** Finishes restores that the end of a process interrupted. */
export async function restoreInterrupted(parts: Parts): Promise<void> {
  const since = new Date(parts.now().getTime() - CANCELED_LATELY_MS).toISOString()
  await restoreStatuses(parts, await listCanceledReopened(parts.bulkDb, since))
}
