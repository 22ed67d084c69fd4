import { announcedFields } from '@attest/contract/notices'
import { isUnconfirmed } from '../clients/mail-address.ts'
import type { ClientRecord } from '../clients/queries.ts'
import { mailDomain } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { BEFORE_ALL } from '../mailings/make-mailing.ts'
import { insertMailing, insertNotice } from '../mailings/queries.ts'

interface Answered {
  before: ClientRecord
  after: ClientRecord
  id: number
  changed: string[]
  at: string
}

/** Queues the receipt of an answer by link, and the mail that asks for the confirmation of a new email. */
export async function announceAnswer(
  tx: Tx,
  { config }: Deps,
  { before, after, id, changed, at }: Answered,
): Promise<void> {
  if (after.excused_reason) return
  const queue = async (kind: 'receipt' | 'confirm_email', email: string) => {
    // No administrator: the client caused it.
    const mailing = await insertMailing(tx, { kind, admin_email: '', created_at: at })
    await insertNotice(tx, mailDomain(config), {
      mailing_id: mailing.id,
      client_id: after.id,
      email,
      purpose: kind === 'receipt' ? 'not_me' : kind,
      answer_id: id,
      next_attempt_at: BEFORE_ALL,
    })
  }
  if (config.CHANGE_RECEIPTS && announcedFields(changed).length > 0 && before.mail_to !== '')
    await queue('receipt', before.mail_to)
  if (isUnconfirmed(after)) await queue('confirm_email', after.email)
}
