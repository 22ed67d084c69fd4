import { type Selectable, sql } from 'kysely'
import type { AnswerRow, Database, Db, MailingRow, TemplateColumns, Tx } from '../db/schema.ts'
import { listCalls, type RoundRecord } from './queries.ts'
import { listClientIds, listReportRows, type ReportRow } from './round-rows.ts'

export interface SentEmail {
  client_id: number
  kind: MailingRow['kind']
  /** By the mail server, or by the outbox if `written`; null: it failed. */
  accepted_at: string | null
  failed_at: string | null
  written: boolean
}

const sentEmails = (clientIds: number[]) => sql`
  select m.id, m.client_id, b.round_id, b.kind, case when m.state = 'accepted' then m.settled_at end as accepted_at,
    case when m.state = 'failed' then m.settled_at end as failed_at, coalesce(m.provider = 'outbox', false) as written
  from messages m join mailings b on b.id = m.mailing_id
  where m.client_id = any(${clientIds}) and m.state in ('accepted', 'failed')`

async function listSentEmails(db: Db, { id }: RoundRecord, clientIds: number[]) {
  const { rows } = await sql<SentEmail>`
    select client_id, kind, accepted_at, failed_at, written from (${sentEmails(clientIds)}) sent
    where round_id = ${id} order by sent.id
  `.execute(db)
  return rows
}

/** In every round of clients who are about to be deleted. */
export const keepSentEmails = (tx: Tx, clientIds: number[]) =>
  sql`
    update round_clients k set emails = s.emails from (
      select round_id, client_id, json_agg(sent order by sent.id) as emails
      from (${sentEmails(clientIds)}) sent group by 1, 2
    ) s where s.round_id = k.round_id and s.client_id = k.client_id
  `.execute(tx)

/** Answers since the start that were recorded before the close, the oldest first. */
const listAnswersIn = (db: Db, { started_at, closed_at }: RoundRecord, clientIds: number[]) =>
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

const BATCH = 500

type Answer = Selectable<AnswerRow>

/** One client's part in a round, as evidence. Times are in order. */
export interface ReportedClient extends ReportRow {
  emails: SentEmail[]
  calls: Selectable<Database['calls']>[]
  answers: Answer[]
}

/** Every client of the round by name, read in batches while the report is written. */
export async function* reportedClients(
  db: Db,
  round: RoundRecord,
): AsyncGenerator<ReportedClient[]> {
  const ids = await listClientIds(db, round)
  for (let from = 0; from < ids.length; from += BATCH) {
    yield describeClients(db, round, ids.slice(from, from + BATCH))
  }
}

async function describeClients(db: Db, round: RoundRecord, ids: number[]) {
  const rows = await listReportRows(db, round, ids)
  const emails = Map.groupBy(await listSentEmails(db, round, ids), ({ client_id }) => client_id)
  const calls = Map.groupBy(await listCalls(db, round.id, ids), ({ client_id }) => client_id)
  const answers = Map.groupBy(await listAnswersIn(db, round, ids), ({ client_id }) => client_id)
  return rows.map((row) => ({
    ...row,
    emails: emails.get(row.client_id) ?? row.emails ?? [],
    calls: (calls.get(row.client_id) ?? []).reverse(),
    answers: answers.get(row.client_id) ?? [],
  }))
}
