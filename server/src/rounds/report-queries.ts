import { type Selectable, sql } from 'kysely'
import { readRows } from '../db/read.ts'
import type { AnswerRow, Database, Db, TemplateColumns } from '../db/schema.ts'
import { storiesOf } from '../records/merges.ts'
import { sentEmails } from './kept-parts.ts'
import { listCalls, type RoundRecord } from './queries.ts'
import { listClientIds, listReportRows, type ReportRow, type SentEmail } from './round-rows.ts'

const listSentEmails = (db: Db, { id }: RoundRecord, clientIds: number[]) =>
  readRows<SentEmail>(db)`
    select client_id, kind, accepted_at, failed_at, written from (${sentEmails(clientIds)}) sent
    where round_id = ${id} order by sent.id
  `

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

type PaperLetter = Pick<
  Selectable<Database['letters']>,
  'id' | 'client_id' | 'returned_at' | 'returned_reason'
> & { mailed_at: string }

const listPaperLetters = (db: Db, { id }: RoundRecord, clientIds: number[]) =>
  readRows<PaperLetter>(db)`
    select l.id, l.client_id, l.returned_at, l.returned_reason, b.mailed_at
    from letters l join letter_batches b on b.id = l.batch_id
    where b.round_id = ${id} and l.client_id = any(${clientIds}) and l.printed_at is not null order by l.id
  `

export interface SentLetter extends Selectable<TemplateColumns> {
  template_id: string
  version: number
  emails: number
  /** How many of `emails` are only in the outbox. */
  written: number
}

export const listLetters = (db: Db, { id }: RoundRecord) =>
  readRows<SentLetter>(db)`
    select v.*, sent.emails, sent.written from (
      select m.template_id, m.template_version, min(m.id) as first, count(*)::int as emails,
        count(*) filter (where m.provider = 'outbox')::int as written
      from messages m join mailings b on b.id = m.mailing_id
      where b.round_id = ${id} and m.state = 'accepted' group by 1, 2
    ) sent
    join template_versions v on v.template_id = sent.template_id and v.version = sent.template_version
    order by sent.first
  `

const BATCH = 500

type Answer = Selectable<AnswerRow>

/** One client's part in a round, as evidence. Times are in order. */
export interface ReportedClient extends ReportRow {
  emails: SentEmail[]
  calls: Selectable<Database['calls']>[]
  letters: PaperLetter[]
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

/** Adds clients merged into these, except those with a row of their own in the round. */
export async function listStories(db: Db, round: RoundRecord, ids: number[]) {
  const stories = await storiesOf(db, ids)
  for (const { client_id } of await listReportRows(db, round, [...stories.keys()]))
    stories.set(client_id, client_id)
  return stories
}

async function describeClients(db: Db, round: RoundRecord, ids: number[]) {
  const rows = await listReportRows(db, round, ids)
  const stories = await listStories(db, round, ids)
  const all = [...stories.keys()]
  const byStory = <R extends { client_id: number }>(list: R[]) =>
    Map.groupBy(list, ({ client_id }) => stories.get(client_id))
  const emails = byStory(await listSentEmails(db, round, all))
  const letters = byStory(await listPaperLetters(db, round, all))
  const calls = byStory(await listCalls(db, round.id, all))
  const answers = byStory(await listAnswersIn(db, round, all))
  return rows.map((row) => ({
    ...row,
    emails: emails.get(row.client_id) ?? row.emails ?? [],
    letters: letters.get(row.client_id) ?? [],
    calls: (calls.get(row.client_id) ?? []).reverse(),
    answers: answers.get(row.client_id) ?? [],
  }))
}
