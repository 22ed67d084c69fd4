import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AdminRow } from '../db/account-schema.ts'
import { transactEvenly } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { From } from '../http/signed-in.ts'
import { NOTICES } from '../identity/account-letters.ts'
import {
  addAdmin,
  deleteAdmin,
  findAdminByEmail,
  lockAdmin,
  NOBODY,
} from '../identity/administrators/queries.ts'
import { isBanned } from '../identity/guard.ts'
import { mailCode } from '../identity/mailed-codes.ts'
import { demandPasswordStrength, hashPassword } from '../identity/passwords.ts'
import { refuse } from '../identity/refusals.ts'
import { logEventIfAdmin } from '../identity/security-log/log-event.ts'
import { admitTry, signUpAt, signUpWith } from '../identity/throttle.ts'
import { describeUser } from './user-reply.ts'

interface SignUp {
  email: string
  password: string
  data?: Record<string, unknown>
}

/** Makes an account without rights. For a known address the reply is the same, and its owner gets a mail. */
export async function signUp(deps: Deps, { email, password, data = {} }: SignUp, from: From) {
  if (!deps.config.ALLOW_SIGNUP) refuse('signup_disabled')
  await demandPasswordStrength(deps, { password, email }, signUpAt(from.address), 'address')
  const at = deps.now()
  await admitTry(deps.db, 'mail', signUpWith(email), at)
  const account = {
    id: randomUUID(),
    email: email.toLowerCase(),
    password_hash: await hashPassword(password),
    role: 'member' as const,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  }
  const made = await transactEvenly(deps.db, async (tx) => {
    // The same statements run whether or not the address has an account.
    const known = await findAdminByEmail(tx, email)
    const before = await lockAdmin(tx, known?.id ?? NOBODY)
    // Replaces an unproven account with its password and mails, so that confirming lets only one in.
    await deleteAdmin(tx, before && isUnproven(before, at) ? before.id : NOBODY)
    const admin = await addAdmin(tx, { ...account, user_metadata: JSON.stringify(data) })
    await logEventIfAdmin(tx, 'signed-up', { ...account, ...from }, at)
    return admin
  })
  deps.accountMail.inBackground(() => mailOwner(deps, account.email, made?.id), {
    spread: true,
  })
  return describeUser(deps.db, { ...account, ...UNUSED, user_metadata: data })
}

const isUnproven = (admin: Selectable<AdminRow>, at: Date): boolean =>
  admin.role === 'member' && !admin.email_confirmed_at && !admin.invited_at && !isBanned(admin, at)

const UNUSED = {
  email_confirmed_at: null,
  new_email: null,
  invited_at: null,
  banned_until: null,
  last_sign_in_at: null,
  app_metadata: {},
}

async function mailOwner(deps: Deps, email: string, madeId: string | undefined): Promise<void> {
  const owner = await findAdminByEmail(deps.db, email)
  const adminId = madeId ?? NOBODY
  const isMailed = await mailCode(deps, { adminId, kind: 'signup', email })
  // Others have an open invitation in their mailbox.
  if (!isMailed && owner?.email_confirmed_at)
    deps.accountMail.sendNotice(email, NOTICES.signed_up_again())
}
