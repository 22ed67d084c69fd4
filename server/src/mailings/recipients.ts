import type { StatusFilter } from '@attest/contract/clients'
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { countRows } from '../db/pages.ts'
import { readRows } from '../db/read.ts'
import type { ClientRow, Database, Db, Tx } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'
import { isSent } from '../records/clients.ts'

export interface Chosen {
  ids?: number[] | undefined
  status?: StatusFilter | undefined
  notEmailedSince?: string | undefined
}

/**
 * Clients by id, by status, of an import, or that a mailing failed to reach, who may be asked and have an email.
 * An import's selection leaves out clients emailed since its end, or since a day before its end if it sent nothing.
 * A retry leaves out clients who have answered or were reached later.
 */
export type RecipientSelection = Chosen | { importId: string } | { failedIn: number }

const MAY_BE_ASKED = sql<boolean>`
  clients.excused_reason is null and clients.disputed_at is null and clients.reported_as is null and clients.mail_to <> ''
  and not clients.bounced`

export const isRecipient =
  (selection: RecipientSelection) =>
  (e: ExpressionBuilder<Database, 'clients'>): Expression<SqlBool> => {
    if ('importId' in selection) {
      const { importId } = selection
      const lately = sql`(select finished_at - interval '1 day' * (not send)::int from imports where id = ${importId})`
      return sql`${MAY_BE_ASKED} and ${isNotEmailedSince(lately)}
        and clients.id in (select client_id from import_clients where import_id = ${importId})`
    }
    if ('failedIn' in selection) {
      return sql`clients.status = 'pending' and ${MAY_BE_ASKED} and clients.id in (
        select f.client_id from messages f
        where f.mailing_id = ${selection.failedIn} and f.state = 'failed' and f.purpose = 'answer' and not exists (
          select from messages later where later.client_id = f.client_id and later.id > f.id
            and later.state in ('queued', 'sending', 'accepted')))`
    }
    const { ids, status = 'all', notEmailedSince } = selection
    return e.and([
      MAY_BE_ASKED,
      ...(ids ? [sql<boolean>`clients.id = any(${ids})`] : []),
      ...(status === 'all' ? [] : [e('clients.status', '=', status)]),
      ...(notEmailedSince ? [isNotEmailedSince(notEmailedSince)] : []),
    ])
  }

const isNotEmailedSince = (time: string | Expression<unknown>) => sql<boolean>`
  not exists (select from messages m where m.client_id = clients.id and ${isSent('m')} and m.settled_at > ${time})`

/**
 * Adds the selection's clients who may not be emailed to the round: a call can reach them. Those that no email reaches
 * are pending again, unless they answered in this round. Returns these with the status they had.
 */
export async function addHeld(
  tx: Tx,
  mailingId: number,
  { id: roundId, started_at }: { id: number; started_at: string },
  selection: RecipientSelection,
) {
  if ('failedIn' in selection) return []
  const chosen =
    'importId' in selection
      ? sql`clients.id in (select client_id from import_clients where import_id = ${selection.importId})`
      : sql`${selection.status ?? 'all'} in ('all', status) and ${selection.ids ? sql`clients.id = any(${selection.ids})` : sql`true`}`
  const reopened = await reopenWithoutEmail(
    tx,
    sql`${chosen} and not exists (select from answers a where a.client_id = clients.id and a.at >= ${started_at})
      and clients.id not in (select root_id from merged_stories join answers using (client_id) where at >= ${started_at})`,
  )
  const before = reopened.map(({ id, status }) => ({ held_id: id, status_before: status }))
  await sql`
    insert into round_members (round_id, client_id, mailing_id, status_before)
    select ${roundId}, id, ${mailingId}, status_before
    from clients left join ${jsonRows(before, 'held_id bigint, status_before text')} on held_id = id
    where held_id is not null or status = 'pending' and not (${MAY_BE_ASKED}) and ${chosen}
    on conflict (round_id, client_id) do update set mailing_id = excluded.mailing_id, status_before = excluded.status_before
    where excluded.status_before is not null
  `.execute(tx)
  return reopened
}

/** Restores the status of clients that only the canceled mailing had asked without an email. They leave its round. */
export const restoreHeld = (tx: Tx, mailingId: number) =>
  readRows<{ id: number; status: Answered }>(tx)`
    with undone as (
      select id, status_before from round_members m join clients on id = client_id
      where mailing_id = ${mailingId} and status_before is not null and status = 'pending' and not exists (
        select from messages later where later.client_id = id and later.mailing_id > ${mailingId} and later.state <> 'canceled')
      order by id for update of clients
    ), gone as (
      delete from round_members where mailing_id = ${mailingId} and client_id in (select id from undone)
    )
    update clients set status = status_before from undone where clients.id = undone.id
    returning clients.id, clients.status
  `

export const countRecipients = (db: Db, selection: RecipientSelection) =>
  countRows(db.selectFrom('clients').where(isRecipient(selection)))

/**
 * Resets answered recipients of the mailing to pending and keeps their status in the message. Selects by message,
 * not by status: an answer given since the messages were made is kept.
 * @returns the clients with the status they had
 */
export const reopenRecipients = (tx: Tx, mailingId: number) =>
  readRows<{ id: number; status: Answered }>(tx)`
    with before as (
      select clients.id, clients.status from clients
      where status <> 'pending' and id in (select client_id from messages where mailing_id = ${mailingId})
      for update
    ), kept as (
      update messages set status_before = before.status from before
      where mailing_id = ${mailingId} and client_id = before.id
    )
    update clients set status = 'pending' from before where clients.id = before.id
    returning before.id, before.status
  `

/** Answered clients that no email reaches, with the status they had. A call or a letter on paper asks them. */
export async function reopenWithoutEmail(tx: Tx, chosen: Expression<unknown>) {
  const which = sql`${chosen} and status <> 'pending' and excused_reason is null and disputed_at is null
    and (reported_as = 'wrong_person' or reported_as is null and (mail_to = '' or bounced))`
  // The next statement sees the answers that this lock has waited for.
  await sql`select from clients where ${which} order by id for update`.execute(tx)
  return readRows<{ id: number; status: Answered }>(tx)`
    with before as (select id, status from clients where ${which})
    update clients set status = 'pending' from before where clients.id = before.id
    returning before.id, before.status
  `
}

type Answered = Exclude<Selectable<ClientRow>['status'], 'pending'>

/**
 * Restores the status of these messages' clients, once, if the message that had reset it was canceled before its first
 * try. Skips clients that a later message asked or reset to pending again.
 * @returns the clients with the restored status
 */
export const restoreAnswered = (tx: Tx, messagesOf: 'client_id' | 'mailing_id', ...ids: number[]) =>
  readRows<{ id: number; mailing_id: number; status: Answered }>(tx)`
    with undone as (
      select clients.id, m.id as message_id, m.mailing_id, m.status_before as status
      from messages m join clients on clients.id = m.client_id
      where m.client_id in (select client_id from messages where ${sql.ref(messagesOf)} = any(${ids})) and m.status_before is not null
        and m.state = 'canceled' and m.attempts = 0 and not m.in_doubt and clients.status = 'pending'
        and not exists (
          select from messages later where later.client_id = clients.id and later.id > m.id
            and (later.state <> 'canceled' or later.status_before is not null))
      order by clients.id for update of clients
    ), used as (
      update messages set status_before = null from undone where messages.id = undone.message_id
    )
    update clients set status = undone.status from undone where clients.id = undone.id returning clients.id, undone.mailing_id, undone.status
  `
