import type { Db, Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { keyedHash } from '../../secret-key.ts'
import { hashToken, newSixDigits, newToken } from '../../secret-token.ts'
import { addCode, type CodeKind, deleteCodes, type Typed, takeCode, voidDigits } from './queries.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

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

/** Stores hashes only. Earlier links stay valid, earlier digits do not. The caller holds the account. */
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

export async function redeemTyped(db: Db, adminId: string, typed: Typed) {
  const code = await takeCode(db, adminId, typed)
  if (code) await deleteCodes(db, adminId, [code.kind])
  return code
}
