import { sql } from 'kysely'
import type { ClientRow, Db, TemplateColumns, Tx } from '../db/schema.ts'
import { jsonRows } from '../db/transact.ts'

/** A message taken up for sending, with all that its letter needs. */
export type ClaimedMessage = TemplateColumns &
  Pick<ClientRow, 'first_name' | 'last_name' | 'address' | 'city' | 'state' | 'zip_code'> & {
    id: number
    client_id: number
    email: string
    message_id: string
    attempts: number
  }

/** How one try ended. */
export interface Outcome {
  id: number
  state: 'accepted' | 'failed' | 'queued'
  error: string | null
  smtp_response: string | null
  /** For 'queued': when it may be tried again. */
  next_attempt_at: string | null
  /** Whether this try counts: it does not while the server as a whole is unreachable. */
  counted: boolean
}

/** Only what this process has under way ('sending') may be settled by it. */
export async function recordOutcomes(tx: Tx, outcomes: Outcome[], provider: string, at: string) {
  if (outcomes.length === 0) return
  await sql`
    update messages m set
      state = r.state, error = r.error, smtp_response = r.smtp_response, provider = ${provider},
      next_attempt_at = coalesce(r.next_attempt_at, m.next_attempt_at),
      attempts = m.attempts + r.counted::int, lease_until = null,
      settled_at = case when r.state = 'queued' then null else ${at}::timestamptz end
    from ${jsonRows(
      outcomes,
      'id bigint, state text, error text, smtp_response text, next_attempt_at timestamptz, counted boolean',
    )}
    where m.id = r.id and m.state = 'sending'
  `.execute(tx)
}

/**
 * Takes up to `limit` due messages under a lease, at the client's present address and with the
 * template's present version.
 */
export async function claimMessages(tx: Tx, limit: number, at: string, leaseUntil: string) {
  if (limit === 0) return []
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select id from messages where state = 'queued' and next_attempt_at <= ${at}
      order by next_attempt_at, id limit ${limit} for update skip locked
    )
    update messages m set state = 'sending', lease_until = ${leaseUntil}, email = c.email, template_version = t.version
    from due, clients c, templates t
    where m.id = due.id and c.id = m.client_id and t.id = m.template_id
    returning m.id, m.client_id, m.email, m.message_id, m.attempts,
      c.first_name, c.last_name, c.address, c.city, c.state, c.zip_code,
      t.subject, t."textContent", t.greeting, t."mainMessage", t."addressLabel", t."buttonText", t."footerMessage", t.signature, t.name
  `.execute(tx)
  return rows
}

export const extendLeases = (db: Db, ids: number[], leaseUntil: string) =>
  db
    .updateTable('messages')
    .set({ lease_until: leaseUntil })
    .where(sql<boolean>`id = any(${ids})`)
    .where('state', '=', 'sending')
    .execute()

/**
 * Whose sender died is queued again and marked: whether its last try arrived is not known.
 * @param all every lease, run out or not: for a start as the only process
 */
export async function freeLeases(db: Db, now: string, all: boolean): Promise<number> {
  const freed = await db
    .updateTable('messages')
    .set({ state: 'queued', in_doubt: true, lease_until: null })
    .where('state', '=', 'sending')
    .$if(!all, (q) => q.where('lease_until', '<', now))
    .executeTakeFirst()
  return Number(freed.numUpdatedRows)
}

/** When the next queued message is due; undefined when none is. */
export async function nextDue(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('next_attempt_at')
    .where('state', '=', 'queued')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at
}
