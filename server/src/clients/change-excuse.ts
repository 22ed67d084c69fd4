import type { ExcuseReason } from '@attest/contract/rounds'
import { sql } from 'kysely'
import { lockClient } from '../db/find-client.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { cancelUnsentTo } from '../delivery/cancel-messages.ts'
import type { Deps } from '../deps.ts'
import { recordChange } from '../history/queries.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { restoreAnswered } from '../mailings/recipients.ts'
import { updateClient } from './queries.ts'

/** Marks the client "Do not ask" and cancels its waiting emails; null removes the mark. Throws Refusal 404. */
export async function changeExcuse(
  { db, now }: Deps,
  admin: SignedIn,
  id: number,
  excuse: { reason: ExcuseReason; note: string | null } | null,
) {
  const at = now().toISOString()
  return transact(db, async (tx) => {
    // A mailing that is being made must end first, so that its message is canceled too.
    await lockBulkWriters(tx)
    const before = (await lockClient(tx, id)) ?? notFound('User')
    if (excuse) {
      await cancelUnsentTo(tx, id, at)
      // Restores the status if only the canceled email had reset it.
      await restoreAnswered(tx, sql`m.client_id = ${id}`)
    }
    const after = await updateClient(tx, id, {
      excused_reason: excuse?.reason ?? null,
      excused_at: excuse && at,
      excused_by: excuse && admin.email,
      excused_note: excuse?.note ?? null,
    })
    const fields = (['status', 'excused_reason'] as const).filter((f) => before[f] !== after[f])
    if (fields.length > 0)
      await recordChange(tx, { adminEmail: admin.email, at }, 'updated', { before, after, fields })
    return after
  })
}
