import type { Selectable } from 'kysely'
import type { Db, MailingRow, MessageCounts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { type MailingDetails, readDetails } from './mailing-details.ts'
import {
  countMessages,
  countMessagesOf,
  findMailing,
  listFailures,
  listMailingRows,
  type MailingQuery,
} from './queries.ts'
import { countRecipients } from './recipients.ts'

const MOST_ERRORS = 100

type MailingRecord = Selectable<MailingRow>

export async function listMailings(db: Db, query: MailingQuery) {
  const { rows, total } = await listMailingRows(db, query)
  const open = rows.filter(({ counts }) => counts === null).map(({ id }) => id)
  const counted = await countMessagesOf(db, open)
  const details = await readDetails(
    db,
    rows.map(({ id }) => id),
  )
  const mailings = rows.map((row) =>
    summary(row, row.counts ?? counted.get(row.id)!, details.get(row.id)!),
  )
  return { mailings, total }
}

export async function describeMailing({ db, sender }: Pick<Deps, 'db' | 'sender'>, id: number) {
  const mailing = (await findMailing(db, id)) ?? notFound('Mailing')
  const counts = mailing.counts ?? (await countMessages(db, id))
  const details = (await readDetails(db, [id])).get(id)!
  return {
    ...summary(mailing, counts, details),
    emailsUntried: counts.untried,
    emailsInDoubt: counts.inDoubt,
    retryable: counts.failed > 0 ? await countRecipients(db, { failedIn: id }) : 0,
    emailErrors: await listFailures(db, id, MOST_ERRORS),
    smtpProvider: details.provider ?? sender.provider,
    waitingBecause: counts.waiting > 0 ? sender.problem : null,
  }
}

const summary = (mailing: MailingRecord, counts: MessageCounts, details: MailingDetails) => ({
  ...details,
  id: mailing.id,
  kind: mailing.kind,
  roundId: mailing.round_id,
  statusFilter: mailing.status_filter,
  retryOf: mailing.retry_of,
  admin_email: mailing.admin_email,
  created_at: mailing.created_at,
  canceled_at: mailing.canceled_at,
  totalUsers: counts.total,
  updatedCount: mailing.reopened,
  emailsSent: counts.accepted,
  emailsFailed: counts.failed,
  emailsWaiting: counts.waiting,
  emailsCanceled: counts.canceled,
})
