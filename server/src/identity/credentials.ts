import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Accounts } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { NOTICES } from './account-letters.ts'
import { changeAdmin, findAdmin, findAdminByEmail, NOBODY } from './administrators/queries.ts'
import { asCaller, demandConfirmed } from './guard.ts'
import { mailCode } from './mailed-codes.ts'
import * as codes from './one-time-codes.ts'
import { checkPassword, hashPassword, setPassword } from './passwords.ts'
import { refuse } from './refusals.ts'
import { logEvent } from './security-log/queries.ts'
import { changeSession } from './sessions/queries.ts'
import { admitTry, changeTo, forgive, mailAskedBy, signedIn } from './throttle.ts'

export interface Proof {
  current_password?: string
  code?: string
}

export async function mailProof(deps: Accounts, admin: SignedIn): Promise<void> {
  await admitTry(deps.db, 'mail', mailAskedBy('reauthentication', admin), deps.now())
  await mailCode(deps, { adminId: admin.id, kind: 'reauthentication', email: admin.email })
}

/** Takes the password or a mailed code as proof. Strangers' tries at the sign-in do not count here. */
export async function proveIdentity(deps: Accounts, admin: SignedIn, proof: Proof): Promise<void> {
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
  const kinds: codes.CodeKind[] = ['reauthentication']
  const typed = codes.typedOf(deps, { email: admin.email, digits: proof.code }, kinds, at)
  if (!(await codes.redeemTyped(db, admin.id, typed))) {
    await codes.countWrongDigits(db, admin.email, kinds)
    await logEvent(db, 'confirmation-failed', admin, at, 'otp')
    refuse('reauthentication_not_valid', {
      fields: { code: 'The code is not right, or has expired.' },
    })
  }
  await forgive(db, 'code', signedIn(admin))
  await forgive(db, 'mail', mailAskedBy('reauthentication', admin))
}

export async function confirmIdentity(deps: Accounts, admin: SignedIn, proof: Proof) {
  await proveIdentity(deps, admin, proof)
  await changeSession(deps.db, admin.sessionId, { confirmed_at: deps.now().toISOString() })
}

/** Ends every other session. Callers check the strength before the proof, which a refusal must not use up. */
export async function changePassword(deps: Accounts, admin: SignedIn, password: string) {
  const account = await findAdmin(deps.db, admin.id)
  if (await checkPassword(account?.password_hash, password)) refuse('same_password')
  const password_hash = await hashPassword(password)
  await asCaller(deps, admin, async (tx) => {
    await setPassword(tx, admin, password_hash, { except: admin.sessionId })
    await logEvent(tx, 'password-changed', admin, deps.now())
  })
  deps.accountMail.sendNotice(admin.email, NOTICES.password_changed())
}

/** Asks for another address, which counts once its mail is opened. Only administrators see that it is taken. */
export async function requestEmailChange(deps: Accounts, admin: SignedIn, wanted: string) {
  const at = deps.now()
  demandConfirmed(admin, at)
  const email = wanted.toLowerCase()
  const taken = await findAdminByEmail(deps.db, email)
  if (taken && admin.role === 'admin') refuse('email_exists')
  await admitTry(deps.db, 'mail', mailAskedBy('email_change', admin), at)
  await admitTry(deps.db, 'mail', changeTo(email), at)
  await asCaller(deps, admin, async (tx) => {
    await changeAdmin(tx, admin.id, { new_email: email })
    await codes.deleteCodes(tx, admin.id, ['email_change'])
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

export const cancelEmailChange = (db: Db, admin: SignedIn): Promise<void> =>
  transact(db, async (tx) => {
    await changeAdmin(tx, admin.id, { new_email: null })
    await codes.deleteCodes(tx, admin.id, ['email_change'])
  })
