import type { Insertable } from 'kysely'
import type { FactorRow } from '../../db/account-schema.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { seal } from '../../secret-key.ts'
import { demandConfirmed } from '../guard.ts'
import { refuse, refuseGone } from '../refusals.ts'
import { creationOptions } from './passkeys.ts'
import { addFactor, deleteUnproven, findFactor, listFactors } from './queries.ts'
import { beginChallenge, provenFactors } from './second-step.ts'
import { newTotp } from './totp.ts'

const MOST_FACTORS = 10
const UNPROVEN_MS = 60 * 60 * 1000

export async function enrolTotp(deps: Deps, admin: SignedIn, name: string, issuer?: string) {
  const totp = newTotp(issuer || deps.config.FIRM_NAME, admin.email)
  const secret = seal(deps.secretKey, totp.secret)
  const factor = await begin(deps, admin, {
    type: 'totp',
    name: name || 'Authenticator app',
    secret,
  })
  return { id: factor.id, name: factor.name, ...totp }
}

export const enrolPasskey = (deps: Deps, admin: SignedIn, name: string) =>
  begin(deps, admin, { type: 'webauthn', name: name || 'Passkey' })

async function begin(
  { db, now }: Deps,
  admin: SignedIn,
  factor: Pick<Insertable<FactorRow>, 'type' | 'name' | 'secret'>,
) {
  const at = now()
  demandConfirmed(admin, at)
  await deleteUnproven(db, admin.id, new Date(at.getTime() - UNPROVEN_MS).toISOString())
  if ((await listFactors(db, admin.id)).length >= MOST_FACTORS)
    refuse('too_many_enrolled_mfa_factors')
  const row = { ...factor, admin_id: admin.id, created_at: at.toISOString() }
  return addFactor(db, row).catch(refuseGone('session_not_found'))
}

export async function askNewPasskey(deps: Deps, admin: SignedIn, factorId: string) {
  const factor = await findFactor(deps.db, admin.id, factorId)
  if (factor?.type !== 'webauthn' || factor.status === 'verified') refuse('mfa_factor_not_found')
  const own = await provenFactors(deps.db, admin.id, 'webauthn')
  const options = await creationOptions(deps.config, admin, own)
  const { id } = await beginChallenge(deps, {
    admin_id: admin.id,
    factor_id: factorId,
    challenge: options.challenge,
  })
  return { challenge_id: id, options: { ...options } }
}
