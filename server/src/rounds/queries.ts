import type { RoundPage } from '@attest/contract/rounds'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { readRow, readRows, readValue } from '../db/read.ts'
import type { ReminderRow, RoundRow } from '../db/round-schema.ts'
import type { Database, Db, Tx } from '../db/schema.ts'
import { type RenamedChoice, renamedFilter } from '../records/own-columns.ts'

export type RoundRecord = Selectable<RoundRow>

export const listRoundRecords = (db: Db) =>
  db.selectFrom('rounds').selectAll().orderBy('id', 'desc').execute()

export const findRound = (db: Db, id: number) =>
  db.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirst()

const openRound = (db: Db) =>
  db.selectFrom('rounds').selectAll().where('closed_at', 'is', null).where('planned', '=', false)

export const findOpenRound = (db: Db) => openRound(db).executeTakeFirst()

/** Keeps the round open until the transaction ends. */
export const holdOpenRound = (tx: Tx) => openRound(tx).forShare().executeTakeFirst()

export const findDueRound = (db: Db, at: string) =>
  readRow<RoundRecord | undefined>(db)`
    select * from rounds where planned and held is null and started_at <= ${at} order by started_at, id limit 1
  `

export const holdDueRounds = (tx: Tx, at: string) =>
  sql`
    update rounds set held = 'late' where planned and held is null and started_at <= ${at}
  `.execute(tx)

/** Waits for each transaction that holds the round. */
export const lockRound = (tx: Tx, id: number) =>
  tx.selectFrom('rounds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Undefined while another round is open, unless this one is planned. */
export const insertRound = (db: Db, round: Insertable<RoundRow>) =>
  db
    .insertInto('rounds')
    .values(round)
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateRoundRow = (tx: Tx, id: number, fields: Updateable<RoundRow>) =>
  tx.updateTable('rounds').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const renameInPlans = (tx: Tx, choice: RenamedChoice) =>
  sql`
    update rounds set asks = jsonb_set(asks, '{filter,own}', to_jsonb(renamed.own))
    from (select id, ${renamedFilter(sql`asks #>> '{filter,own}'`, choice)} as own from rounds where planned) renamed
    where renamed.id = rounds.id and renamed.own is not null
  `.execute(tx)

export const removeRound = (tx: Tx, id: number) =>
  tx.deleteFrom('rounds').where('id', '=', id).execute()

/** Next year's plan counts only from its last month on. */
export const countHeldRounds = (db: Db, now: Date) =>
  readValue<number>(db)`
    select count(*) from rounds where held is not null
      and (held <> 'confirm' or started_at < ${now.toISOString()}::timestamptz + interval '30 days')
  `

export const hasSendingImport = (db: Db) =>
  readValue<boolean>(db)`select exists (select from imports where state = 'running' and send)`

export const countWaiting = (db: Db, roundId: number) =>
  readValue<number>(db)`
    select count(*) from messages m join mailings b on b.id = m.mailing_id
    where b.round_id = ${roundId} and m.state in ('queued', 'sending')
  `

export const listRoundMailings = (db: Db, roundId: number) =>
  readRows<RoundPage['mailings'][number]>(db)`
    select id, kind, created_at,
      (select count(*) from messages where mailing_id = mailings.id) as "totalUsers"
    from mailings where round_id = ${roundId} and kind in ('import', 'bulk', 'retry', 'reminder')
    order by id
  `

/** Changes with each event that a round shows, such as a call, a change or an ended reminder. */
export const roundsCursor = (db: Db) =>
  readValue<string>(db)`
    select concat_ws(' ', (select max(id) from calls), (select max(id) from link_opens),
        (select changed_at from mailbox), (select max(id) from mail_events), (select count(*) from reminders),
      (select max(mailed_at) from letter_batches), (select count(returned_at) from letters),
      (select md5(string_agg(r::text, ' ' order by id)) from rounds r)) as cursor
  `

export const listReminderRows = (db: Db, roundId: number): Promise<Selectable<ReminderRow>[]> =>
  db.selectFrom('reminders').selectAll().where('round_id', '=', roundId).orderBy('due_at').execute()

export const insertCall = (tx: Tx, call: Insertable<Database['calls']>) =>
  tx.insertInto('calls').values(call).returningAll().executeTakeFirstOrThrow()

/** Each client's newest reply since the round's start, or to an email since: mail servers' clocks differ. */
export const listReplies = (db: Db, { started_at }: RoundRecord, clientIds: number[]) =>
  readRows<{ client_id: number; at: string; text: string; from: string | null }>(db)`
    select distinct on (1) coalesce(m.client_id, m.former_client_id) as client_id, e.at, coalesce(e.reason, '') as text,
      nullif(e.email, lower(m.email)) as "from"
    from messages m join mail_events e on e.message_id = coalesce(m.leader_id, m.id)
    join mailings g on g.id = m.mailing_id
    where (m.client_id = any(${clientIds}) or m.former_client_id = any(${clientIds}))
      and e.kind = 'reply' and greatest(e.at, g.created_at) >= ${started_at}
    order by 1, e.id desc
  `

export const listCalls = (db: Db, roundId: number, clientIds: number[]) =>
  readRows<Selectable<Database['calls']>>(db)`
    select * from calls where round_id = ${roundId} and client_id = any(${clientIds}) order by id desc
  `
