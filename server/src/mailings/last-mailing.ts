import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { MANY } from './queries.ts'

/**
 * Some message of it was not canceled: its first state or its last, by the alphabet, is another one. Both stand at an
 * end of the index messages_state. For `exists` the planner reads the whole ledger: 50 ms of 100,000 messages, each second.
 */
const WROTE = sql<boolean>`
  ((select min(state) from messages where mailing_id = mailings.id) <> 'canceled'
  or (select max(state) from messages where mailing_id = mailings.id) <> 'canceled')`

/** When mail last went out to many clients. A mailing that had nobody to go to, or was canceled before its first, is none. */
export async function lastMailingAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('mailings')
    .select('created_at')
    .where('kind', 'in', MANY)
    .where(WROTE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}
