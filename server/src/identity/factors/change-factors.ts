import type { verifyNewFactor } from '@attest/contract/account'
import type { Body } from '@attest/contract/endpoint'
import type { Insertable, Selectable } from 'kysely'
import type { FactorRow } from '../../db/account-schema.ts'
import type { Tx } from '../../db/schema.ts'
import type { Accounts, Basics, Deps, Identity, Timed } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { HOUR_MS } from '../../local-time.ts'
import { seal } from '../../secret-key.ts'
import { NOTICES } from '../account-letters.ts'
import { asCaller, demandConfirmed } from '../guard.ts'
import { refuse, refuseGone, refuseTaken } from '../refusals.ts'
import { logEvent } from '../security-log/queries.ts'
import { deleteSessions, lowerSessions } from '../sessions/queries.ts'
import { forgiveEverywhere } from '../throttle.ts'
import { creationOptions, readNewPasskey } from './passkeys.ts'
import * as queries from './queries.ts'
import * as secondStep from './second-step.ts'

const MOST_FACTORS = 10
const UNPROVEN_MS = HOUR_MS

export async function enrolTotp(deps: Identity, admin: SignedIn, name: string, issuer?: string) {
  const totp = secondStep.newTotp(issuer || deps.config.FIRM_NAME, admin.email)
  const secret = seal(deps.secretKey, totp.secret)
  const factor = await begin(deps, admin, {
    type: 'totp',
    name: name || 'Authenticator app',
    secret,
  })
  return { id: factor.id, name: factor.name, ...totp }
}

export const enrolPasskey = (deps: Timed, admin: SignedIn, name: string) =>
  begin(deps, admin, { type: 'webauthn', name: name || 'Passkey' })

async function begin(
  { db, now }: Timed,
  admin: SignedIn,
  factor: Pick<Insertable<FactorRow>, 'type' | 'name' | 'secret'>,
) {
  const at = now()
  demandConfirmed(admin, at)
  await queries.deleteUnproven(db, admin.id, new Date(at.getTime() - UNPROVEN_MS).toISOString())
  if ((await queries.listFactors(db, admin.id)).length >= MOST_FACTORS)
    refuse('too_many_enrolled_mfa_factors')
  const row = { ...factor, admin_id: admin.id, created_at: at.toISOString() }
  return queries.addFactor(db, row).catch(refuseGone('session_not_found'))
}

export async function askNewPasskey(deps: Basics, admin: SignedIn, factorId: string) {
  const factor = await queries.findFactor(deps.db, admin.id, factorId)
  if (factor?.type !== 'webauthn' || factor.status === 'verified') refuse('mfa_factor_not_found')
  const own = await secondStep.provenFactors(deps.db, admin.id, 'webauthn')
  const options = await creationOptions(deps.config, admin, own)
  return secondStep.passkeyChallenge(deps, admin, factorId, options)
}

type Factor = Selectable<FactorRow>

type FactorProof = Body<typeof verifyNewFactor>

/** Proves a new factor, raises this session and ends those without a factor. The first one brings recovery codes. */
export async function proveNewFactor(
  deps: Identity,
  admin: SignedIn,
  factorId: string,
  proof: FactorProof,
  { codes }: { codes: boolean } = { codes: true },
) {
  // A factor that was begun first must not replace a newer one.
  if (admin.hasFactor && admin.aal !== 'aal2') refuse('insufficient_aal')
  const factor = await queries.findFactor(deps.db, admin.id, factorId)
  if (!factor || factor.status === 'verified') refuse('mfa_factor_not_found')
  const method = factor.type === 'totp' ? 'totp' : 'mfa/webauthn'
  const session = await secondStep.takeSecondStep(deps, admin, method, () =>
    proves(deps, admin, factor, proof),
  )
  // Locks the account, so that a concurrent removal of the last factor also removes the recovery codes.
  const recovery_codes = await asCaller(deps, admin, async (tx) => {
    await queries.changeFactor(tx, factor.id, { status: 'verified' })
    await deleteSessions(tx, admin.id, { except: admin.sessionId, aal: 'aal1' })
    await logEvent(tx, 'factor-added', admin, deps.now(), factor.name)
    return codes && (await queries.countRecoveryCodes(tx, admin.id)).left === 0
      ? makeRecoveryCodes(tx, deps, admin)
      : null
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.factor_added(factor.name))
  return { session, recovery_codes }
}

async function proves(deps: Identity, admin: SignedIn, factor: Factor, proof: FactorProof) {
  const at = deps.now()
  if (factor.type === 'totp')
    return proof.code !== undefined && secondStep.passesCode(deps, [factor], proof.code)
  if (!proof.challenge_id || !proof.answer) return false
  const asked = await queries.takeChallenge(deps.db, admin.id, proof.challenge_id, at.toISOString())
  if (!asked?.challenge || asked.factor_id !== factor.id) refuse('mfa_challenge_expired')
  const passkey = await readNewPasskey(deps.config, asked.challenge, proof.answer)
  if (!passkey) return false
  const set = { ...passkey, last_used_at: at.toISOString() }
  await queries.changeFactor(deps.db, factor.id, set).catch(refuseTaken('mfa_verification_failed'))
  return true
}

export async function renewRecoveryCodes(deps: Accounts, admin: SignedIn): Promise<string[]> {
  const codes = await asCaller(deps, admin, (tx) => makeRecoveryCodes(tx, deps, admin))
  deps.accountMail.sendNotice(admin.email, NOTICES.recovery_codes_made())
  return codes
}

async function makeRecoveryCodes(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'secretKey'>,
  admin: SignedIn,
): Promise<string[]> {
  const codes = secondStep.newRecoveryCodes()
  const hashes = codes.map((code) => secondStep.recoveryHash(deps.secretKey, code))
  await queries.replaceRecoveryCodes(tx, admin.id, hashes)
  await logEvent(tx, 'recovery-codes-made', admin, deps.now())
  return codes
}

/** Removes one of the caller's factors; the recovery codes go with the last one. */
export async function removeFactor(deps: Identity, admin: SignedIn, id: string): Promise<void> {
  const at = deps.now()
  demandConfirmed(admin, at)
  const removed = await asCaller(deps, admin, async (tx) => {
    const { factor, last } = await dropFactor(tx, admin.id, id)
    if (last && deps.config.REQUIRE_2FA) refuse('last_factor')
    if (factor.status === 'verified') await logEvent(tx, 'factor-removed', admin, at, factor.name)
    return factor
  })
  if (removed.status === 'verified')
    deps.accountMail.sendNotice(admin.email, NOTICES.factor_removed(removed.name))
}

/** The caller has locked the account, so the second of two concurrent removals sees that its factor is the last. */
export async function dropFactor(tx: Tx, adminId: string, id: string) {
  const factors = await queries.listFactors(tx, adminId)
  const factor = factors.find((each) => each.id === id) ?? refuse('mfa_factor_not_found')
  const others = factors.filter((each) => each !== factor && each.status === 'verified')
  const last = factor.status === 'verified' && others.length === 0
  await queries.deleteFactor(tx, id)
  if (last) {
    await queries.deleteRecoveryCodes(tx, adminId)
    // Sessions that wait for their second step would otherwise be complete now.
    await deleteSessions(tx, adminId, { aal: 'aal1' })
    await lowerSessions(tx, adminId)
  }
  return { factor, last }
}

/** Removes all factors and ends the sessions and pauses. The password alone is enough then. */
export async function resetFactors(
  tx: Tx,
  { id, email }: { id: string; email: string },
  kept: { except?: string } = {},
): Promise<void> {
  await queries.deleteFactors(tx, id)
  await queries.deleteRecoveryCodes(tx, id)
  await deleteSessions(tx, id, kept)
  await lowerSessions(tx, id)
  await forgiveEverywhere(tx, 'factor', email)
}

export async function removeRecoveryCodes(deps: Accounts, admin: SignedIn): Promise<void> {
  const at = deps.now()
  demandConfirmed(admin, at)
  await asCaller(deps, admin, async (tx) => {
    if ((await queries.countRecoveryCodes(tx, admin.id)).total === 0) refuse('mfa_factor_not_found')
    await queries.deleteRecoveryCodes(tx, admin.id)
    await logEvent(tx, 'recovery-codes-removed', admin, at)
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.recovery_codes_removed())
}
