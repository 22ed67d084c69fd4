import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { findAdmin } from '../administrators/queries.ts'
import { checkPassword, hashPassword, setPassword } from '../passwords.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { asCaller } from '../sessions/lock-caller.ts'

/** Ends every other session. Check the strength before the proof, which a refusal must not use up. */
export async function changePassword(deps: Deps, admin: SignedIn, password: string): Promise<void> {
  const account = await findAdmin(deps.db, admin.id)
  if (await checkPassword(account?.password_hash, password)) refuse('same_password')
  const password_hash = await hashPassword(password)
  await asCaller(deps, admin, async (tx) => {
    await setPassword(tx, admin, password_hash, { except: admin.sessionId })
    await logEvent(tx, 'password-changed', admin, deps.now())
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.password_changed())
}
