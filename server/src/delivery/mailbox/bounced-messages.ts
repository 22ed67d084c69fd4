import { sql } from 'kysely'
import type { Tx } from '../../db/schema.ts'
import { jsonRows } from '../../db/transact.ts'

const RECOUNT = sql`update mailings set counts = null where id in (select mailing_id from turned)`

/** Accepted messages that came back. `settled_at` stays: the seals go by it (decision 65). */
export const failBounced = (tx: Tx, bounces: { id: number; error: string; at: string }[]) =>
  sql`
    with turned as (
      update messages m set state = 'failed', error = r.error, bounced_at = r.at
      from ${jsonRows(bounces, 'id bigint, error text, at timestamptz')}
      where (m.id = r.id or m.leader_id = r.id) and m.state = 'accepted' returning m.mailing_id
    ) ${RECOUNT}
  `.execute(tx)

export const takeBounceBack = (tx: Tx, id: number) =>
  sql`
    with turned as (
      update messages set state = 'accepted', error = null, bounced_at = null
      where (id = ${id} or leader_id = ${id}) and bounced_at is not null returning mailing_id
    ) ${RECOUNT}
  `.execute(tx)

/** Messages that still wait for a dead address. Canceled ones would give the client its former status back. */
export async function failToBounced(tx: Tx, at: string): Promise<number> {
  const { rows } = await sql`
    with turned as (
      update messages m set state = 'failed', settled_at = ${at},
        error = 'Not sent: an earlier email to this address came back.'
      from clients c where m.state = 'queued' and c.bounced and c.id = m.client_id
        and (m.purpose = 'answer' or lower(m.email) = lower(c.mail_to))
      returning m.mailing_id
    ), recounted as (${RECOUNT})
    select from turned
  `.execute(tx)
  return rows.length
}
