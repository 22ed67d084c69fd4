import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { OneTimeCodeRow } from '../db/account-schema.ts'
import type { Database, Db, Tx } from '../db/schema.ts'
import { insertIfAdmin } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { HOUR_MS, MINUTE_MS } from '../local-time.ts'
import { hashToken, keyedHash, newSixDigits, newToken } from '../secret-key.ts'

const LINK_LIFE_MS: Record<CodeKind, number> = {
  recovery: HOUR_MS,
  magiclink: HOUR_MS,
  signup: 24 * HOUR_MS,
  email_change: 24 * HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
  reauthentication: 15 * MINUTE_MS,
}

export const isInvitationOpen = (invitedAt: string, at: Date): boolean =>
  at.getTime() < Date.parse(invitedAt) + LINK_LIFE_MS.invite

/** Six digits can be guessed, so they expire before their link. */
const DIGITS_LIFE_MS = 15 * MINUTE_MS

export interface OneTimeCode {
  kind: CodeKind
  token: string
  digits: string
}

const digitsHash = (secretKey: string, email: string, digits: string) =>
  keyedHash(secretKey, `digits:${email.toLowerCase()}:${digits}`)

/** Stores hashes only. Earlier links stay valid, earlier digits do not. The caller has locked the account. */
export async function newCode(
  tx: Tx,
  { secretKey }: Pick<Deps, 'secretKey'>,
  { adminId, kind, email, at }: { adminId: string; kind: CodeKind; email: string; at: Date },
): Promise<OneTimeCode> {
  const token = newToken()
  const digits = newSixDigits()
  await tx
    .updateTable('one_time_codes')
    .set({ code_hash: '' })
    .where('admin_id', '=', adminId)
    .where('kind', '=', kind)
    .execute()
  await addCode(tx, {
    admin_id: adminId,
    kind,
    email,
    token_hash: hashToken(token),
    code_hash: digitsHash(secretKey, email, digits),
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + LINK_LIFE_MS[kind]).toISOString(),
  })
  return { kind, token, digits }
}

export type Mailed = { token: string } | { email: string; digits: string }

export function typedOf(
  { secretKey }: Pick<Deps, 'secretKey'>,
  mailed: Mailed,
  kinds: CodeKind[],
  at: Date,
): Typed {
  const now = at.toISOString()
  if ('token' in mailed) return { kinds, now, tokenHash: hashToken(mailed.token) }
  const codeHash = digitsHash(secretKey, mailed.email, mailed.digits)
  const since = new Date(at.getTime() - DIGITS_LIFE_MS).toISOString()
  return { kinds, now, codeHash, email: mailed.email.toLowerCase(), since }
}

/** Redeems a code of one account. Two accounts that wait for one address have their own digits. */
export async function redeemTyped(db: Db, adminId: string, typed: Typed) {
  const code = await db
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .where(isTyped(typed))
    .returningAll()
    .executeTakeFirst()
  if (code) await deleteCodes(db, adminId, [code.kind])
  return code
}

export type CodeKind = OneTimeCodeRow['kind']

export const WAYS_IN: CodeKind[] = ['recovery', 'magiclink', 'invite', 'signup', 'email_change']

const addCode = (db: Db, code: Insertable<OneTimeCodeRow>) =>
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
