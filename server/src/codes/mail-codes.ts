import type { Selectable } from 'kysely'
import { findAdminByEmail, lockAdmin } from '../administrators/queries.ts'
import { changeMailedAgain, mailTo } from '../auth/count-names.ts'
import { type From, isBanned } from '../auth/guard.ts'
import { admitTry, pauseOf } from '../auth/throttle.ts'
import type { AdminRow } from '../db/account-schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { logEvent } from '../security-log/log-event.ts'
import { newCode } from './one-time-codes.ts'
import type { CodeKind } from './queries.ts'

/**
 * Mails a link and a code if the address has an account. Neither the answer nor its time tells
 * whether it has: the account is looked up when the answer is out. Each kind has a count of its own,
 * or strangers could hold a mail up by asking for others: a pause means that such a mail lies there.
 * @throws Refusal 429 after too many of one kind to one address, known or not
 */
export async function mailCodeTo(
  deps: Deps,
  email: string,
  kind: MailedKind,
  from: From,
): Promise<void> {
  const at = deps.now()
  await admitTry(deps.db, 'mail', mailTo(kind, email), at)
  deps.accountMail.inBackground(async () => {
    const admin = await findAdminByEmail(deps.db, email)
    if (!admin || isBanned(admin, at)) return
    const to = recipient(admin, kind)
    if (!to || (kind === 'email_change' && !(await mayConfirm(deps, to, at)))) return
    if (kind === 'recovery')
      await logEvent(deps.db, 'password-reset-asked', { ...admin, ...from }, at)
    await mailCode(deps, { adminId: admin.id, kind, email: to })
  })
}

/** Not what belongs to another account by now, and only so often: it is not the address that asked. */
const mayConfirm = async ({ db }: Deps, to: string, at: Date): Promise<boolean> =>
  !(await findAdminByEmail(db, to)) && !(await pauseOf(db, 'mail', changeMailedAgain(to), at))

type MailedKind = 'recovery' | 'magiclink' | 'signup' | 'email_change'

/**
 * The address a code of this kind may go to. One is confirmed once; who was invited is let in by the
 * invitation alone, as long as that is open, and has nothing to recover before.
 */
function recipient(admin: Selectable<AdminRow>, kind: MailedKind): string | undefined {
  const { email, email_confirmed_at, invited_at, new_email } = admin
  if (kind === 'signup') return email_confirmed_at || invited_at ? undefined : email
  if (!email_confirmed_at) return undefined
  return kind === 'email_change' ? (new_email ?? undefined) : email
}

/**
 * Mails a link and a code to `email`, unless the account is gone by now. The account is held meanwhile: of two mails
 * that are asked for at once the second makes the first one's digits void.
 */
export async function mailCode(
  deps: Pick<Deps, 'db' | 'secretKey' | 'accountMail' | 'now'>,
  { adminId, kind, email }: { adminId: string; kind: CodeKind; email: string },
): Promise<void> {
  const code = await transact(
    deps.db,
    async (tx) =>
      (await lockAdmin(tx, adminId)) && newCode(tx, deps, { adminId, kind, email, at: deps.now() }),
  )
  if (code) deps.accountMail.sendCode(email, code)
}
