import { findAdminByEmail } from '../administrators/queries.ts'
import { newCode } from '../codes/one-time-codes.ts'
import type { CodeKind } from '../codes/queries.ts'
import type { Deps } from '../deps.ts'
import { logEvent } from '../security-log/log-event.ts'
import { type From, isBanned } from './guard.ts'
import { admitTry } from './throttle.ts'

/**
 * Mails a link and a code if the address has an account. Neither the answer nor its time tells
 * whether it has: the account is looked up when the answer is out.
 * @throws Refusal 429 after too many mails to one address, known or not
 */
export async function mailCodeTo(
  deps: Deps,
  email: string,
  kind: 'recovery' | 'magiclink' | 'signup',
  from: From,
): Promise<void> {
  const at = deps.now()
  await admitTry(deps.db, 'mail', email.toLowerCase(), at)
  deps.accountMail.inBackground(async () => {
    const admin = await findAdminByEmail(deps.db, email)
    if (!admin || isBanned(admin, at)) return
    // An address is confirmed once; and who has not opened the invitation has nothing to recover.
    if ((kind === 'signup') === Boolean(admin.email_confirmed_at)) return
    if (kind === 'recovery')
      await logEvent(deps.db, 'password-reset-asked', { ...admin, ...from }, at)
    await mailCode(deps, { adminId: admin.id, kind, email: admin.email })
  })
}

/** Mails a link and a code to `email`, whose account is known. */
export async function mailCode(
  deps: Pick<Deps, 'db' | 'secretKey' | 'accountMail' | 'now'>,
  { adminId, kind, email }: { adminId: string; kind: CodeKind; email: string },
): Promise<void> {
  const code = await newCode(deps.db, deps, { adminId, kind, email, at: deps.now() })
  deps.accountMail.sendCode(email, code)
}
