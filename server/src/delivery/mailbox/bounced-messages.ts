import { sql } from 'kysely'
import { readRows } from '../../db/read.ts'
import type { Tx } from '../../db/schema.ts'
import { jsonRows } from '../../db/transact.ts'

const RECOUNT = sql`update mailings set counts = null where id in (select mailing_id from turned)`

/** Fails accepted messages that came back. `settled_at` stays, because seals depend on it (decision 65). */
export const failBounced = (tx: Tx, bounces: { id: number; error: string; at: string }[]) =>
  sql`
    with turned as (
      update messages m set state = 'failed', error = r.error, bounced_at = r.at
      from ${jsonRows(bounces, 'id bigint, error text, at timestamptz')}
      where m.id = r.id and m.state = 'accepted' returning m.mailing_id
    ) ${RECOUNT}
  `.execute(tx)

export const takeBounceBack = (tx: Tx, ids: number[]) =>
  sql`
    with turned as (
      update messages set state = 'accepted', error = null, bounced_at = null
      where id = any(${ids}) and bounced_at is not null returning mailing_id
    ) ${RECOUNT}
  `.execute(tx)

/** Lists all messages of these emails: a household's email has its leader's Message-ID (decision 67). */
export const listOfLetters = (tx: Tx, leaders: number[]) =>
  readRows<{ id: number; leader: number; client_id: number | null }>(tx)`
    select m.id, l.id as leader, coalesce(m.client_id, m.former_client_id) as client_id from messages l
    cross join lateral (
      select l.id, l.client_id, l.former_client_id union all
      select o.id, o.client_id, o.former_client_id from messages o
      where o.mailing_id = l.mailing_id and o.household = l.household and o.leader_id = l.id) m
    where l.id = any(${leaders})
  `

/** Fails messages waiting for a bounced or reported address. Canceling would restore the client's former status. */
export async function failHeld(tx: Tx, at: string): Promise<number> {
  const { rows } = await sql`
    with turned as (
      update messages m set state = 'failed', settled_at = ${at},
        error = case when c.bounced then 'Not sent: an earlier email to this address came back.'
          else 'Not sent: somebody reported this client or address.' end
      from clients c where m.state = 'queued' and (c.bounced or c.reported_as is not null) and c.id = m.client_id
        and (m.purpose = 'answer' or lower(m.email) = lower(c.mail_to))
      returning m.mailing_id
    ), recounted as (${RECOUNT})
    select from turned
  `.execute(tx)
  return rows.length
}
