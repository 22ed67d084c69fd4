import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../emails/letters.ts'
import { demandConfirmed } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from './queries.ts'

/** The second factors stay. The owner is informed. */
export async function removeRecoveryCodes(deps: Deps, admin: SignedIn): Promise<void> {
  const at = deps.now()
  demandConfirmed(admin, at)
  await transact(deps.db, async (tx) => {
    await lockCaller(tx, admin, at)
    if ((await countRecoveryCodes(tx, admin.id)).total === 0) refuse('mfa_factor_not_found')
    await deleteRecoveryCodes(tx, admin.id)
    await logEvent(tx, 'recovery-codes-removed', admin, at)
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.recovery_codes_removed())
}
