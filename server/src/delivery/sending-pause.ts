import { sql } from 'kysely'
import type { Db, Tx } from '../db/schema.ts'
import { said } from './failures.ts'

export const RESTORED =
  'This is a restored copy: it sends nothing until an administrator presses Resume on the dashboard.'

export async function isRestoredCopy(db: Db): Promise<boolean> {
  const copy = await db.selectFrom('restored_copy').select('singleton').executeTakeFirst()
  return copy !== undefined
}

/** While this is true, no message is claimed. */
export const IS_PAUSED = sql<boolean>`(exists (select from restored_copy)
  or exists (select from sending_pause where reason is not null))`

/** Why nothing is sent until an administrator presses Resume, in words; null while mail is sent. */
export async function findPause(db: Db): Promise<string | null> {
  if (await isRestoredCopy(db)) return RESTORED
  const pause = await db.selectFrom('sending_pause').select('reason').executeTakeFirst()
  return pause?.reason ?? null
}

const LATEST = 10
const RETURNED = 8

/**
 * A blocked account may accept mails and return each of them. Pauses if most of the latest emails of a running mailing
 * came back, to several domains: one company's server may refuse all its people.
 */
export async function pauseIfReturned(tx: Tx, bouncedIds: number[], reason: string | null) {
  const words = `Sending is paused, because most of the latest emails came back.${said({ response: reason }, 'A mail server')} Check the addresses or ask whoever provides your email account, then press Resume on the dashboard.`
  await sql`
    with sent as materialized (
      select m.id, m.email, m.settled_at, m.bounced_at from messages m
      where m.mailing_id = any(array(select mailing_id from messages where id = any(${bouncedIds})))
        and m.leader_id is null and (m.state = 'accepted' or m.bounced_at is not null)
        and m.settled_at > coalesce((select resumed_at from sending_pause), '-infinity')
        and exists (select from messages w where w.mailing_id = m.mailing_id and w.state in ('queued', 'sending'))
    ), latest as (
      select email, bounced_at from sent
      where settled_at <= (select max(settled_at) from sent where bounced_at is not null)
      order by settled_at desc, id desc limit ${LATEST}
    )
    insert into sending_pause (reason, resumed_at)
    select ${words}, (select resumed_at from sending_pause) from latest where bounced_at is not null
    having count(*) >= ${RETURNED} and count(distinct lower(split_part(email, '@', 2))) > 1
    on conflict (singleton) do update set reason = excluded.reason
      where sending_pause.resumed_at is not distinct from excluded.resumed_at
  `.execute(tx)
}

/** Returns whether it was paused. Only mails sent since then can pause it again. */
export async function endPause(db: Db, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sending_pause')
    .set({ reason: null, resumed_at: at })
    .where('reason', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
