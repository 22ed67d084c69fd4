import type { MailingSummary } from '@attest/contract/mailings'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, MailingRow, MessageCounts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { answersOf } from './message-list.ts'
import * as queries from './queries.ts'
import { countRecipients } from './recipients.ts'

const MOST_ERRORS = 100

type MailingRecord = Selectable<MailingRow>

export async function listMailings(db: Db, query: queries.MailingQuery) {
  const { rows, total } = await queries.listMailingRows(db, query)
  const open = rows.filter(({ counts }) => counts === null).map(({ id }) => id)
  const counted = await queries.countMessagesOf(db, open)
  const ids = rows.map(({ id }) => id)
  const details = await readDetails(db, ids)
  const mailings = rows.map((row) =>
    summary(row, row.counts ?? counted.get(row.id)!, details.get(row.id)!),
  )
  return { mailings, total }
}

export async function describeMailing({ db, sender }: Pick<Deps, 'db' | 'sender'>, id: number) {
  const mailing = (await queries.findMailing(db, id)) ?? notFound('Mailing')
  const counts = mailing.counts ?? (await queries.countMessages(db, id))
  const details = (await readDetails(db, [id])).get(id)!
  return {
    ...summary(mailing, counts, details),
    emailsUntried: counts.untried,
    emailsInDoubt: counts.inDoubt,
    retryable: counts.failed > 0 ? await countRecipients(db, { failedIn: id }) : 0,
    emailErrors: await queries.listFailures(db, id, MOST_ERRORS),
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
  emails: counts.emails ?? counts.accepted,
  emailsFailed: counts.failed,
  emailsWaiting: counts.waiting,
  emailsCanceled: counts.canceled,
})

export type MailingDetails = Pick<
  MailingSummary,
  'roundName' | 'reminderNumber' | 'recipient' | 'answered' | 'provider'
>

/** Starts at the answers, which are few while a mailing runs. One join for both ids would read every message. */
const countAnswered = (client: RawBuilder<unknown>) => sql`(
  select count(distinct m.id) from answers a join messages m on ${answersOf(client)}
  where m.mailing_id = b.id and m.state = 'accepted')`

async function readDetails(db: Db, mailingIds: number[]) {
  const { rows } = await sql<MailingDetails & { id: number }>`
    select b.id, rounds.name as "roundName",
      case when r.mailing_id is not null then (
        select count(*) from reminders o where o.round_id = r.round_id and o.due_at <= r.due_at
      ) end as "reminderNumber",
      case when b.kind in ('resend', 'created', 'new_link', 'receipt', 'confirm_email') then (
        select json_build_object('name', rtrim(c.first_name || ' ' || c.last_name), 'email', m.email)
        from messages m left join clients c on c.id = m.client_id where m.mailing_id = b.id limit 1
      ) end as recipient,
      ${countAnswered(sql`m.client_id`)} + ${countAnswered(sql`m.former_client_id`)} as answered,
      (select m.provider from messages m where m.mailing_id = b.id and m.state in ('accepted', 'failed') limit 1)
        as provider
    from mailings b left join rounds on rounds.id = b.round_id left join reminders r on r.mailing_id = b.id
    where b.id = any(${mailingIds})
  `.execute(db)
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}
