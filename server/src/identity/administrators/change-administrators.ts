import type { SecurityEvent } from '@attest/contract/security-log'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { dropFactor, resetFactors } from '../factors/remove-factor.ts'
import { isBanned } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { asAdmin } from '../sessions/lock-caller.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { forgiveEverywhere } from '../throttle.ts'
import { deleteAdmin, findAdmin, findOtherAtWork, lockAdmin } from './queries.ts'
import { readAdministrator } from './read-administrators.ts'

type Change<T> = (tx: Tx, id: string, email: string) => Promise<T>

const change = <T>(
  deps: Deps,
  by: SignedIn,
  id: string,
  event: SecurityEvent,
  work: Change<T>,
): Promise<T> =>
  asAdmin(deps, by, async (tx) => {
    const { email } = (await findAdmin(tx, id)) ?? refuse('user_not_found')
    const done = await work(tx, id, email)
    await logEvent(tx, event, by, deps.now(), email)
    return done
  })

/** For a lost phone. The owner is informed, since the password alone is enough then. */
export async function resetSecondFactor(deps: Deps, by: SignedIn, id: string) {
  await change(deps, by, id, 'factors-reset', async (tx, _, email) => {
    await resetFactors(tx, { id, email }, { except: by.sessionId })
  })
  const administrator = await readAdministrator(deps, id)
  deps.accountMail.sendNotice(administrator.email, NOTICES.factors_reset(by.email))
  return administrator
}

/** Informs the owner, and whether the password alone is enough then. An unproven factor is removed silently. */
export async function removeFactorOf(
  deps: Deps,
  by: SignedIn,
  { id, factorId }: { id: string; factorId: string },
): Promise<void> {
  const notice = await change(deps, by, id, 'factors-reset', async (tx, _, email) => {
    await lockAdmin(tx, id)
    const { factor, last } = await dropFactor(tx, id, factorId)
    if (factor.status === 'unverified') return undefined
    await deleteSessions(tx, id, { except: by.sessionId })
    await forgiveEverywhere(tx, 'factor', email)
    const words = last ? NOTICES.factors_reset(by.email) : NOTICES.factor_removed(factor.name)
    return { email, words }
  })
  if (notice) deps.accountMail.sendNotice(notice.email, notice.words)
}

export const removeAdministrator = (deps: Deps, by: SignedIn, id: string): Promise<void> =>
  change(deps, by, id, 'admin-removed', async (tx) => {
    await demandAnotherAdministrator(tx, deps, by, id)
    await deleteAdmin(tx, id)
  })

export async function demandAnotherAdministrator(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  by: { id: string },
  id: string,
): Promise<void> {
  if (by.id === id) refuse('yourself')
  const admin = await findAdmin(tx, id)
  const atWork = admin?.role === 'admin' && admin.email_confirmed_at && !isBanned(admin, now())
  if (atWork && !(await findOtherAtWork(tx, id, now().toISOString()))) refuse('last_admin')
}
