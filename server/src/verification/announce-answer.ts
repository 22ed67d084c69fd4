import { isSameAddress } from '@attest/contract/fields'
import { announcedFields } from '@attest/contract/notices'
import type { ClientRecord } from '../clients/queries.ts'
import { mailDomain } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { CONFIRM_DAYS } from '../links/queries.ts'
import { BEFORE_ALL } from '../mailings/make-mailing.ts'
import { insertMailing, insertNotice } from '../mailings/queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Mail still goes to the proven address. Each answer with a new email asks again to confirm it. */
export function routing(before: ClientRecord, email: string, at: string) {
  const proven = before.mail_to ?? before.email
  if (proven === '' || isSameAddress(email, proven)) return { mail_to: null, confirm_by: null }
  const by = Date.parse(at) + CONFIRM_DAYS * DAY_MS
  return { mail_to: proven, confirm_by: new Date(by).toISOString() }
}

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
  const proven = before.mail_to ?? before.email
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
  if (config.CHANGE_RECEIPTS && announcedFields(changed).length > 0 && proven !== '')
    await queue('receipt', proven)
  if (after.mail_to) await queue('confirm_email', after.email)
}
