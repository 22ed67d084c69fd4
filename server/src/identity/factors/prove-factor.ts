import type { Selectable } from 'kysely'
import type { FactorRow } from '../../db/account-schema.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { refuse, refuseTaken } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { asCaller } from '../sessions/lock-caller.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { readNewPasskey } from './passkeys.ts'
import {
  changeFactor,
  countRecoveryCodes,
  findFactor,
  replaceRecoveryCodes,
  takeChallenge,
} from './queries.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { passesCode, takeSecondStep } from './second-step.ts'

type Factor = Selectable<FactorRow>

export interface FactorProof {
  code?: string
  challenge_id?: string
  answer?: { id: string }
}

/** Proves a new factor, raises this session and ends those without a factor. The first one brings recovery codes. */
export async function proveNewFactor(
  deps: Deps,
  admin: SignedIn,
  factorId: string,
  proof: FactorProof,
  { codes }: { codes: boolean } = { codes: true },
) {
  // A factor that was begun first must not replace a newer one.
  if (admin.hasFactor && admin.aal !== 'aal2') refuse('insufficient_aal')
  const factor = await findFactor(deps.db, admin.id, factorId)
  if (!factor || factor.status === 'verified') refuse('mfa_factor_not_found')
  const method = factor.type === 'totp' ? 'totp' : 'mfa/webauthn'
  const session = await takeSecondStep(deps, admin, method, () =>
    proves(deps, admin, factor, proof),
  )
  // Holds the account: a concurrent removal of the last factor removes the recovery codes too.
  const recovery_codes = await asCaller(deps, admin, async (tx) => {
    await changeFactor(tx, factor.id, { status: 'verified' })
    await deleteSessions(tx, admin.id, { except: admin.sessionId, aal: 'aal1' })
    await logEvent(tx, 'factor-added', admin, deps.now(), factor.name)
    return codes && (await countRecoveryCodes(tx, admin.id)).left === 0
      ? makeRecoveryCodes(tx, deps, admin)
      : null
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.factor_added(factor.name))
  return { session, recovery_codes }
}

async function proves(deps: Deps, admin: SignedIn, factor: Factor, proof: FactorProof) {
  const at = deps.now()
  if (factor.type === 'totp')
    return proof.code !== undefined && passesCode(deps, [factor], proof.code)
  if (!proof.challenge_id || !proof.answer) return false
  const asked = await takeChallenge(deps.db, admin.id, proof.challenge_id, at.toISOString())
  if (!asked?.challenge || asked.factor_id !== factor.id) refuse('mfa_challenge_expired')
  const passkey = await readNewPasskey(deps.config, asked.challenge, proof.answer)
  if (!passkey) return false
  const set = { ...passkey, last_used_at: at.toISOString() }
  await changeFactor(deps.db, factor.id, set).catch(refuseTaken('mfa_verification_failed'))
  return true
}

export async function renewRecoveryCodes(deps: Deps, admin: SignedIn): Promise<string[]> {
  const codes = await asCaller(deps, admin, (tx) => makeRecoveryCodes(tx, deps, admin))
  deps.accountMail.sendNotice(admin.email, NOTICES.recovery_codes_made())
  return codes
}

async function makeRecoveryCodes(tx: Tx, deps: Deps, admin: SignedIn): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryHash(deps.secretKey, code))
  await replaceRecoveryCodes(tx, admin.id, hashes)
  await logEvent(tx, 'recovery-codes-made', admin, deps.now())
  return codes
}
