import { type Insertable, sql, type Updateable } from 'kysely'
import type { AuthMethod, RefreshTokenRow, SessionRow } from '../../db/account-schema.ts'
import { HAS_FACTOR } from '../../db/account-schema.ts'
import type { Db, Tx } from '../../db/schema.ts'

export const addSession = (db: Db, session: Insertable<SessionRow>) =>
  db.insertInto('sessions').values(session).returningAll().executeTakeFirstOrThrow()

const sessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .select([
      'admins.id',
      'admins.email',
      'admins.role',
      'admins.banned_until',
      'sessions.id as sessionId',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.aal',
      'sessions.amr',
      'sessions.confirmed_at as confirmedAt',
      HAS_FACTOR.as('hasFactor'),
    ])

export const findSession = (db: Db, id: string) =>
  sessions(db).where('sessions.id', '=', id).executeTakeFirst()

export const findSessions = (db: Db, ids: string[]) =>
  sessions(db).where(sql<boolean>`sessions.id = any(${ids}::uuid[])`).execute()

export const changeSession = (db: Db, id: string, set: Updateable<SessionRow>) =>
  db.updateTable('sessions').set(set).where('id', '=', id).execute()

/** Ends the first step's tokens. The session is locked first, so no concurrent refresh makes another. */
export async function raiseSession(tx: Tx, id: string, step: AuthMethod, now: string) {
  const session = await tx
    .updateTable('sessions')
    .set({ aal: 'aal2', last_used_at: now, amr: sql`amr || ${JSON.stringify([step])}::jsonb` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  await tx.deleteFrom('refresh_tokens').where('session_id', '=', id).execute()
  return session
}

/** Lowers the sessions once the last factor is gone. Their tokens stay valid, at the lower level. */
export const lowerSessions = (tx: Tx, adminId: string) =>
  tx.updateTable('sessions').set({ aal: 'aal1' }).where('admin_id', '=', adminId).execute()

export async function deleteSessions(
  db: Db,
  adminId: string,
  { id, except, aal }: { id?: string; except?: string; aal?: 'aal1' } = {},
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('admin_id', '=', adminId)
    .$if(id !== undefined, (q) => q.where('id', '=', id!))
    .$if(except !== undefined, (q) => q.where('id', '<>', except!))
    .$if(aal !== undefined, (q) => q.where('aal', '=', aal!))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export const listSessions = (db: Db, adminId: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('admin_id', '=', adminId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()

export const addRefreshToken = (db: Db, token: Insertable<RefreshTokenRow>) =>
  db.insertInto('refresh_tokens').values(token).execute()

/** Locks a refresh token's session; read the token afterwards. */
export const lockSessionOf = (tx: Tx, tokenHash: string) =>
  tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select('sessions.id')
    .where('token_hash', '=', tokenHash)
    .forUpdate('sessions')
    .executeTakeFirst()

export const findRefreshToken = (db: Db, tokenHash: string) =>
  db.selectFrom('refresh_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export const redeemRefreshToken = (db: Db, tokenHash: string, now: string) =>
  db
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .execute()
