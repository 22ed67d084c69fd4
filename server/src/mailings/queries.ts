import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely'
import type { Database, Db, MailingRow, Tx } from '../db/schema.ts'

export const insertMailing = (tx: Tx, mailing: Insertable<MailingRow>) =>
  tx.insertInto('mailings').values(mailing).returning('id').executeTakeFirstOrThrow()

/** One queued message for each selected client. The Message-ID is fixed here, once and for all. */
export async function insertMessages(
  tx: Tx,
  mailingId: number,
  isRecipient: (e: ExpressionBuilder<Database, 'clients'>) => Expression<SqlBool>,
  { at, mailDomain }: { at: string; mailDomain: string },
): Promise<number> {
  const inserted = await tx
    .insertInto('messages')
    .columns(['mailing_id', 'client_id', 'email', 'next_attempt_at', 'message_id', 'template_id'])
    .expression((e) =>
      e
        .selectFrom('clients')
        .select([
          sql<number>`${mailingId}::bigint`.as('mailing_id'),
          'clients.id',
          'clients.email',
          sql<string>`${at}::timestamptz`.as('next_attempt_at'),
          sql<string>`'<' || gen_random_uuid() || '@' || ${mailDomain} || '>'`.as('message_id'),
          'clients.group_template',
        ])
        .where(isRecipient)
        .orderBy('clients.id'),
    )
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0)
}

export const setReopened = (tx: Tx, mailingId: number, reopened: number) =>
  tx.updateTable('mailings').set({ reopened }).where('id', '=', mailingId).execute()

export const refreshStatistics = (tx: Tx) => sql`analyze messages, clients`.execute(tx)

/**
 * Parts messages from clients that go: what waits will not be sent. One on its way ends as its try
 * does and is never queued again (see ledger.ts). One statement, so that a try that ends meanwhile
 * finds its message either waiting or parted.
 */
export const cancelMessages = (tx: Tx, clientIds: number[], at: string) =>
  sql`
    update messages set client_id = null,
      state = case when state = 'queued' then 'canceled' else state end,
      settled_at = case when state = 'queued' then ${at}::timestamptz else settled_at end
    where client_id = any(${clientIds})
  `.execute(tx)

export const findMailing = (db: Db, id: number) =>
  db.selectFrom('mailings').selectAll().where('id', '=', id).executeTakeFirst()

export interface MessageCounts {
  total: number
  accepted: number
  failed: number
  canceled: number
  /** Queued or being sent. */
  waiting: number
  /** Of the waiting, those that were never tried. */
  untried: number
}

export async function countMessages(db: Db, mailingId: number): Promise<MessageCounts> {
  const { rows } = await sql<MessageCounts>`
    select count(*) as total,
      count(*) filter (where state = 'accepted') as accepted,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'canceled') as canceled,
      count(*) filter (where state in ('queued', 'sending')) as waiting,
      count(*) filter (where state in ('queued', 'sending') and attempts = 0) as untried
    from messages where mailing_id = ${mailingId}
  `.execute(db)
  return rows[0]!
}

/** Cheaper than counting, to look at often. */
export async function hasUntried(db: Db, mailingId: number): Promise<boolean> {
  const one = await db
    .selectFrom('messages')
    .select('id')
    .where('mailing_id', '=', mailingId)
    .where('state', 'in', ['queued', 'sending'])
    .where('attempts', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** The failed ones of a mailing with their reasons, in the order they were made. */
export async function listFailures(db: Db, mailingId: number, limit: number) {
  const rows = await db
    .selectFrom('messages')
    .select(['email', 'error'])
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'failed')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ email, error }) => ({ email, error: error ?? '' }))
}

export const findMessage = (db: Db, mailingId: number) =>
  db.selectFrom('messages').selectAll().where('mailing_id', '=', mailingId).executeTakeFirst()

/** When mail last went out to more than one client, or to the first. */
export async function lastMailingAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('mailings')
    .select('created_at')
    .where('kind', 'in', ['import', 'bulk'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}
