import type { Config } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { makeMailing } from '../mailings/make-mailing.ts'
import type { RoundRecord } from '../rounds/queries.ts'
import { listRecipients } from '../rounds/round-rows.ts'

/** One email to each unanswered client. `mailingId` is null if nobody is left to remind. */
export async function makeReminder(
  tx: Tx,
  config: Config,
  round: RoundRecord,
  author: { adminEmail: string; at: string },
): Promise<{ mailingId: number | null }> {
  const ids = await listRecipients(tx, round, author.at)
  if (ids.length === 0) return { mailingId: null }
  const selection = { ids }
  const { id } = await makeMailing(tx, config, { kind: 'reminder', selection, author })
  return { mailingId: id }
}
