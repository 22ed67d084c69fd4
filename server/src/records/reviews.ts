import { type RawBuilder, sql } from 'kysely'
import { readValue } from '../db/read.ts'
import type { Db, ReviewRow, Tx } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'

/** An answer `a` that changed something and that nobody has reviewed. */
export const IS_OPEN: RawBuilder<boolean> = sql`(a.result = 'updated' and a.old <> '{}'
  and not exists (select from reviews where answer_id = a.id))`

export type Review = Pick<ReviewRow, 'answer_id' | 'outcome' | 'fields' | 'note'>

/** The caller locks the clients first, and settles their `has_changes` afterwards. */
export const addReviews = (tx: Tx, by: { adminEmail: string; at: string }, reviews: Review[]) =>
  sql`
    insert into reviews (answer_id, at, admin_email, outcome, fields, note)
    select answer_id, ${by.at}, ${by.adminEmail}, outcome, fields, note
    from ${jsonRows(reviews, 'answer_id bigint, outcome text, fields text[], note text')}
  `.execute(tx)

export const listSetBack = (db: Db, since: string) =>
  db
    .selectFrom('reviews')
    .select(['answer_id', 'at', 'admin_email', 'fields'])
    .where('outcome', '=', 'set_back')
    .where('at', '>=', since)
    .execute()

/** Answers that the office has set back since then, the newest first, with the fields set back. */
export const listSetBackOf = (tx: Tx, clientIds: number[], since: string) =>
  tx
    .selectFrom('reviews as r')
    .innerJoin('answers as a', 'a.id', 'r.answer_id')
    .select(['a.client_id', 'a.old', 'a.new', 'r.fields'])
    .where('a.client_id', 'in', clientIds)
    .where('r.outcome', '=', 'set_back')
    .where('r.at', '>=', since)
    .orderBy('a.id', 'desc')
    .execute()

export const countToReview = (db: Db) =>
  readValue<number>(db)`
    select count(*) as count from clients where has_changes or disputed_at is not null
  `
