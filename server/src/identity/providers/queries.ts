import { type Insertable, sql, type Updateable } from 'kysely'
import type { FlowRow, IdentityRow, Person } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'

export const listIdentities = (db: Db, ...adminIds: string[]) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where(sql<boolean>`admin_id = any(${adminIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findIdentity = (
  db: Db,
  { provider, subject }: Pick<IdentityRow, 'provider' | 'subject'>,
) =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const addIdentity = (db: Db, identity: Insertable<IdentityRow>) =>
  db.insertInto('identities').values(identity).execute()

export const noteSignIn = (db: Db, id: string, data: Person, now: string) =>
  db
    .updateTable('identities')
    .set({ data: JSON.stringify(data), last_sign_in_at: now })
    .where('id', '=', id)
    .execute()

export const deleteIdentity = (db: Db, id: string) =>
  db.deleteFrom('identities').where('id', '=', id).execute()

export const addFlow = (db: Db, flow: Insertable<FlowRow>) =>
  db.insertInto('flows').values(flow).execute()

export const findFlow = (db: Db, stateHash: string, now: string) =>
  db
    .selectFrom('flows')
    .leftJoin('sessions', 'sessions.id', 'flows.link_session_id')
    .selectAll('flows')
    .select('sessions.admin_id as link_admin_id')
    .where('state_hash', '=', stateHash)
    .where('code_hash', 'is', null)
    .where('flows.expires_at', '>', now)
    .executeTakeFirst()

/** Uses one statement, so that only one of two answers to a flow counts. */
export const answerFlow = (db: Db, stateHash: string, answer: Updateable<FlowRow>) =>
  db
    .updateTable('flows')
    .set(answer)
    .where('state_hash', '=', stateHash)
    .where('code_hash', 'is', null)
    .returning('state_hash')
    .executeTakeFirst()

export const takeFlow = (db: Db, codeHash: string, now: string) =>
  db
    .deleteFrom('flows')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
