import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import type { From } from '../../http/signed-in.ts'
import { admitTry, network, refundTry } from '../../identity/throttle.ts'
import { findLink } from '../../records/links.ts'
import { hashToken, keyFor } from '../../secret-key.ts'

/** Crockford's Base32, without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

export const newCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** 'K7MX4 QP92D' */
export const printedCode = (code: string): string => `${code.slice(0, 5)} ${code.slice(5)}`

/** The link's token follows from the code, so neither is stored. Guessing codes in the database needs the secret key. */
export const codeToken = (secretKey: string, code: string): string =>
  createHmac('sha256', keyFor(secretKey, 'letters')).update(code).digest('base64url')

/** Undefined for a text that is no code. */
function plainCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s.·–—-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  const isCode = code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter))
  return isCode ? code : undefined
}

/**
 * Changes no link. A used code still leads to its page, which says so.
 * @throws Refusal 400 for a malformed code, which does not count; 404 for a wrong one; 429 after ten wrong ones
 */
export async function openCode(
  { db, now, secretKey }: Pick<Deps, 'db' | 'now' | 'secretKey'>,
  { address }: From,
  typed: string,
): Promise<{ token: string }> {
  const code = plainCode(typed)
  if (!code) throw new Refusal(400, 'A code has 10 letters and digits.', { code: 'no_code' })
  const caller = network(address)
  await admitTry(db, 'paper', caller, now())
  const token = codeToken(secretKey, code)
  const link = await findLink(db, hashToken(token))
  if (!link || link.revoked_at)
    throw new Refusal(404, 'We do not know this code. Please check it against your letter.', {
      code: 'unknown_code',
    })
  await refundTry(db, 'paper', caller)
  return { token }
}
