import { type Insertable, sql, type Updateable } from 'kysely'
import type { AdminRow } from '../../db/account-schema.ts'
import { HAS_FACTOR } from '../../db/account-schema.ts'
import { countRows, type Page, readPage } from '../../db/pages.ts'
import type { Db, Tx } from '../../db/schema.ts'

/** The id of no account, for which the same statements run as for any other. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

const admins = (db: Db) => db.selectFrom('admins').selectAll()

export const findAdmin = (db: Db, id: string) => admins(db).where('id', '=', id).executeTakeFirst()

export const findAdminByEmail = (db: Db, email: string) =>
  admins(db).where('email', '=', email.toLowerCase()).executeTakeFirst()

export const findAdminByNewEmail = (db: Db, email: string) =>
  admins(db).where('new_email', '=', email.toLowerCase()).executeTakeFirst()

export const countAdmins = (db: Db) => countRows(db.selectFrom('admins'))

export const addAdmin = (db: Db, admin: Insertable<AdminRow>) =>
  db
    .insertInto('admins')
    .values({ ...admin, email: admin.email.toLowerCase() })
    .onConflict((c) => c.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()

export const changeAdmin = (db: Db, id: string, set: Updateable<AdminRow>) =>
  db
    .updateTable('admins')
    .set({ ...set, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const mergeMetadata = (
  db: Db,
  id: string,
  { user = {}, app = {} }: { user?: object; app?: object },
) =>
  db
    .updateTable('admins')
    .set({
      user_metadata: sql`user_metadata || ${JSON.stringify(user)}::jsonb`,
      app_metadata: sql`app_metadata || ${JSON.stringify(app)}::jsonb`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteAdmin = (db: Db, id: string) =>
  db.deleteFrom('admins').where('id', '=', id).execute()

const INVITED_UNTIL = sql<string | null>`(
  select max(expires_at) from one_time_codes where admin_id = admins.id and kind = 'invite')`

const withState = (db: Db) =>
  db
    .selectFrom('admins')
    .selectAll('admins')
    .select([HAS_FACTOR.as('two_factor_enabled'), INVITED_UNTIL.as('invitation_expires_at')])

export const listAdmins = (db: Db) => withState(db).orderBy('email').execute()

export const findAdminWithState = (db: Db, id: string) =>
  withState(db).where('admins.id', '=', id).executeTakeFirst()

export const lockAdmin = (tx: Tx, id: string) =>
  admins(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const findOtherAtWork = (db: Db, id: string, now: string) =>
  db
    .selectFrom('admins')
    .select('id')
    .where('id', '<>', id)
    .where('role', '=', 'admin')
    .where('email_confirmed_at', 'is not', null)
    .where((e) => e.or([e('banned_until', 'is', null), e('banned_until', '<=', now)]))
    .executeTakeFirst()

export const pageOfAdmins = (db: Db, page: Page) =>
  readPage(admins(db).orderBy('created_at').orderBy('id'), page)
