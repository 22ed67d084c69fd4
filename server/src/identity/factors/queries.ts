import { type Insertable, sql, type Updateable } from 'kysely'
import type { ChallengeRow, FactorRow } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'

export const addFactor = (db: Db, factor: Insertable<FactorRow>) =>
  db.insertInto('factors').values(factor).returningAll().executeTakeFirstOrThrow()

const factors = (db: Db) => db.selectFrom('factors').selectAll()

export const findFactor = (db: Db, adminId: string, id: string) =>
  factors(db).where('admin_id', '=', adminId).where('id', '=', id).executeTakeFirst()

export const listFactors = (db: Db, ...adminIds: string[]) =>
  factors(db)
    .where(sql<boolean>`admin_id = any(${adminIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Uses one statement, so that a code works once even if it is sent twice together. */
export const claimStep = (db: Db, id: string, step: number, now: string) =>
  db
    .updateTable('factors')
    .set({ last_step: step, last_used_at: now })
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()

export const changeFactor = (db: Db, id: string, set: Updateable<FactorRow>) =>
  db.updateTable('factors').set(set).where('id', '=', id).execute()

export const deleteFactor = (db: Db, id: string) =>
  db.deleteFrom('factors').where('id', '=', id).execute()

export const deleteFactors = (db: Db, adminId: string) =>
  db.deleteFrom('factors').where('admin_id', '=', adminId).execute()

export const deleteUnproven = (db: Db, adminId: string, before: string) =>
  db
    .deleteFrom('factors')
    .where('admin_id', '=', adminId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', before)
    .execute()

export const addChallenge = (db: Db, challenge: Insertable<ChallengeRow>) =>
  db.insertInto('challenges').values(challenge).returningAll().executeTakeFirstOrThrow()

export const findChallenge = (db: Db, adminId: string, id: string, now: string) =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const takeChallenge = (db: Db, adminId: string, id: string, now: string) =>
  db
    .deleteFrom('challenges')
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function replaceRecoveryCodes(db: Db, adminId: string, hashes: string[]) {
  await deleteRecoveryCodes(db, adminId)
  const rows = hashes.map((code_hash) => ({ admin_id: adminId, code_hash, used_at: null }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

export const deleteRecoveryCodes = (db: Db, adminId: string) =>
  db.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute()

export const redeemRecoveryCode = (db: Db, adminId: string, hash: string, now: string) =>
  db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()

export const countRecoveryCodes = (db: Db, adminId: string) =>
  db
    .selectFrom('recovery_codes')
    .select((e) => [
      e.fn.countAll<number>().as('total'),
      e.fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
    ])
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow()
