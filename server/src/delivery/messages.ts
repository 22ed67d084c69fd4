import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import { countRows } from '../db/pages.ts'
import { readRows } from '../db/read.ts'
import type { ClientRow, Database, Db, Tx } from '../db/schema.ts'
import type { Link } from '../records/links.ts'
import { IS_SHAREABLE, isUnsealed, lockClientsOf } from './ledger.ts'

/** Queues one message for each selected client, with its household. Message-IDs never change. */
export async function insertMessages(
  tx: Tx,
  mailingId: number,
  isRecipient: (e: ExpressionBuilder<Database, 'clients'>) => Expression<SqlBool>,
  { at, mailDomain, letter }: { at: string; mailDomain: string; letter: RawBuilder<string> },
): Promise<number> {
  const inserted = await tx
    .insertInto('messages')
    .columns([
      ...(['mailing_id', 'client_id', 'email', 'next_attempt_at', 'message_id'] as const),
      ...(['template_id', 'household'] as const),
    ])
    .expression((e) =>
      e
        .selectFrom(
          e
            .selectFrom('clients')
            .select(['clients.id', 'mail_to', 'language', letter.as('letter')])
            .where(isRecipient)
            .as('chosen'),
        )
        .select([
          sql<number>`${mailingId}::bigint`.as('mailing_id'),
          'id',
          'mail_to',
          sql<string>`${at}::timestamptz`.as('next_attempt_at'),
          newMessageId(mailDomain).as('message_id'),
          'letter',
          sql<number | null>`case when count(*) over ${SAME} > 1 and letter = any(array(
            select id from templates t where ${IS_SHAREABLE})) then min(id) over ${SAME} end`.as(
            'household',
          ),
        ])
        .orderBy('id'),
    )
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0)
}

const SAME = sql`(partition by lower(mail_to), letter, language)`

const newMessageId = (mailDomain: string) =>
  sql<string>`'<' || gen_random_uuid() || '@' || ${mailDomain} || '>'`

type Notice = Omit<Insertable<Database['messages']>, 'message_id' | 'template_id'>

/** A message about an answer, composed without a template. Its address does not follow the client's. */
export const insertNotice = (tx: Tx, mailDomain: string, notice: Notice) =>
  tx
    .insertInto('messages')
    .values({ ...notice, message_id: newMessageId(mailDomain), template_id: '' })
    .execute()

/** Removes messages whose client changed status before the foreign key locked the client. @returns how many */
export async function dropChanged(
  tx: Tx,
  mailingId: number,
  status: Selectable<ClientRow>['status'],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from messages m using clients c
    where m.mailing_id = ${mailingId} and c.id = m.client_id and c.status <> ${status}
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Also cancels, in one statement, so no send that ends meanwhile requeues a message. `last_try` outlasts a restore. */
export const detachMessages = (tx: Tx, clientIds: number[], at: string) =>
  sql`
    update messages set client_id = null, former_client_id = client_id,
      last_try = last_try or state = 'sending',
      state = case when state = 'queued' then 'canceled' else state end,
      settled_at = case when state = 'queued' then ${at}::timestamptz else settled_at end
    where client_id = any(${clientIds})
  `.execute(tx)

export const attachMessages = (tx: Tx, clientIds: number[]) =>
  tx
    .updateTable('messages')
    .set((e) => ({ client_id: e.ref('former_client_id'), former_client_id: null }))
    .where(sql<boolean>`former_client_id = any(${clientIds})`)
    .execute()

/** Moves receipts of the answers of client `of`. Receipts sent before a merge are evidence and keep their client. */
export const moveReceipts = (tx: Tx, { of, from, to }: Record<'of' | 'from' | 'to', number>) =>
  sql`
    update messages set client_id = ${to} where client_id = ${from} and purpose = 'not_me'
      and (${from} <> ${of} or state in ('queued', 'sending'))
      and answer_id in (select id from answers where client_id = any(select client_id from merged_stories where root_id = ${of} union select ${of}))
  `.execute(tx)

/** Whether a mailing since that time has asked the client for an answer. */
export const isAskedSince = async (db: Db, clientId: number, since: string) =>
  (await countRows(
    db
      .selectFrom('messages')
      .innerJoin('mailings', 'mailings.id', 'mailing_id')
      .where('client_id', '=', clientId)
      .where('purpose', '=', 'answer')
      .where('state', '<>', 'canceled')
      .where('mailings.created_at', '>=', since),
  )) > 0

/** Lists the letter's other clients who still have to answer at this address. Skips clients locked by another act. */
export const listOthersOfLetter = (
  tx: Tx,
  { client_id, mailing_id, email }: Pick<Link, 'client_id' | 'mailing_id' | 'email'>,
) =>
  readRows<Pick<Selectable<ClientRow>, 'id' | 'first_name'>>(tx)`
    select c.id, c.first_name from messages own
    join messages o on o.mailing_id = own.mailing_id and o.household = own.household
      and coalesce(o.leader_id, o.id) = coalesce(own.leader_id, own.id) and o.state = 'accepted'
    join clients c on c.id = o.client_id
    where own.mailing_id = ${mailing_id} and own.client_id = ${client_id} and c.id <> ${client_id}
      and c.status = 'pending' and lower(c.mail_to) = lower(${email})
      and c.excused_reason is null and c.disputed_at is null and c.reported_as is null
    order by o.id for key share of c skip locked
  `

/** Messages in flight are not canceled, but never queued again (`last_try`). Locks in the sender's order. */
const cancelUnsent = (tx: Tx, chosen: RawBuilder<unknown>, at: string) =>
  sql`
    update messages set last_try = true,
      state = case when state = 'queued' then 'canceled' else state end,
      settled_at = case when state = 'queued' then ${at}::timestamptz else settled_at end
    where id = any(array(
      select id from messages where ${chosen} and state in ('queued', 'sending') order by id for update))
  `.execute(tx)

/** After an answer, or one that became void, no canceled message may restore an earlier status. */
export const forgetStatus = (tx: Tx, clientId: number) =>
  tx
    .updateTable('messages')
    .set({ status_before: null })
    .where('client_id', '=', clientId)
    .where('status_before', 'is not', null)
    .execute()

/** Keeps receipts: a second answer must not hide the first. */
export const cancelUnsentTo = (tx: Tx, clientId: number, at: string) =>
  cancelUnsent(tx, sql`client_id = ${clientId} and purpose <> 'not_me'`, at)

/** Includes receipts. @param email null for any address; a letter's address is the client's present one */
export const cancelUnsentAt = (
  tx: Tx,
  { id, mail_to }: { id: number; mail_to: string },
  email: string | null,
  at: string,
) =>
  cancelUnsent(
    tx,
    sql`client_id = ${id} and (${email}::text is null
      or lower(case when purpose = 'answer' then ${mail_to} else email end) = lower(${email}))`,
    at,
  )

export const cancelUnsentOf = (tx: Tx, mailingId: number, at: string) =>
  cancelUnsent(tx, sql`mailing_id = ${mailingId}`, at)

/** A request replaces the client's waiting reminder or same letter, unless that one is sent first. */
export const cancelReplaced = (tx: Tx, mailingId: number, at: string) =>
  cancelUnsent(
    tx,
    sql`mailing_id <> ${mailingId} and purpose = 'answer' and exists (
      select from mailings g join messages n on n.client_id = messages.client_id
      where g.id = messages.mailing_id and g.counts is null and n.mailing_id = ${mailingId}
        and (g.kind = 'reminder' or n.template_id = messages.template_id)
        and (messages.next_attempt_at > 'epoch' or n.next_attempt_at = 'epoch'))`,
    at,
  )

/** Queues the newest letters again that an untried one of a canceled mailing had replaced. Returns their mailings. */
export async function returnReplaced(tx: Tx, mailingId: number, at: string): Promise<number[]> {
  await lockClientsOf(tx, sql`mailing_id = ${mailingId} and state = 'canceled'`)
  const { rows } = await sql<{ mailing_id: number }>`
    with chosen as materialized (
      select n.client_id, n.id, g.created_at
      from mailings g join messages n on n.mailing_id = g.id join clients c on c.id = n.client_id
      where g.id = ${mailingId} and n.state = 'canceled' and n.attempts = 0 and not n.in_doubt and c.status = 'pending'
        and c.excused_reason is null and c.disputed_at is null and c.reported_as is null
        and not exists (select from messages x where x.client_id = n.client_id and x.id > n.id and x.state <> 'canceled')
    )
    update messages m set state = 'queued', last_try = false, settled_at = null from chosen
    where m.id = (select max(o.id) from messages o
        where o.client_id = chosen.client_id and o.id < chosen.id and o.state = 'canceled'
          and o.purpose = 'answer' and o.settled_at = chosen.created_at)
      and ${isUnsealed(at)}
      and not exists (select from mailings where id = m.mailing_id and canceled_at is not null)
    returning m.mailing_id
  `.execute(tx)
  return [...new Set(rows.map(({ mailing_id }) => mailing_id))]
}
