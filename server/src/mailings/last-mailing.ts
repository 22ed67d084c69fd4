import { sql } from 'kysely'
import type { Db, MailingRow } from '../db/schema.ts'
import { MASS_KINDS } from './queries.ts'

/**
 * Whether any message was not canceled: then the smallest or largest state differs, and index messages_state
 * gives both. With `exists` the planner reads the whole ledger: 50 ms at 100,000 messages, every second.
 */
const HAS_UNCANCELED = sql<boolean>`
  ((select min(state) from messages where mailing_id = mailings.id) <> 'canceled'
  or (select max(state) from messages where mailing_id = mailings.id) <> 'canceled')`

/** When many clients were last emailed. A mailing without recipients, or canceled before its first email, does not count. */
export const lastMailingAt = (db: Db) => lastOf(db, MASS_KINDS)

/** The same without reminders and retries: clients still answer the request before them. */
export const lastRequestAt = (db: Db) => lastOf(db, ['import', 'bulk'])

async function lastOf(db: Db, kinds: MailingRow['kind'][]): Promise<string | null> {
  const row = await db
    .selectFrom('mailings')
    .select('created_at')
    .where('kind', 'in', kinds)
    .where(HAS_UNCANCELED)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}
