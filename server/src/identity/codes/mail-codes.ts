import type { Selectable } from 'kysely'
import type { AdminRow } from '../../db/account-schema.ts'
import { transactEvenly } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { From } from '../../http/signed-in.ts'
import { findAdminByEmail, lockAdmin, NOBODY } from '../administrators/queries.ts'
import { isBanned } from '../guard.ts'
import { logEventIfAdmin } from '../security-log/log-event.ts'
import { admitTry, pauseOf } from '../throttle/throttle.ts'
import { changeMailedAgain, mailTo } from '../throttle/throttle-keys.ts'
import { newCode } from './one-time-codes.ts'
import type { CodeKind } from './queries.ts'

/**
 * Mails a link and a code if the address has an account. Neither the answer nor its time tells whether
 * it has: the account is looked up after the answer, and one that is not there costs the same work.
 * Each kind has a count of its own, or strangers could hold a mail up by asking for others: a pause
 * means that such a mail lies there.
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
  deps.accountMail.inBackground(
    async () => {
      const admin = await findAdminByEmail(deps.db, email)
      const to = admin && !isBanned(admin, at) ? recipient(admin, kind) : undefined
      const mayGo = kind !== 'email_change' || (await mayConfirm(deps, to, { email, at }))
      const adminId = admin && to && mayGo ? admin.id : NOBODY
      await mailCode(deps, { adminId, kind, email: to ?? email.toLowerCase(), from })
    },
    { spread: true },
  )
}

/** Not what belongs to another account by now, and only so often: it is not the address that asked. */
async function mayConfirm(
  { db }: Deps,
  to: string | undefined,
  { email, at }: { email: string; at: Date },
): Promise<boolean> {
  const taken = await findAdminByEmail(db, to ?? email)
  // Nobody's has a count of its own: it must not hold up a mail to the address.
  const pause = await pauseOf(db, 'mail', changeMailedAgain(to ?? `nobody ${email}`), at)
  return !taken && !pause
}

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

interface Asked {
  adminId: string
  kind: CodeKind
  email: string
  /** Where a stranger asks from. */
  from?: From
}

/**
 * Mails a link and a code to `email`, and gives whether it does: not if the account is gone or nobody's, after the same
 * statements. The account is held meanwhile: of two mails that are asked for at once the second makes the first one's
 * digits void.
 */
export async function mailCode(
  deps: Pick<Deps, 'db' | 'secretKey' | 'accountMail' | 'now'>,
  { adminId, kind, email, from }: Asked,
): Promise<boolean> {
  const at = deps.now()
  const code = await transactEvenly(deps.db, async (tx) => {
    const owner = await lockAdmin(tx, adminId)
    if (kind === 'recovery' && from) {
      const by = { id: adminId, email: owner?.email ?? email, ...from }
      await logEventIfAdmin(tx, adminId, 'password-reset-asked', by, at)
    }
    const made = await newCode(tx, deps, { adminId, kind, email, at })
    return owner && made
  })
  if (code) deps.accountMail.sendCode(email, code)
  return code !== undefined
}
