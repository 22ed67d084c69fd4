import { type Selectable, sql } from 'kysely'
import type { Db, MailingRow, TemplateColumns } from '../db/schema.ts'
import type { RoundRecord } from './queries.ts'

export interface SentEmail {
  client_id: number
  kind: MailingRow['kind']
  /** By the mail server, or by the outbox if `written`; null: it failed. */
  accepted_at: string | null
  failed_at: string | null
  written: boolean
}

/** The oldest first. */
export async function listSentEmails(db: Db, { id }: RoundRecord, clientIds: number[]) {
  const { rows } = await sql<SentEmail>`
    select m.client_id, b.kind, case when m.state = 'accepted' then m.settled_at end as accepted_at,
      case when m.state = 'failed' then m.settled_at end as failed_at, coalesce(m.provider = 'outbox', false) as written
    from messages m join mailings b on b.id = m.mailing_id
    where m.client_id = any(${clientIds}) and b.round_id = ${id} and m.state in ('accepted', 'failed')
    order by m.id
  `.execute(db)
  return rows
}

/** Answers since the start that were recorded before the close, the oldest first. */
export const listAnswersIn = (
  db: Db,
  { started_at, closed_at }: RoundRecord,
  clientIds: number[],
) =>
  db
    .selectFrom('answers')
    .selectAll()
    .where(sql<boolean>`client_id = any(${clientIds})`)
    .where('at', '>=', started_at)
    .$if(closed_at !== null, (q) => q.where('recorded_at', '<=', closed_at!))
    .orderBy('id')
    .execute()

export interface SentLetter extends Selectable<TemplateColumns> {
  template_id: string
  version: number
  emails: number
  /** Emails of them that only the outbox has. */
  written: number
}

/** Each wording that the round's accepted emails had. */
export async function listLetters(db: Db, { id }: RoundRecord) {
  const { rows } = await sql<SentLetter>`
    select v.*, sent.emails, sent.written from (
      select m.template_id, m.template_version, min(m.id) as first, count(*)::int as emails,
        count(*) filter (where m.provider = 'outbox')::int as written
      from messages m join mailings b on b.id = m.mailing_id
      where b.round_id = ${id} and m.state = 'accepted' group by 1, 2
    ) sent
    join template_versions v on v.template_id = sent.template_id and v.version = sent.template_version
    order by sent.first
  `.execute(db)
  return rows
}
