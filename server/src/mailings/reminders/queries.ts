import { type Insertable, sql } from 'kysely'
import type { ReminderRow } from '../../db/round-schema.ts'
import type { Db, Tx } from '../../db/schema.ts'

export const insertReminders = (tx: Tx, rows: Insertable<ReminderRow>[]) =>
  tx.insertInto('reminders').values(rows).execute()

/** When the round's last reminder left, or will leave. */
export async function findLastReminder(db: Db, roundId: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(coalesce(m.settled_at, m.next_attempt_at)) as at
    from mailings b join messages m on m.mailing_id = b.id
    where b.round_id = ${roundId} and b.kind = 'reminder' and m.state <> 'canceled'
  `.execute(db)
  return rows[0]!.at
}
