import { type Insertable, sql } from 'kysely'
import type { SigningKeyRow } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'

export const listSigningKeys = (db: Db, since: string) =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where((e) => e.or([e('retired_at', 'is', null), e('retired_at', '>', since)]))
    .orderBy('created_at')
    .orderBy('kid')
    .execute()

/** Makes `key` the signing key, unless one was made after `since`. */
export const replaceSigningKey = (
  db: Db,
  key: Insertable<SigningKeyRow>,
  { now, since }: { now: string; since: string },
) =>
  db.transaction().execute(async (tx) => {
    await sql`lock table signing_keys in exclusive mode`.execute(tx)
    const young = await tx
      .selectFrom('signing_keys')
      .select('kid')
      .where('retired_at', 'is', null)
      .where('created_at', '>', since)
      .executeTakeFirst()
    if (young) return
    await tx
      .updateTable('signing_keys')
      .set({ retired_at: now })
      .where('retired_at', 'is', null)
      .execute()
    await tx.insertInto('signing_keys').values(key).execute()
  })

export const pruneSigningKeys = (db: Db, since: string) =>
  db.deleteFrom('signing_keys').where('retired_at', '<', since).execute()
