import type { ExcuseReason } from '@attest/contract/rounds'
import type { Tx } from '../db/schema.ts'
import { cancelUnsentTo } from '../delivery/messages.ts'
import { type Author, pick, recordChanges } from '../history/queries.ts'
import { restoreAnswered } from '../mailings/recipients.ts'
import { lockClient, updateClient } from '../records/clients.ts'

export interface Excuse {
  reason: ExcuseReason
  note: string | null
}

/**
 * Marks the client "Do not ask" and cancels its waiting emails; null removes the mark.
 * @param row the row of the author's import
 * @returns undefined if there is no such client
 */
export async function excuseClient(
  tx: Tx,
  author: Author,
  id: number,
  excuse: Excuse | null,
  row?: number,
) {
  const before = await lockClient(tx, id)
  if (!before) return undefined
  if (excuse) {
    await cancelUnsentTo(tx, id, author.at)
    // Restores the status if only the canceled email had reset it.
    await restoreAnswered(tx, 'client_id', id)
  }
  const after = await updateClient(tx, id, {
    excused_reason: excuse?.reason ?? null,
    excused_at: excuse && author.at,
    excused_by: excuse && author.adminEmail,
    excused_note: excuse?.note ?? null,
  })
  const fields = (['status', 'excused_reason'] as const).filter((f) => before[f] !== after[f])
  const change = { before: pick(before, fields), after: pick(after, fields), row }
  if (fields.length > 0)
    await recordChanges(tx, author, [{ client_id: id, action: 'updated', ...change }])
  return after
}
