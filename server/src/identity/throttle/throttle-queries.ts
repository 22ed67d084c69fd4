import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

export interface Allowance {
  free: number
  /** Seconds; each further try doubles the pause. */
  firstPause: number
  longestPause: number
  /** Seconds after the last try until a count is forgotten. */
  memory: number
}

/** Counts a try before it is judged, in one statement. Returns the end of a running pause. */
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
        .doUpdateSet({
          fails,
          last_fail_at: now,
          locked_until: pauseAfter(fails),
          refusal_logged: false,
        })
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

export async function noteRefusal(db: Db, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('throttle')
    .set({ refusal_logged: true })
    .where('key', '=', key)
    .where('refusal_logged', '=', false)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

export const decrementTries = (db: Db, key: string) =>
  db
    .updateTable('throttle')
    .set({ fails: sql`greatest(fails - 1, 0)`, locked_until: null })
    .where('key', '=', key)
    .execute()

export const forgetTries = (db: Db, keys: string[]) =>
  db.deleteFrom('throttle').where('key', 'in', keys).execute()

export const forgetTriesOf = (db: Db, key: string) =>
  db
    .deleteFrom('throttle')
    .where((e) => e.or([e('key', '=', key), sql<boolean>`starts_with(key, ${`${key} `})`]))
    .execute()

export const pruneTries = (db: Db, before: string) =>
  db.deleteFrom('throttle').where('last_fail_at', '<', before).execute()
