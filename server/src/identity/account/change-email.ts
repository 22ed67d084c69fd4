import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { changeAdmin, findAdminByEmail, NOBODY } from '../administrators/queries.ts'
import { demandConfirmed } from '../guard.ts'
import { mailCode } from '../mailed-codes.ts'
import { deleteCodes } from '../one-time-codes.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { asCaller } from '../sessions/lock-caller.ts'
import { admitTry, changeTo, mailAskedBy } from '../throttle.ts'

/** Asks for another address, which counts once its mail is opened. Only administrators learn that it is taken. */
export async function requestEmailChange(
  deps: Deps,
  admin: SignedIn,
  wanted: string,
): Promise<void> {
  const at = deps.now()
  demandConfirmed(admin, at)
  const email = wanted.toLowerCase()
  const taken = await findAdminByEmail(deps.db, email)
  if (taken && admin.role === 'admin') refuse('email_exists')
  await admitTry(deps.db, 'mail', mailAskedBy('email_change', admin), at)
  await admitTry(deps.db, 'mail', changeTo(email), at)
  await asCaller(deps, admin, async (tx) => {
    await changeAdmin(tx, admin.id, { new_email: email })
    await deleteCodes(tx, admin.id, ['email_change'])
    await logEvent(tx, 'email-change-asked', admin, at, email)
  })
  // Runs after the reply: its duration would reveal whether the account exists.
  deps.accountMail.inBackground(async () => {
    const adminId = taken ? NOBODY : admin.id
    await mailCode(deps, { adminId, kind: 'email_change', email })
    if (taken) deps.accountMail.sendNotice(email, NOTICES.address_wanted())
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.email_change_asked(email))
}

export const cancelEmailChange = (deps: Deps, admin: SignedIn): Promise<void> =>
  transact(deps.db, async (tx) => {
    await changeAdmin(tx, admin.id, { new_email: null })
    await deleteCodes(tx, admin.id, ['email_change'])
  })
