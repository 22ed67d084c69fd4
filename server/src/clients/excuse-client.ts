import type { ExcuseReason } from '@attest/contract/clients'
import { lockClient } from '../db/find-client.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { cancelUnsentTo } from '../delivery/cancel-messages.ts'
import type { Deps } from '../deps.ts'
import { recordChanges } from '../history/queries.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { updateClient } from './queries.ts'

/**
 * Marks the client "Do not ask" and cancels its waiting emails; null removes the mark.
 * @throws Refusal 404
 */
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
    const after = await updateClient(tx, id, {
      excused_reason: excuse?.reason ?? null,
      excused_at: excuse && at,
      excused_by: excuse && admin.email,
      excused_note: excuse?.note ?? null,
    })
    if (excuse) await cancelUnsentTo(tx, id, at)
    if (before.excused_reason !== after.excused_reason) {
      await recordChanges(tx, { adminEmail: admin.email, at }, [
        {
          client_id: id,
          action: 'updated',
          before: { excused_reason: before.excused_reason },
          after: { excused_reason: after.excused_reason },
        },
      ])
    }
    return after
  })
}
