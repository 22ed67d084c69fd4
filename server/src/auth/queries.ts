import { type Insertable, sql } from 'kysely'
import type { Db, SessionRow, SigningKeyRow } from '../db/schema.ts'

export const findAdminByEmail = (db: Db, email: string) =>
  db
    .selectFrom('admins')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()

export async function countAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('admins')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Does nothing if the address is taken: two processes may start at once. */
export const addAdmin = (db: Db, email: string, passwordHash: string) =>
  db
    .insertInto('admins')
    .values({ email: email.toLowerCase(), password_hash: passwordHash })
    .onConflict((c) => c.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()

export const addSession = (db: Db, session: Insertable<SessionRow>) =>
  db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()

/** The session with its admin's present address. */
export const findSession = (db: Db, id: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .select(['admins.id', 'admins.email', 'sessions.last_used_at', 'sessions.expires_at'])
    .where('sessions.id', '=', id)
    .executeTakeFirst()

export const touchSession = (db: Db, id: string, now: string) =>
  db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', id).execute()

export const deleteSession = (db: Db, id: string) =>
  db.deleteFrom('sessions').where('id', '=', id).execute()

export const listSigningKeys = (db: Db) =>
  db.selectFrom('signing_keys').selectAll().orderBy('created_at').orderBy('kid').execute()

/** Adds the key only where there is none yet; two processes may start at once. */
export const addFirstSigningKey = (db: Db, key: Insertable<SigningKeyRow>) =>
  db.transaction().execute(async (tx) => {
    await sql`lock table signing_keys in exclusive mode`.execute(tx)
    if ((await listSigningKeys(tx)).length > 0) return
    await tx.insertInto('signing_keys').values(key).execute()
  })

/**
 * Counts one try before it is judged, so that tries made at once cannot slip past the count.
 * Gives the new count, or the end of the pause that is running (and then counts nothing).
 */
export async function countTry(db: Db, key: string, now: string, forgetBefore: string) {
  const row = await db
    .insertInto('throttle')
    .values({ key, fails: 1, last_fail_at: now })
    .onConflict((c) =>
      c
        .column('key')
        .doUpdateSet({
          fails: sql`case when throttle.last_fail_at < ${forgetBefore} then 1 else throttle.fails + 1 end`,
          last_fail_at: now,
          locked_until: null,
        })
        .where((e) =>
          e.or([e('throttle.locked_until', 'is', null), e('throttle.locked_until', '<=', now)]),
        ),
    )
    .returning('fails')
    .executeTakeFirst()
  if (row) return { fails: row.fails }
  const held = await db
    .selectFrom('throttle')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return { lockedUntil: held?.locked_until ?? now }
}

export const setPause = (db: Db, key: string, until: string) =>
  db.updateTable('throttle').set({ locked_until: until }).where('key', '=', key).execute()

export const forgetTries = (db: Db, key: string) =>
  db.deleteFrom('throttle').where('key', '=', key).execute()
