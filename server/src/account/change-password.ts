import { NOTICES } from '../account-mails/letters.ts'
import { changeAdmin, findAdmin } from '../administrators/queries.ts'
import type { SignedIn } from '../auth/guard.ts'
import { lockCaller } from '../auth/lock-caller.ts'
import { checkPassword, hashPassword } from '../auth/password.ts'
import { demandStrength } from '../auth/password-rule.ts'
import { deleteSessions } from '../auth/queries.ts'
import { refuse } from '../auth/refusals.ts'
import { deleteCodes, WAYS_IN } from '../codes/queries.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { logEvent } from '../security-log/log-event.ts'

/** Sets a new password and ends every other session. The caller has proven who it is. */
export async function changePassword(deps: Deps, admin: SignedIn, password: string): Promise<void> {
  await demandStrength(password, [admin.email, deps.config.FIRM_NAME])
  const account = await findAdmin(deps.db, admin.id)
  if (await checkPassword(account?.password_hash, password)) refuse('same_password')
  const password_hash = await hashPassword(password)
  await transact(deps.db, async (tx) => {
    await lockCaller(tx, admin, deps.now())
    // Who asked for another address may not be who knows the new password.
    await changeAdmin(tx, admin.id, { password_hash, new_email: null })
    await deleteSessions(tx, admin.id, { except: admin.sessionId })
    // A link in an old mail would else undo it.
    await deleteCodes(tx, admin.id, [...WAYS_IN, 'email_change'])
    await logEvent(tx, 'password-changed', admin, deps.now())
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.password_changed())
}
