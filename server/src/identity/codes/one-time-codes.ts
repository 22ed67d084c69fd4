import type { Db, Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { keyedHash } from '../../secret-key.ts'
import { hashToken, newSixDigits, newToken } from '../../secret-token.ts'
import {
  addCode,
  type CodeKind,
  deleteCodes,
  type TypedDigits,
  takeByDigits,
  takeByToken,
  voidDigits,
} from './queries.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** How long the link of a mail works. */
const LINK_LIFE_MS: Record<CodeKind, number> = {
  recovery: HOUR_MS,
  magiclink: HOUR_MS,
  signup: 24 * HOUR_MS,
  email_change: 24 * HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
  reauthentication: 15 * MINUTE_MS,
}
/** Whether an invitation sent then can still be accepted. */
export const isInvitationOpen = (invitedAt: string, at: Date): boolean =>
  at.getTime() < Date.parse(invitedAt) + LINK_LIFE_MS.invite

/** Six digits can be guessed: they live shorter than the link in the same mail. */
const DIGITS_LIFE_MS = 15 * MINUTE_MS

/** What a mail carries: a token for its link, and six digits to type in instead. */
export interface OneTimeCode {
  kind: CodeKind
  token: string
  digits: string
}

const digitsHash = (secretKey: string, email: string, digits: string) =>
  keyedHash(secretKey, `digits:${email.toLowerCase()}:${digits}`)

/**
 * Stored only hashed. Earlier links stay good: the first of two mails may be opened last. Digits do
 * not: of several that are good at once one is guessed sooner. The caller holds the account.
 */
export async function newCode(
  tx: Tx,
  { secretKey }: Pick<Deps, 'secretKey'>,
  { adminId, kind, email, at }: { adminId: string; kind: CodeKind; email: string; at: Date },
): Promise<OneTimeCode> {
  const token = newToken()
  const digits = newSixDigits()
  await voidDigits(tx, adminId, kind)
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

/** Uses a link's token up, and all others of its kind. undefined: there is none such. */
export async function redeemToken(db: Db, token: string, kinds: CodeKind[], at: Date) {
  const code = await takeByToken(db, hashToken(token), kinds, at.toISOString())
  if (code) await deleteCodes(db, code.admin_id, [code.kind])
  return code
}

/** Six digits as they were typed in, and what they are looked for with. */
export function typedDigits(
  { secretKey }: Pick<Deps, 'secretKey'>,
  typed: { email: string; digits: string; kinds: CodeKind[] },
  at: Date,
): TypedDigits {
  return {
    codeHash: digitsHash(secretKey, typed.email, typed.digits),
    email: typed.email.toLowerCase(),
    kinds: typed.kinds,
    since: new Date(at.getTime() - DIGITS_LIFE_MS).toISOString(),
    now: at.toISOString(),
  }
}

/** Uses six typed digits up, likewise. The caller counts the tries, and the wrong ones. */
export async function redeemDigits(db: Db, adminId: string, typed: TypedDigits) {
  const code = await takeByDigits(db, adminId, typed)
  if (code) await deleteCodes(db, adminId, [code.kind])
  return code
}
