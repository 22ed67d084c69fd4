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

/** Mails a code if the account exists. Looks it up after the reply, at equal cost either way. */
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

/** An address that another account took is no longer mailed. */
async function mayConfirm(
  { db }: Deps,
  to: string | undefined,
  { email, at }: { email: string; at: Date },
): Promise<boolean> {
  const taken = await findAdminByEmail(db, to ?? email)
  // A count of its own, which does not delay mails to the address.
  const pause = await pauseOf(db, 'mail', changeMailedAgain(to ?? `nobody ${email}`), at)
  return !taken && !pause
}

type MailedKind = 'recovery' | 'magiclink' | 'signup' | 'email_change'

/** The address for a code of this kind. An open invitation is the only way in for its account. */
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
  from?: From
}

/** Mails a code, by the same statements either way. The lock keeps only the newest digits valid. */
export async function mailCode(
  deps: Pick<Deps, 'db' | 'secretKey' | 'accountMail' | 'now'>,
  { adminId, kind, email, from }: Asked,
): Promise<boolean> {
  const at = deps.now()
  const code = await transactEvenly(deps.db, async (tx) => {
    const owner = await lockAdmin(tx, adminId)
    if (kind === 'recovery' && from) {
      const by = { id: adminId, email: owner?.email ?? email, ...from }
      await logEventIfAdmin(tx, 'password-reset-asked', by, at)
    }
    const made = await newCode(tx, deps, { adminId, kind, email, at })
    return owner && made
  })
  if (code) deps.accountMail.sendCode(email, code)
  return code !== undefined
}
