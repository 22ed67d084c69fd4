import type { Accounts, Identity } from '../../deps.ts'
import type { From } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { findAdmin } from '../administrators/queries.ts'
import { passesCode, passesRecoveryCode, provenFactors } from '../factors/second-step.ts'
import { redeemCode } from '../mailed-codes.ts'
import { findCode, typedOf, WAYS_IN } from '../one-time-codes.ts'
import { demandPasswordStrength, hashPassword, setPassword } from '../passwords.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/queries.ts'
import { admitTry, forgive, linkHolder } from '../throttle.ts'
import { openSession, replyWithToken } from './sessions.ts'

/** Reads a link without using it up, since mail scanners open links before people do. */
export async function readLink(deps: Accounts, token: string) {
  const typed = typedOf(deps, { token }, WAYS_IN, deps.now())
  const code = await findCode(deps.db, typed)
  if (!code || code.kind === 'reauthentication') refuse('otp_expired')
  const proven = await provenFactors(deps.db, code.admin_id)
  return {
    kind: code.kind,
    email: code.email,
    admin_id: code.admin_id,
    second_factor: proven.length > 0,
    authenticator_app: proven.some(({ type }) => type === 'totp'),
  }
}

export async function setPasswordByLink(
  deps: Identity,
  { token, password, code }: { token: string; password: string; code?: string },
  from: From,
): Promise<void> {
  const at = deps.now()
  const link = await readLink(deps, token)
  const { email } = (await findAdmin(deps.db, link.admin_id)) ?? refuse('otp_expired')
  await demandPasswordStrength(deps, { password, email }, linkHolder(email))
  if (link.second_factor)
    await demandSecondFactor(deps, { id: link.admin_id, email, ...from }, code)
  const password_hash = await hashPassword(password)
  const { admin } = await redeemCode(
    deps,
    { token },
    {
      kinds: ['recovery', 'invite'],
      from,
      alongside: async (tx, owner) => {
        await setPassword(tx, owner, password_hash)
        await logEvent(tx, 'password-changed', { ...owner, ...from }, at, 'by mail')
      },
    },
  )
  deps.accountMail.sendNotice(admin.email, NOTICES.password_changed())
}

async function demandSecondFactor(
  deps: Accounts,
  owner: From & { id: string; email: string },
  code: string | undefined,
): Promise<void> {
  const { id, email } = owner
  if (!code) refuse('insufficient_aal', { message: 'The code of your second factor is missing.' })
  const at = deps.now()
  // Somebody who has only the password must not delay the link's holder.
  const counted = linkHolder(email)
  await admitTry(deps.db, 'factor', counted, at, owner)
  const apps = await provenFactors(deps.db, id, 'totp')
  const passes =
    (await passesCode(deps, apps, code.replace(/\s/g, ''))) ||
    (await passesRecoveryCode(deps, id, code))
  if (!passes) {
    await logEvent(deps.db, 'second-step-failed', owner, at, 'recovery')
    refuse('mfa_verification_failed')
  }
  await forgive(deps.db, 'factor', counted)
}

export async function confirmByLink(deps: Accounts, token: string, from: From): Promise<void> {
  await redeemCode(deps, { token }, { kinds: ['email_change', 'signup'], from })
}

export async function signInByLink(deps: Identity, token: string, from: From) {
  const step = { method: 'magiclink', from, at: deps.now() } as const
  const { admin, done: session } = await redeemCode(
    deps,
    { token },
    { kinds: ['magiclink'], from, alongside: (tx, owner) => openSession(deps, tx, owner, step) },
  )
  return replyWithToken(deps, admin, session ?? refuse('otp_expired'))
}
