import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/schema.ts'

/** Also cancels queued ones, in the same statement: a send that ends meanwhile finds its message queued or detached. */
export const detachMessages = (tx: Tx, clientIds: number[], at: string) =>
  sql`
    update messages set client_id = null,
      state = case when state = 'queued' then 'canceled' else state end,
      settled_at = case when state = 'queued' then ${at}::timestamptz else settled_at end
    where client_id = any(${clientIds})
  `.execute(tx)

/** Messages in flight are never queued again (see ledger.ts). Locks in the sender's order. */
const cancelUnsent = (tx: Tx, chosen: RawBuilder<unknown>, at: string) =>
  sql`
    update messages set last_try = true,
      state = case when state = 'queued' then 'canceled' else state end,
      settled_at = case when state = 'queued' then ${at}::timestamptz else settled_at end
    where id = any(array(
      select id from messages where ${chosen} and state in ('queued', 'sending') order by id for update))
  `.execute(tx)

/** Receipts stay: a second answer must not hide the first. */
export const cancelUnsentTo = (tx: Tx, clientId: number, at: string) =>
  cancelUnsent(tx, sql`client_id = ${clientId} and purpose <> 'not_me'`, at)

export const cancelUnsentOf = (tx: Tx, mailingId: number, at: string) =>
  cancelUnsent(tx, sql`mailing_id = ${mailingId}`, at)

/** A request takes the place of a reminder to the same client that still waits. */
export const cancelRemindersFor = (tx: Tx, mailingId: number, at: string) =>
  cancelUnsent(
    tx,
    sql`mailing_id in (select id from mailings where kind = 'reminder' and counts is null)
      and client_id in (select client_id from messages where mailing_id = ${mailingId})`,
    at,
  )
