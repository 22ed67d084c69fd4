import { type Insertable, sql } from 'kysely'
import type { OneTimeCodeRow } from '../db/account-schema.ts'
import type { Db } from '../db/schema.ts'

export type CodeKind = OneTimeCodeRow['kind']

/** What opens the account to whoever holds it. */
export const WAYS_IN: CodeKind[] = ['recovery', 'magiclink', 'invite', 'signup', 'email_change']

export const addCode = (db: Db, code: Insertable<OneTimeCodeRow>) =>
  db.insertInto('one_time_codes').values(code).execute()

/**
 * The address it was mailed to is still the account's, or the one it is to have: a mail written just
 * as the address changed would else open the account to whoever reads the old one's.
 */
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

/** Takes the code of a link out, so that it works once. */
export const takeByToken = (db: Db, tokenHash: string, kinds: CodeKind[], now: string) =>
  db
    .deleteFrom('one_time_codes')
    .where('token_hash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .where(toPresentAddress)
    .returningAll()
    .executeTakeFirst()

/** Wrong tries after which digits are void. Their link stays good: it cannot be guessed. */
const MOST_WRONG = 10

/** Takes six typed digits out; `since`: they live shorter than the link beside them. */
export const takeByDigits = (
  db: Db,
  { adminId, codeHash, kinds }: { adminId: string; codeHash: string; kinds: CodeKind[] },
  since: string,
  now: string,
) =>
  db
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', codeHash)
    .where('kind', 'in', kinds)
    .where('wrong_digits', '<', MOST_WRONG)
    .where('created_at', '>', since)
    .where('expires_at', '>', now)
    .where(toPresentAddress)
    .returningAll()
    .executeTakeFirst()

/** Digits that were mailed before; their links stay good. */
export const voidDigits = (db: Db, adminId: string, kind: CodeKind) =>
  db
    .updateTable('one_time_codes')
    .set({ code_hash: '' })
    .where('admin_id', '=', adminId)
    .where('kind', '=', kind)
    .execute()

export const countWrongDigits = (db: Db, adminId: string, kinds: CodeKind[]) =>
  db
    .updateTable('one_time_codes')
    .set({ wrong_digits: sql`wrong_digits + 1` })
    .where('admin_id', '=', adminId)
    .where('kind', 'in', kinds)
    .execute()

/** Of these kinds, or of all. When one of a kind was used, the others of that kind are void. */
export const deleteCodes = (db: Db, adminId: string, kinds?: CodeKind[]) =>
  db
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', kinds!))
    .execute()

export const pruneCodes = (db: Db, now: string) =>
  db.deleteFrom('one_time_codes').where('expires_at', '<', now).execute()
