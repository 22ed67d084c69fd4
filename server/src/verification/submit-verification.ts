import {
  ClientDetails,
  INVALID_LINK,
  PublicClient,
  type VerificationAnswer,
} from '@attest/contract/verification'
import { z } from 'zod'
import { recordAnswer } from '../answers/queries.ts'
import { type ClientRecord, updateClient } from '../clients/queries.ts'
import { lockClient } from '../db/find-client.ts'
import { transact } from '../db/transact.ts'
import { cancelUnsentTo } from '../delivery/cancel-messages.ts'
import type { Deps } from '../deps.ts'
import { changedFields, pick, recordChanges } from '../history/queries.ts'
import { Refusal } from '../http/errors.ts'
import { closeLinks, findClientByLink, isAlive } from '../links/queries.ts'
import { hashToken } from '../secret-token.ts'

/** For a link that is unknown, malformed, expired, answered or revoked alike. */
export function invalidLink(): never {
  throw new Refusal(404, INVALID_LINK)
}

/**
 * An answer to details that the firm has since corrected would undo the correction in the client's name.
 * Only for a living link: the refusal holds the details.
 */
function refuseOutdated(current: ClientRecord): never {
  const message =
    'Our office has changed your details since you opened this page. Please look at them once more.'
  throw new Refusal(409, message, { current: z.parse(PublicClient, current) })
}

/**
 * The client's answer, in one transaction: saves it, sets the status, leaves one history record
 * and closes the client's links. A *confirm* that alters a field counts as an update.
 * @throws Refusal 404, or 409 with the `current` details when they are no longer the ones that were answered
 */
export async function answerVerification(
  { db, now }: Deps,
  token: string,
  { action, last_updated, ...details }: VerificationAnswer,
) {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  return transact(db, async (tx) => {
    const found = (await findClientByLink(tx, tokenHash, at)) ?? invalidLink()
    const before = (await lockClient(tx, found.id)) ?? invalidLink()
    if (!(await isAlive(tx, tokenHash, at))) invalidLink()

    // Texts kept before forms tidied them are no change of the client's when they come back as they were seen.
    const shown = ClientDetails.safeParse(before).data ?? before
    const edited = changedFields(shown, details)
    const outdated = last_updated !== undefined && last_updated !== before.last_updated
    if (outdated && edited.length > 0) refuseOutdated(before)
    const confirmed = action === 'confirm' && edited.length === 0
    const status: 'confirmed' | 'updated' = confirmed ? 'confirmed' : 'updated'
    await closeLinks(tx, before.id, at)
    // Who has answered is not asked again by a mail that waited.
    await cancelUnsentTo(tx, before.id, at)
    const has_changes = status === 'updated'
    const after = await updateClient(tx, before.id, {
      ...details,
      status,
      has_changes,
      last_updated: at,
    })
    await recordAnswer(tx, before, after, { at, via: 'link', result: status })
    const fields = changedFields(before, after)
    await recordChanges(tx, { adminEmail: null, at }, [
      {
        client_id: before.id,
        action: status,
        before: pick(before, fields),
        after: pick(after, fields),
      },
    ])
    return { message: 'Thank you for verifying your information.', status }
  })
}
