import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { OneTimeCodeRow } from '../../db/account-schema.ts'
import type { Database, Db } from '../../db/schema.ts'
import { insertIfAdmin } from '../../db/transact.ts'

export type CodeKind = OneTimeCodeRow['kind']

export const WAYS_IN: CodeKind[] = ['recovery', 'magiclink', 'invite', 'signup', 'email_change']

export const addCode = (db: Db, code: Insertable<OneTimeCodeRow>) =>
  insertIfAdmin(db, 'one_time_codes', code)

/** The code's address must still be the account's, or the one it is changing to. */
const toPresentAddress = sql<boolean>`one_time_codes.email = (
  select case one_time_codes.kind when 'email_change' then admins.new_email else admins.email end
  from admins where admins.id = one_time_codes.admin_id
)`

/** Wrong tries that void the digits. Their link cannot be guessed and stays valid. */
const MOST_WRONG = 10

/** A link's token, or digits mailed to `email` after `since`. */
export type Typed = { kinds: CodeKind[]; now: string } & (
  | { tokenHash: string }
  | { codeHash: string; email: string; since: string }
)

const isTyped = (typed: Typed) => (e: ExpressionBuilder<Database, 'one_time_codes'>) =>
  e.and([
    e('kind', 'in', typed.kinds),
    e('expires_at', '>', typed.now),
    toPresentAddress,
    ...('tokenHash' in typed
      ? [e('token_hash', '=', typed.tokenHash)]
      : [
          e('code_hash', '=', typed.codeHash),
          e('email', '=', typed.email),
          e('wrong_digits', '<', MOST_WRONG),
          e('created_at', '>', typed.since),
        ]),
  ])

export const findCode = (db: Db, typed: Typed) =>
  db.selectFrom('one_time_codes').selectAll().where(isTyped(typed)).executeTakeFirst()

/** Two accounts that wait for one address each have their own digits. */
export const takeCode = (db: Db, adminId: string, typed: Typed) =>
  db
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .where(isTyped(typed))
    .returningAll()
    .executeTakeFirst()

export const voidDigits = (db: Db, adminId: string, kind: CodeKind) =>
  db
    .updateTable('one_time_codes')
    .set({ code_hash: '' })
    .where('admin_id', '=', adminId)
    .where('kind', '=', kind)
    .execute()

export const countWrongDigits = (db: Db, email: string, kinds: CodeKind[]) =>
  db
    .updateTable('one_time_codes')
    .set({ wrong_digits: sql`wrong_digits + 1` })
    .where('email', '=', email.toLowerCase())
    .where('kind', 'in', kinds)
    .execute()

export const deleteCodes = (db: Db, adminId: string, kinds?: CodeKind[]) =>
  db
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', kinds!))
    .execute()
