import type { Config } from '../../config.ts'
import type { Tx } from '../../db/schema.ts'
import type { RoundRecord } from '../../rounds/queries.ts'
import { listRecipients } from '../../rounds/round-rows.ts'
import { makeMailing } from '../make-mailing.ts'

export interface Reminded {
  /** Null: nobody was left to remind. */
  mailingId: number | null
  recipients: number
}

interface NewReminder {
  round: RoundRecord
  author: { adminEmail: string; at: string }
  /** Only these of the recipients. */
  chosen?: number[]
}

/** One email to each client who was asked, is unanswered and got no email in the last 24 hours. */
export async function makeReminder(
  tx: Tx,
  config: Config,
  { round, author, chosen }: NewReminder,
): Promise<Reminded> {
  const ids = await listRecipients(tx, round, author.at, chosen)
  if (ids.length === 0) return { mailingId: null, recipients: 0 }
  const selection = { ids }
  const { id, total } = await makeMailing(tx, config, { kind: 'reminder', selection, author })
  return { mailingId: total > 0 ? id : null, recipients: total }
}
