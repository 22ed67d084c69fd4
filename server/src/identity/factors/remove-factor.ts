import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { demandConfirmed } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { asCaller } from '../sessions/lock-caller.ts'
import { deleteSessions, lowerSessions } from '../sessions/queries.ts'
import { forgiveEverywhere } from '../throttle.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  deleteFactors,
  deleteRecoveryCodes,
  listFactors,
} from './queries.ts'

/** Removes one of the caller's factors; the recovery codes go with the last one. */
export async function removeFactor(deps: Deps, admin: SignedIn, id: string): Promise<void> {
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

/** The caller holds the account: of two concurrent removals the second sees the last factor. */
export async function dropFactor(tx: Tx, adminId: string, id: string) {
  const factors = await listFactors(tx, adminId)
  const factor = factors.find((each) => each.id === id) ?? refuse('mfa_factor_not_found')
  const others = factors.filter((each) => each !== factor && each.status === 'verified')
  const last = factor.status === 'verified' && others.length === 0
  await deleteFactor(tx, id)
  if (last) {
    await deleteRecoveryCodes(tx, adminId)
    // Sessions that wait for their second step would be whole without it.
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
  await deleteFactors(tx, id)
  await deleteRecoveryCodes(tx, id)
  await deleteSessions(tx, id, kept)
  await lowerSessions(tx, id)
  await forgiveEverywhere(tx, 'factor', email)
}

export async function removeRecoveryCodes(deps: Deps, admin: SignedIn): Promise<void> {
  const at = deps.now()
  demandConfirmed(admin, at)
  await asCaller(deps, admin, async (tx) => {
    if ((await countRecoveryCodes(tx, admin.id)).total === 0) refuse('mfa_factor_not_found')
    await deleteRecoveryCodes(tx, admin.id)
    await logEvent(tx, 'recovery-codes-removed', admin, at)
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.recovery_codes_removed())
}
