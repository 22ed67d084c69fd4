import type { Selectable } from 'kysely'
import type { AnswerRow, Database, Db } from '../db/schema.ts'
import { listCalls, type RoundRecord } from './queries.ts'
import { listAnswersIn, listSentEmails, type SentEmail } from './report-queries.ts'
import { listClientIds, listReportRows, type ReportRow } from './round-rows.ts'

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
