import type { Selectable } from 'kysely'
import type { AdminRow } from '../../db/account-schema.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { newCode, type OneTimeCode } from '../one-time-codes.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/log-event.ts'
import { asAdmin } from '../sessions/lock-caller.ts'
import { admitTry, mailTo } from '../throttle.ts'
import { addAdmin, changeAdmin, deleteAdmin, lockAdmin } from './queries.ts'

interface Invited {
  id: string
  email: string
  /** Undefined while a mail server is set: only the mailbox proves who accepts. */
  link: string | undefined
}

export async function invite(
  deps: Deps,
  by: SignedIn,
  email: string,
  data: object = {},
): Promise<Invited> {
  const at = deps.now()
  const made = await asAdmin(deps, by, async (tx) => {
    const admin = await addAdmin(tx, {
      email,
      invited_at: at.toISOString(),
      user_metadata: JSON.stringify(data),
    })
    if (!admin)
      refuse('email_exists', { fields: { email: 'This address already has an account.' } })
    await logEvent(tx, 'admin-invited', by, at, admin.email)
    const invitation = { adminId: admin.id, kind: 'invite', email: admin.email, at } as const
    return { ...admin, code: await newCode(tx, deps, invitation) }
  })
  return send(deps, made)
}

export async function inviteAgain(deps: Deps, by: SignedIn, id: string): Promise<Invited> {
  const at = deps.now()
  const { email, code } = await asAdmin(deps, by, async (tx) => {
    const { email } = demandOpen(await lockAdmin(tx, id))
    await admitTry(tx, 'mail', mailTo('invite', email), at)
    await changeAdmin(tx, id, { invited_at: at.toISOString() })
    await logEvent(tx, 'admin-invited', by, at, email)
    // Inside the transaction: a later code would survive the invitation's acceptance.
    return { email, code: await newCode(tx, deps, { adminId: id, kind: 'invite', email, at }) }
  })
  return send(deps, { id, email, code })
}

interface Made {
  id: string
  email: string
  code: OneTimeCode
}

function send({ accountMail, mail }: Deps, { id, email, code }: Made): Invited {
  accountMail.sendCode(email, code)
  const link = mail.provider === 'outbox' ? accountMail.linkOf(code) : undefined
  return { id, email, link }
}

export const withdraw = (deps: Deps, by: SignedIn, id: string): Promise<void> =>
  asAdmin(deps, by, async (tx) => {
    const { email } = demandOpen(await lockAdmin(tx, id))
    await deleteAdmin(tx, id)
    await logEvent(tx, 'invitation-withdrawn', by, deps.now(), email)
  })

function demandOpen(admin: Selectable<AdminRow> | undefined) {
  if (!admin?.invited_at || admin.email_confirmed_at)
    refuse('user_not_found', { message: 'This invitation is no longer open.' })
  return admin
}
