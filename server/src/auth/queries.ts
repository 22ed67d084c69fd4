import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, SessionRow, SigningKeyRow } from '../db/schema.ts'

export const findAdminByEmail = (db: Db, email: string) =>
  db.selectFrom('admins').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst()

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

export interface Allowance {
  /** Tries without a pause. */
  free: number
  /** The first pause, which doubles with each further try, and the longest; seconds. */
  firstPause: number
  longestPause: number
  /** A count whose last try lies further back is forgotten; seconds. */
  memory: number
}

/**
 * Counts one try before it is judged and sets the pause that follows it, in one statement: tries
 * made at once cannot slip past the count. Gives the end of a pause that is running; then nothing
 * is counted.
 */
export async function countTry(db: Db, key: string, now: string, allowance: Allowance) {
  const { free, firstPause, longestPause, memory } = allowance
  const pauseAfter = (fails: RawBuilder<number>) => sql<string | null>`
    case when ${fails} >= ${free}::int
      then ${now}::timestamptz + least(${longestPause}::float8, ${firstPause}::float8 * 2 ^ least(${fails} - ${free}::int, 20)) * interval '1 second'
    end`
  const fails = sql<number>`(case
    when throttle.last_fail_at < ${now}::timestamptz - ${memory}::float8 * interval '1 second' then 1 else throttle.fails + 1 end)`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('throttle')
    .values({ key, fails: 1, last_fail_at: now, locked_until: pauseAfter(sql`1`) })
    .onConflict((c) =>
      c
        .column('key')
        .doUpdateSet({ fails, last_fail_at: now, locked_until: pauseAfter(fails) })
        .where((e) =>
          e.or([e('throttle.locked_until', 'is', null), e('throttle.locked_until', '<=', now)]),
        ),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) return undefined
  const held = await db
    .selectFrom('throttle')
    .select('locked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return held?.locked_until ?? undefined
}

export const forgetTries = (db: Db, keys: string[]) =>
  db.deleteFrom('throttle').where('key', 'in', keys).execute()
