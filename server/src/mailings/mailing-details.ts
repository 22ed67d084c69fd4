import type { MailingSummary } from '@attest/contract/mailings'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export type MailingDetails = Pick<
  MailingSummary,
  'roundName' | 'reminderNumber' | 'recipient' | 'answered' | 'provider'
>

/** Whether the client of message `m` answered since its mailing `b` was made; an answer cancels what still waits. */
export const ANSWERS_TO = sql`a.client_id = m.client_id and a.at >= b.created_at and m.purpose = 'answer'`

export async function readDetails(db: Db, mailingIds: number[]) {
  const { rows } = await sql<MailingDetails & { id: number }>`
    select b.id, rounds.name as "roundName",
      case when r.mailing_id is not null then (
        select count(*) from reminders o where o.round_id = r.round_id and o.due_at <= r.due_at
      ) end as "reminderNumber",
      case when b.kind in ('resend', 'created', 'new_link', 'receipt', 'confirm_email') then (
        select json_build_object('name', rtrim(c.first_name || ' ' || c.last_name), 'email', m.email)
        from messages m left join clients c on c.id = m.client_id where m.mailing_id = b.id limit 1
      ) end as recipient,
      -- From the answers: while a mailing runs, they are few and its messages many.
      (select count(distinct m.id) from answers a join messages m on ${ANSWERS_TO}
        where m.mailing_id = b.id and m.state = 'accepted') as answered,
      (select m.provider from messages m where m.mailing_id = b.id and m.state in ('accepted', 'failed') limit 1)
        as provider
    from mailings b left join rounds on rounds.id = b.round_id left join reminders r on r.mailing_id = b.id
    where b.id = any(${mailingIds})
  `.execute(db)
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}
