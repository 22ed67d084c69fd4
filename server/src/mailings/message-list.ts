import type { Message, MessageFilter } from '@attest/contract/mailings'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../db/pages.ts'
import { readRows, readValue, readValues } from '../db/read.ts'
import type { Db } from '../db/schema.ts'
import { fitsSearch } from '../db/search.ts'

export type MessageRecord = Message & { message_id: string }

export interface MessageQuery {
  mailingId: number
  search: string
  state: MessageFilter
}

const COLUMNS = sql`
  m.id, m.mailing_id, m.client_id, m.email, m.state, m.attempts, m.settled_at, m.bounced_at, m.error, m.smtp_response,
  m.in_doubt, m.provider, m.template_id, m.template_version,
  coalesce((select l.message_id from messages l where l.id = m.leader_id), m.message_id) as message_id,
  case when m.state = 'queued' and m.attempts > 0 then m.next_attempt_at end as next_attempt_at,
  c.first_name, c.last_name, c.client_number, b.kind, b.created_at, answered.result as answer,
  answered.at as answered_at`

const TABLES = sql`
  messages m join mailings b on b.id = m.mailing_id left join clients c on c.id = m.client_id`

/** Answers `a` by the client of message `m` since its mailing `b` was made, until its round closed. */
export const answersOf = (client: RawBuilder<unknown>) =>
  sql`a.client_id = ${client} and a.at >= b.created_at and m.purpose = 'answer'
    and a.recorded_at <= coalesce((select closed_at from rounds where id = b.round_id), 'infinity')`

const ANSWERED = sql`
  left join lateral (
    select a.result, a.at from answers a where m.state = 'accepted' and ${answersOf(sql`coalesce(m.client_id, m.former_client_id)`)} order by a.id limit 1
  ) answered on true`

const STATES: Record<MessageFilter, RawBuilder<unknown> | undefined> = {
  all: undefined,
  waiting: sql`m.state in ('queued', 'sending')`,
  accepted: sql`m.state = 'accepted'`,
  failed: sql`m.state = 'failed'`,
  canceled: sql`m.state = 'canceled'`,
  in_doubt: sql`m.in_doubt`,
}

const where = ({ mailingId, search, state }: MessageQuery) =>
  sql.join(
    [sql`m.mailing_id = ${mailingId}`, ...(STATES[state] ? [STATES[state]] : []), ...words(search)],
    sql` and `,
  )

/** Every word must occur in the client's search text or in another address that was written to. */
const words = (search: string) =>
  fitsSearch(
    search,
    sql`c.search_text`,
    sql`case when m.email is distinct from c.email then search_fold(m.email) end`,
  )

/** Finds mailings by their recipients. Former addresses are not searched: their index would slow every send. */
export async function listMailingsTo(db: Db, search: string): Promise<number[]> {
  const fits = [sql`true`, ...fitsSearch(search, sql`search_text`)]
  return readValues<number>(db)`
    select distinct mailing_id from messages where client_id in (
      select id from clients where ${sql.join(fits, sql` and `)})
  `
}

const selectMessages = (db: Db, chosen: RawBuilder<unknown>, slice: RawBuilder<unknown>) =>
  readRows<MessageRecord>(db)`
    select ${COLUMNS} from ${TABLES} ${ANSWERED} where ${chosen} order by ${slice}
  `

export async function listMessagePage(db: Db, { page, limit, ...query }: MessageQuery & Page) {
  const slice = sql`m.id limit ${limit} offset ${(page - 1) * limit}`
  const messages = await selectMessages(db, where(query), slice)
  const total = await readValue<number>(db)`select count(*) from ${TABLES} where ${where(query)}`
  return { messages, total }
}

export const listMessagesAfter = (db: Db, query: MessageQuery, id: number, limit: number) =>
  selectMessages(db, sql`${where(query)} and m.id > ${id}`, sql`m.id limit ${limit}`)
