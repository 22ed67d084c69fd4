import type { SecurityEvent } from '@attest/contract/security-log'
import type { Selectable } from 'kysely'
import type { AdminRow } from '../../db/account-schema.ts'
import type { Tx } from '../../db/schema.ts'
import type { Accounts, Deps, Timed } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { NOTICES } from '../account-letters.ts'
import { dropFactor, resetFactors } from '../factors/change-factors.ts'
import { asAdmin, isBanned } from '../guard.ts'
import { newCode, type OneTimeCode } from '../one-time-codes.ts'
import { readAdministrator } from '../read-accounts.ts'
import { refuse } from '../refusals.ts'
import { logEvent } from '../security-log/queries.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { admitTry, forgiveEverywhere, mailTo } from '../throttle.ts'
import * as queries from './queries.ts'

interface Invited {
  id: string
  email: string
  /** Undefined while a mail server is set, since only the mailbox proves who accepts. */
  link: string | undefined
}

export async function invite(
  deps: Pick<Deps, 'accountMail' | 'db' | 'mail' | 'now' | 'secretKey'>,
  by: SignedIn,
  email: string,
  data: object = {},
): Promise<Invited> {
  const at = deps.now()
  const made = await asAdmin(deps, by, async (tx) => {
    const admin = await queries.addAdmin(tx, {
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

export async function inviteAgain(
  deps: Pick<Deps, 'accountMail' | 'db' | 'mail' | 'now' | 'secretKey'>,
  by: SignedIn,
  id: string,
): Promise<Invited> {
  const at = deps.now()
  const { email, code } = await asAdmin(deps, by, async (tx) => {
    const { email } = demandOpen(await queries.lockAdmin(tx, id))
    await admitTry(tx, 'mail', mailTo('invite', email), at)
    await queries.changeAdmin(tx, id, { invited_at: at.toISOString() })
    await logEvent(tx, 'admin-invited', by, at, email)
    // Inside the transaction: a later code would survive the invitation's acceptance.
    return { email, code: await newCode(tx, deps, { adminId: id, kind: 'invite', email, at }) }
  })
  return send(deps, { id, email, code })
}

function send(
  { accountMail, mail }: Pick<Deps, 'accountMail' | 'mail'>,
  { id, email, code }: { id: string; email: string; code: OneTimeCode },
): Invited {
  accountMail.sendCode(email, code)
  const link = mail.provider === 'outbox' ? accountMail.linkOf(code) : undefined
  return { id, email, link }
}

export const withdraw = (deps: Timed, by: SignedIn, id: string): Promise<void> =>
  asAdmin(deps, by, async (tx) => {
    const { email } = demandOpen(await queries.lockAdmin(tx, id))
    await queries.deleteAdmin(tx, id)
    await logEvent(tx, 'invitation-withdrawn', by, deps.now(), email)
  })

function demandOpen(admin: Selectable<AdminRow> | undefined) {
  if (!admin?.invited_at || admin.email_confirmed_at)
    refuse('user_not_found', { message: 'This invitation is no longer open.' })
  return admin
}

type Change<T> = (tx: Tx, id: string, email: string) => Promise<T>

const change = <T>(
  deps: Timed,
  by: SignedIn,
  id: string,
  event: SecurityEvent,
  work: Change<T>,
): Promise<T> =>
  asAdmin(deps, by, async (tx) => {
    const { email } = (await queries.findAdmin(tx, id)) ?? refuse('user_not_found')
    const done = await work(tx, id, email)
    await logEvent(tx, event, by, deps.now(), email)
    return done
  })

/** Serves a lost phone. Informs the owner, since the password alone is enough then. */
export async function resetSecondFactor(deps: Accounts, by: SignedIn, id: string) {
  await change(deps, by, id, 'factors-reset', async (tx, _, email) => {
    await resetFactors(tx, { id, email }, { except: by.sessionId })
  })
  const administrator = await readAdministrator(deps, id)
  deps.accountMail.sendNotice(administrator.email, NOTICES.factors_reset(by.email))
  return administrator
}

/** Informs the owner, and whether the password alone is enough then. An unproven factor is removed silently. */
export async function removeFactorOf(
  deps: Accounts,
  by: SignedIn,
  { id, factorId }: { id: string; factorId: string },
): Promise<void> {
  const notice = await change(deps, by, id, 'factors-reset', async (tx, _, email) => {
    await queries.lockAdmin(tx, id)
    const { factor, last } = await dropFactor(tx, id, factorId)
    if (factor.status === 'unverified') return undefined
    await deleteSessions(tx, id, { except: by.sessionId })
    await forgiveEverywhere(tx, 'factor', email)
    const words = last ? NOTICES.factors_reset(by.email) : NOTICES.factor_removed(factor.name)
    return { email, words }
  })
  if (notice) deps.accountMail.sendNotice(notice.email, notice.words)
}

export const removeAdministrator = (deps: Timed, by: SignedIn, id: string): Promise<void> =>
  change(deps, by, id, 'admin-removed', async (tx) => {
    await demandAnotherAdministrator(tx, by, id, deps.now())
    await queries.deleteAdmin(tx, id)
  })

export async function demandAnotherAdministrator(tx: Tx, by: { id: string }, id: string, at: Date) {
  if (by.id === id) refuse('yourself')
  const admin = await queries.findAdmin(tx, id)
  const atWork = admin?.role === 'admin' && admin.email_confirmed_at && !isBanned(admin, at)
  if (atWork && !(await queries.findOtherAtWork(tx, id, at.toISOString()))) refuse('last_admin')
}
