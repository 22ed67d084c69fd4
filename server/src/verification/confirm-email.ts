import { isSameAddress } from '@attest/contract/fields'
import { isUnconfirmed, routeMail } from '../clients/mail-address.ts'
import { transact } from '../db/transact.ts'
import type { Timed } from '../deps.ts'
import { recordChanges } from '../history/queries.ts'
import { lockClient, updateClient } from '../records/clients.ts'
import { findLink, formerAddresses, lockLink, revokeLinks, settleLink } from '../records/links.ts'
import { hashToken } from '../secret-token.ts'
import { refuseLink } from './refuse-link.ts'

/** @throws Refusal 404; also if the email was changed once more, or while the answer is disputed */
export async function confirmEmail({ db, now }: Timed, token: string): Promise<void> {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  await transact(db, async (tx) => {
    const found = await findLink(tx, tokenHash, 'confirm_email')
    if (!found || found.revoked_at) refuseLink(found, at)
    const before = (await lockClient(tx, found.client_id)) ?? refuseLink(undefined, at)
    const link = await lockLink(tx, tokenHash)
    const isOld = !isSameAddress(link.email, before.email) || before.disputed_at !== null
    if (link.revoked_at || isOld) refuseLink(undefined, at)
    if (link.answered_at) return
    if (link.expires_at <= at) refuseLink(link, at)
    await settleLink(tx, link, at)
    if (!isUnconfirmed(before)) return
    const after = await updateClient(tx, before.id, routeMail(before, { by: 'confirmation' }))
    await revokeLinks(tx, formerAddresses(before, after), at)
    await recordChanges(tx, { adminEmail: null, at }, [
      {
        client_id: before.id,
        action: 'email_confirmed',
        before: { email: before.mail_to },
        after: { email: after.email },
      },
    ])
  })
}
