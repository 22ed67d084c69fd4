import { lockBulkWriters, transact } from '../db/transact.ts'
import { cancelUnsentTo } from '../delivery/messages.ts'
import type { Timed } from '../deps.ts'
import { recordEvent } from '../history/queries.ts'
import { restoreAnswered } from '../mailings/recipients.ts'
import { lockClient, updateClient } from '../records/clients.ts'
import { findLink, lockLink, revokeAllLinks, settleLink } from '../records/links.ts'
import { hashToken } from '../secret-token.ts'
import { refuseLink } from './refuse-link.ts'

/** Changes no detail, so a thief gains nothing. A repeat does nothing, even after the dispute. Throws Refusal 404. */
export async function disputeAnswer({ db, now }: Timed, token: string): Promise<void> {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  const found = (await findLink(db, tokenHash, 'not_me')) ?? refuseLink(undefined, at)
  if (found.answered_at) return
  if (found.expires_at <= at) refuseLink(found, at)
  await transact(db, async (tx) => {
    // A mailing that is being made must end first, so that its message is canceled too.
    await lockBulkWriters(tx)
    const before = (await lockClient(tx, found.client_id)) ?? refuseLink(undefined, at)
    const link = await lockLink(tx, tokenHash)
    if (link.answered_at) return
    await settleLink(tx, link, at)
    await revokeAllLinks(tx, before.id, at)
    await cancelUnsentTo(tx, before.id, at)
    // Restores the status if only a canceled email had reset it.
    await restoreAnswered(tx, 'client_id', before.id)
    await updateClient(tx, before.id, {
      disputed_at: before.disputed_at ?? at,
      // The earlier of two disputed answers: the values before it are safe.
      disputed_answer_id: Math.min(link.answer_id!, before.disputed_answer_id ?? Infinity),
    })
    await recordEvent(tx, { adminEmail: null, at }, 'disputed', before.id)
  })
}
