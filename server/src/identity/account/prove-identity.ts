import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { findAdmin } from '../administrators/queries.ts'
import { mailCode } from '../mailed-codes.ts'
import { type CodeKind, countWrongDigits, redeemTyped, typedOf } from '../one-time-codes.ts'
import { checkPassword } from '../passwords.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { changeSession } from '../sessions/queries.ts'
import { admitTry, forgive, mailAskedBy, signedIn } from '../throttle.ts'

export interface Proof {
  current_password?: string
  code?: string
}

export async function mailProof(deps: Deps, admin: SignedIn): Promise<void> {
  await admitTry(deps.db, 'mail', mailAskedBy('reauthentication', admin), deps.now())
  await mailCode(deps, { adminId: admin.id, kind: 'reauthentication', email: admin.email })
}

/** Takes the password or a mailed code as proof. Strangers' tries at the sign-in do not count here. */
export async function proveIdentity(deps: Deps, admin: SignedIn, proof: Proof): Promise<void> {
  const { db } = deps
  const at = deps.now()
  if (proof.current_password !== undefined) {
    await admitTry(db, 'account', signedIn(admin), at, admin)
    const account = await findAdmin(db, admin.id)
    if (!(await checkPassword(account?.password_hash, proof.current_password))) {
      await logEvent(db, 'confirmation-failed', admin, at, 'password')
      refuse('wrong_password', { fields: { current_password: 'The password is not right.' } })
    }
    return void (await forgive(db, 'account', signedIn(admin)))
  }
  if (proof.code === undefined) throw new Refusal(400, 'The password or a mailed code is required.')
  await admitTry(db, 'code', signedIn(admin), at, admin)
  const kinds: CodeKind[] = ['reauthentication']
  const typed = typedOf(deps, { email: admin.email, digits: proof.code }, kinds, at)
  if (!(await redeemTyped(db, admin.id, typed))) {
    await countWrongDigits(db, admin.email, kinds)
    await logEvent(db, 'confirmation-failed', admin, at, 'otp')
    refuse('reauthentication_not_valid', {
      fields: { code: 'The code is not right, or has expired.' },
    })
  }
  await forgive(db, 'code', signedIn(admin))
  await forgive(db, 'mail', mailAskedBy('reauthentication', admin))
}

export async function confirmIdentity(deps: Deps, admin: SignedIn, proof: Proof): Promise<void> {
  await proveIdentity(deps, admin, proof)
  await changeSession(deps.db, admin.sessionId, { confirmed_at: deps.now().toISOString() })
}
