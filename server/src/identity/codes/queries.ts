import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { OneTimeCodeRow } from '../../db/account-schema.ts'
import type { Database, Db } from '../../db/schema.ts'
import { insertIfAdmin } from '../../db/transact.ts'

export type CodeKind = OneTimeCodeRow['kind']

export const WAYS_IN: CodeKind[] = ['recovery', 'magiclink', 'invite', 'signup', 'email_change']

export const addCode = (db: Db, code: Insertable<OneTimeCodeRow>) =>
  insertIfAdmin(db, 'one_time_codes', { adminId: code.admin_id, row: code })

/** The code's address must still be the account's, or the one it is changing to. */
const toPresentAddress = sql<boolean>`one_time_codes.email = (
  select case one_time_codes.kind when 'email_change' then admins.new_email else admins.email end
  from admins where admins.id = one_time_codes.admin_id
)`

export const findByToken = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('one_time_codes')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where(toPresentAddress)
    .executeTakeFirst()

export const takeByToken = (db: Db, tokenHash: string, kinds: CodeKind[], now: string) =>
  db
    .deleteFrom('one_time_codes')
    .where('token_hash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .where(toPresentAddress)
    .returningAll()
    .executeTakeFirst()

/** Wrong tries that void the digits. Their link cannot be guessed and stays valid. */
const MOST_WRONG = 10

/** `since`: digits expire before their link. */
export interface TypedDigits {
  codeHash: string
  email: string
  kinds: CodeKind[]
  since: string
  now: string
}

const isTyped =
  ({ codeHash, email, kinds, since, now }: TypedDigits) =>
  (e: ExpressionBuilder<Database, 'one_time_codes'>) =>
    e.and([
      e('code_hash', '=', codeHash),
      e('email', '=', email),
      e('kind', 'in', kinds),
      e('wrong_digits', '<', MOST_WRONG),
      e('created_at', '>', since),
      e('expires_at', '>', now),
      toPresentAddress,
    ])

/** Two accounts that wait for one address each have their own digits. */
export const findByDigits = (db: Db, typed: TypedDigits) =>
  db.selectFrom('one_time_codes').selectAll().where(isTyped(typed)).executeTakeFirst()

export const takeByDigits = (db: Db, adminId: string, typed: TypedDigits) =>
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
