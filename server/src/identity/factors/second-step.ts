import { randomInt } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'
import type { ChallengeRow, FactorRow } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Accounts, Basics, Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { MINUTE_MS } from '../../local-time.ts'
import { keyedHash, unseal } from '../../secret-key.ts'
import { NOTICES } from '../account-letters.ts'
import { refuse, refuseGone } from '../refusals.ts'
import { logEvent } from '../security-log/queries.ts'
import { raiseSession } from '../sessions/queries.ts'
import { seconds } from '../sessions/sessions.ts'
import { admitTry, forgive, signInKey } from '../throttle.ts'
import { checkPasskey, requestOptions } from './passkeys.ts'
import * as queries from './queries.ts'

type Factor = Selectable<FactorRow>
export type Passed = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'

const CHALLENGE_MS = 5 * MINUTE_MS

export const challengeEnds = (at: Date) => new Date(at.getTime() + CHALLENGE_MS).toISOString()

type Challenge = Omit<Insertable<ChallengeRow>, 'expires_at'>

export const beginChallenge = ({ db, now }: Pick<Deps, 'db' | 'now'>, asked: Challenge) =>
  queries
    .addChallenge(db, { ...asked, expires_at: challengeEnds(now()) })
    .catch(refuseGone('mfa_factor_not_found'))

export const provenFactors = async (db: Db, adminId: string, type?: Factor['type']) =>
  (await queries.listFactors(db, adminId)).filter(
    (factor) => factor.status === 'verified' && (!type || factor.type === type),
  )

/** Checks and uses up the code. The caller counts the tries. */
export async function passesCode(
  { db, secretKey, now }: Accounts,
  factors: Factor[],
  code: string,
): Promise<boolean> {
  const at = now()
  for (const { id, secret } of factors) {
    // A restore without the secret key has lost this secret.
    if (secret === null) continue
    const step = stepOf(unseal(secretKey, secret), code, at)
    if (step !== undefined && (await queries.claimStep(db, id, step, at.toISOString()))) return true
  }
  return false
}

export async function passesRecoveryCode(
  { db, secretKey, now }: Accounts,
  adminId: string,
  typed: string,
): Promise<boolean> {
  const hash = recoveryHash(secretKey, typed)
  return Boolean(await queries.redeemRecoveryCode(db, adminId, hash, now().toISOString()))
}

export async function askPasskey(deps: Basics, admin: SignedIn, factors: Factor[]) {
  const only = factors.length === 1 ? factors[0]!.id : null
  return passkeyChallenge(deps, admin, only, await requestOptions(deps.config, factors))
}

export async function passkeyChallenge(
  deps: Basics,
  admin: SignedIn,
  factor_id: string | null,
  options: { challenge: string },
) {
  const { challenge } = options
  const { id } = await beginChallenge(deps, { admin_id: admin.id, factor_id, challenge })
  return { challenge_id: id, options }
}

/** Whether one of the passkeys signed this challenge, which is used up either way. */
export async function passesPasskey(
  { db, config, now }: Basics,
  admin: SignedIn,
  factors: Factor[],
  { challenge_id, answer }: { challenge_id: string; answer: { id: string } },
): Promise<boolean> {
  const at = now().toISOString()
  const asked = await queries.takeChallenge(db, admin.id, challenge_id, at)
  if (!asked?.challenge) refuse('mfa_challenge_expired')
  const passkey = factors.find(({ credential_id }) => credential_id === answer.id)
  if (asked.factor_id && asked.factor_id !== passkey?.id) return false
  const counter = passkey && (await checkPasskey(config, passkey, asked.challenge, answer))
  if (!passkey || counter === undefined) return false
  await queries.changeFactor(db, passkey.id, { counter, last_used_at: at })
  return true
}

/** Raises the session if `passes`; its earlier tokens are void then. */
export async function takeSecondStep(
  { db, now, accountMail }: Accounts,
  admin: SignedIn,
  method: Passed,
  passes: () => Promise<boolean>,
) {
  const at = now()
  const counted = await signInKey(db, admin.email, admin, 'second')
  await admitTry(db, 'factor', counted, at, admin)
  if (!(await passes())) {
    await logEvent(db, 'second-step-failed', admin, at, method)
    refuse('mfa_verification_failed')
  }
  await forgive(db, 'factor', counted)
  const event = method === 'mfa/recovery_code' ? 'recovery-code-used' : 'second-step-passed'
  await logEvent(db, event, admin, at, method)
  const step = { method, timestamp: seconds(at) }
  const session = await transact(db, (tx) =>
    raiseSession(tx, admin.sessionId, step, at.toISOString()),
  )
  if (method === 'mfa/recovery_code')
    accountMail.sendNotice(admin.email, NOTICES.recovery_code_used())
  return session ?? refuse('session_not_found')
}

/** Every authenticator app supports RFC 6238 with SHA-1, six digits and 30 seconds. */
const PERIOD_S = 30

export function newTotp(firm: string, email: string) {
  const totp = new TOTP({ issuer: firm, label: email, secret: new Secret({ size: 20 }) })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qr_code: encodeQR(uri, 'svg', { ecc: 'medium' }) }
}

/** The code's time step; undefined if wrong. Clocks may differ by 30 seconds. The caller refuses used steps. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

const CODES = 10
/** No letter that looks like a digit or another letter. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 10

export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newRecoveryCode)

function newRecoveryCode(): string {
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${signs.slice(0, LENGTH / 2).join('')}-${signs.slice(LENGTH / 2).join('')}`
}

/** The stored hash; blanks, hyphens and case do not count. */
export const recoveryHash = (secretKey: string, typed: string): string =>
  keyedHash(secretKey, `recovery:${typed.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
