import type { Selectable } from 'kysely'
import { NOTICES } from '../account-mails/letters.ts'
import {
  changeAdmin,
  findAdminByEmail,
  findAdminByNewEmail,
  lockAdmin,
} from '../administrators/queries.ts'
import { mailTo } from '../auth/count-names.ts'
import { countedAs } from '../auth/counted-as.ts'
import { type From, isBanned } from '../auth/guard.ts'
import { refuse } from '../auth/refusals.ts'
import { hashToken } from '../auth/secret-token.ts'
import { forgive, logRefusal, pauseOf, refuseFor } from '../auth/throttle.ts'
import type { AdminRow } from '../db/account-schema.ts'
import type { Tx } from '../db/schema.ts'
import { isUniqueViolation, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { logEvent } from '../security-log/log-event.ts'
import { redeemDigits, redeemToken } from './one-time-codes.ts'
import { type CodeKind, deleteCodes, findByToken } from './queries.ts'

type Admin = Selectable<AdminRow>

/** What a person got by mail: the token of its link, or its digits with the address they came to. */
export type Mailed = { token: string } | { email: string; digits: string }

interface Redeeming<T> {
  kinds: CodeKind[]
  from: From
  /** What must happen together with it, or not at all. */
  alongside?: (tx: Tx, admin: Admin, kind: CodeKind) => Promise<T>
}

/**
 * Uses a mailed code up and does what it proves: the address it came to is its owner's.
 * @throws Refusal otp_expired, user_banned; 429 after too many wrong digits
 */
export async function redeemCode<T>(deps: Deps, mailed: Mailed, redeeming: Redeeming<T>) {
  const { from } = redeeming
  const tries = 'digits' in mailed ? await countDigits(deps, mailed.email, from) : undefined
  const redeemed = await transact(deps.db, (tx) => redeem(tx, deps, mailed, redeeming)).catch(
    refuseTaken,
  )
  if (!redeemed) {
    if ('digits' in mailed)
      behindAnswer(deps, mailed.email, (admin) =>
        logEvent(deps.db, 'sign-in-failed', { ...admin, ...from }, deps.now(), 'otp'),
      )
    refuse('otp_expired')
  }
  if (tries) await forgive(deps.db, tries)
  const { admin, before, kind } = redeemed
  // With it the others of its kind are void: who needs another mail must not wait for it.
  await forgive(deps.db, { mail: mailTo(kind, before) })
  if (before !== admin.email)
    deps.accountMail.sendNotice(before, NOTICES.email_changed(admin.email))
  return redeemed
}

async function countDigits(deps: Deps, email: string, from: From) {
  const at = deps.now()
  const code = await countedAs(deps.db, email.toLowerCase(), from)
  const pauseEnds = await pauseOf(deps.db, 'code', code, at)
  if (!pauseEnds) return { code }
  behindAnswer(deps, email, (admin) =>
    logRefusal(deps.db, 'code', code, { by: { ...admin, ...from }, now: at }),
  )
  refuseFor('code', pauseEnds, at)
}

/**
 * Logs what was tried, only where there is such an account: made-up addresses would fill the log.
 * When the answer is out, for its time would tell.
 */
const behindAnswer = (
  { db, accountMail }: Deps,
  email: string,
  log: (admin: { id: string; email: string }) => Promise<unknown>,
) =>
  accountMail.inBackground(async () => {
    const admin = (await findAdminByEmail(db, email)) ?? (await findAdminByNewEmail(db, email))
    if (admin) await log({ id: admin.id, email: admin.email })
  })

async function redeem<T>(
  tx: Tx,
  deps: Deps,
  mailed: Mailed,
  { kinds, from, alongside }: Redeeming<T>,
) {
  const at = deps.now()
  const ownerId = await ownerOf(tx, mailed, kinds, at)
  // Before the code, in the order of those who change the account and make its codes void.
  const owner = ownerId && (await lockAdmin(tx, ownerId))
  const code = owner && (await takeCode(tx, deps, owner.id, { mailed, kinds, at }))
  if (!code) return undefined
  if (isBanned(owner, at)) refuse('user_banned')
  let admin = await changeAdmin(tx, owner.id, {
    email_confirmed_at: owner.email_confirmed_at ?? at.toISOString(),
  })
  if (code.kind === 'email_change') {
    admin = await changeAdmin(tx, owner.id, { email: code.email, new_email: null })
    // What was mailed to the old address: perhaps it is given up because others read it.
    await deleteCodes(tx, owner.id)
    await logEvent(tx, 'email-changed', { ...owner, ...from }, at, code.email)
  }
  const done = await alongside?.(tx, admin!, code.kind)
  return { kind: code.kind, admin: admin!, before: owner.email, done }
}

async function ownerOf(tx: Tx, mailed: Mailed, kinds: CodeKind[], at: Date) {
  if ('token' in mailed)
    return (await findByToken(tx, hashToken(mailed.token), at.toISOString()))?.admin_id
  const admin =
    (await findAdminByEmail(tx, mailed.email)) ??
    (kinds.includes('email_change') ? await findAdminByNewEmail(tx, mailed.email) : undefined)
  return admin?.id
}

interface Taking {
  mailed: Mailed
  kinds: CodeKind[]
  at: Date
}

const takeCode = (tx: Tx, deps: Deps, adminId: string, { mailed, kinds, at }: Taking) =>
  'token' in mailed
    ? redeemToken(tx, mailed.token, kinds, at)
    : redeemDigits(tx, deps, { ...mailed, adminId, kinds }, at)

/** Another account took the address since the change was asked for. */
function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error)) refuse('email_exists')
  throw error
}
