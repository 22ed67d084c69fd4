import {
  ClientDetails,
  INVALID_LINK,
  PublicClient,
  type VerificationAnswer,
} from '@attest/contract/verification'
import { z } from 'zod'
import type { ClientRecord } from '../clients/queries.ts'
import { lockClient } from '../db/find-client.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { changedFields } from '../history/queries.ts'
import { Refusal } from '../http/errors.ts'
import { findClientByLink, isAlive } from '../links/queries.ts'
import { hashToken } from '../secret-token.ts'
import { saveAnswer } from './save-answer.ts'

export function invalidLink(): never {
  throw new Refusal(404, INVALID_LINK)
}

/**
 * The answer would undo the firm's correction in the client's name. Only for a living link: the refusal holds the
 * details.
 */
function refuseOutdated(current: ClientRecord): never {
  const message =
    'Our office has changed your details since you opened this page. Please look at them once more.'
  throw new Refusal(409, message, { current: z.parse(PublicClient, current) })
}

/**
 * Saves the answer, its history record and the status, and closes the client's links. A *confirm* that alters a field
 * counts as an update.
 * @throws Refusal 404; 409 with the `current` details if these are newer
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

    // A stored text that the form only tidied is no change.
    const shown = ClientDetails.safeParse(before).data ?? before
    const edited = changedFields(shown, details)
    const outdated = last_updated !== undefined && last_updated !== before.last_updated
    if (outdated && edited.length > 0) refuseOutdated(before)
    const confirmed = action === 'confirm' && edited.length === 0
    const status: 'confirmed' | 'updated' = confirmed ? 'confirmed' : 'updated'
    await saveAnswer(tx, before, details, {
      via: 'link',
      admin: null,
      result: status,
      at,
      now: at,
      note: null,
    })
    return { message: 'Thank you for verifying your information.', status }
  })
}
