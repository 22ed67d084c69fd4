import type { Selectable } from 'kysely'
import type { AdminRow } from '../db/account-schema.ts'
import type { Db, Tx } from '../db/schema.ts'
import { transact, transactEvenly } from '../db/transact.ts'
import type { Accounts, Deps } from '../deps.ts'
import type { From } from '../http/signed-in.ts'
import { NOTICES } from './account-letters.ts'
import * as administrators from './administrators/queries.ts'
import { isBanned } from './guard.ts'
import type { CodeKind, Mailed } from './one-time-codes.ts'
import * as codes from './one-time-codes.ts'
import { refuse, refuseTaken } from './refusals.ts'
import { logEvent, logEventIfAdmin } from './security-log/queries.ts'
import type { Method } from './sessions/sessions.ts'
import * as throttle from './throttle.ts'

/** Mails a code if the account exists. Looks it up after the reply, at equal cost either way. */
export async function mailCodeTo(deps: Accounts, email: string, kind: MailedKind, from: From) {
  const at = deps.now()
  await throttle.admitTry(deps.db, 'mail', throttle.mailTo(kind, email), at)
  deps.accountMail.inBackground(
    async () => {
      const admin = await administrators.findAdminByEmail(deps.db, email)
      const to = admin && !isBanned(admin, at) ? recipient(admin, kind) : undefined
      const mayGo = kind !== 'email_change' || (await mayConfirm(deps.db, to, { email, at }))
      const adminId = admin && to && mayGo ? admin.id : administrators.NOBODY
      await mailCode(deps, { adminId, kind, email: to ?? email.toLowerCase(), from })
    },
    { spread: true },
  )
}

/** An address that another account took is no longer mailed. */
async function mayConfirm(
  db: Db,
  to: string | undefined,
  { email, at }: { email: string; at: Date },
): Promise<boolean> {
  const taken = await administrators.findAdminByEmail(db, to ?? email)
  // Uses a separate count, which does not delay mails to the address.
  const pause = await throttle.pauseOf(
    db,
    'mail',
    throttle.changeMailedAgain(to ?? `nobody ${email}`),
    at,
  )
  return !taken && !pause
}

export type MailedKind = 'recovery' | 'magiclink' | 'signup' | 'email_change'

/** The address for a code of this kind. An open invitation is the only way in for its account. */
function recipient(admin: Selectable<AdminRow>, kind: MailedKind): string | undefined {
  const { email, email_confirmed_at, invited_at, new_email } = admin
  if (kind === 'signup') return email_confirmed_at || invited_at ? undefined : email
  if (!email_confirmed_at) return undefined
  return kind === 'email_change' ? (new_email ?? undefined) : email
}

/** Mails a code, by the same statements with or without an account. The lock keeps only the newest digits valid. */
export async function mailCode(
  deps: Pick<Deps, 'db' | 'secretKey' | 'accountMail' | 'now'>,
  { adminId, kind, email, from }: { adminId: string; kind: CodeKind; email: string; from?: From },
): Promise<boolean> {
  const at = deps.now()
  const code = await transactEvenly(deps.db, async (tx) => {
    const owner = await administrators.lockAdmin(tx, adminId)
    if (kind === 'recovery' && from) {
      const by = { id: adminId, email: owner?.email ?? email, ...from }
      await logEventIfAdmin(tx, 'password-reset-asked', by, at)
    }
    const made = await codes.newCode(tx, deps, { adminId, kind, email, at })
    return owner && made
  })
  if (code) deps.accountMail.sendCode(email, code)
  return code !== undefined
}

type Admin = Selectable<AdminRow>

export function methodOf(kind: CodeKind, mailed: Mailed): Method {
  if (kind === 'recovery' || kind === 'invite') return kind
  return kind === 'magiclink' && 'token' in mailed ? 'magiclink' : 'otp'
}

interface Redeeming<T> {
  kinds: CodeKind[]
  from: From
  alongside?: (tx: Tx, admin: Admin, kind: CodeKind) => Promise<T>
}

export async function redeemCode<T>(deps: Accounts, mailed: Mailed, redeeming: Redeeming<T>) {
  const { from } = redeeming
  const counted = 'digits' in mailed && (await countDigits(deps, mailed.email, from))
  const redeemed = await transact(deps.db, (tx) => redeem(tx, deps, mailed, redeeming)).catch(
    refuseTaken('email_exists'),
  )
  if (!redeemed) {
    if ('digits' in mailed) noteWrongDigits(deps, mailed.email, redeeming)
    refuse('otp_expired')
  }
  if (redeemed.banned) {
    const way = methodOf(redeemed.kind, mailed)
    await logEvent(deps.db, 'sign-in-refused', { ...redeemed.banned, ...from }, deps.now(), way)
    refuse('user_banned')
  }
  if (counted) await throttle.forgive(deps.db, 'code', counted)
  const { admin, before, kind } = redeemed
  // Using a code voids the others of its kind, so another may be sent at once.
  await throttle.forgive(deps.db, 'mail', throttle.mailTo(kind, before))
  if (before !== admin.email)
    deps.accountMail.sendNotice(before, NOTICES.email_changed(admin.email))
  return redeemed
}

async function countDigits(deps: Accounts, email: string, from: From) {
  const at = deps.now()
  const counted = await throttle.signInKey(deps.db, email.toLowerCase(), from)
  const pauseEnds = await throttle.pauseOf(deps.db, 'code', counted, at)
  if (!pauseEnds) return counted
  afterReply(deps, email, (tx, admin) =>
    throttle.logRefusal(tx, 'code', counted, { by: { ...admin, ...from }, now: at, ifAdmin: true }),
  )
  throttle.refuseFor('code', pauseEnds, at)
}

/** Counts after the reply, which would otherwise reveal an account. `countDigits` limits concurrent tries. */
const noteWrongDigits = (
  deps: Accounts,
  email: string,
  { kinds, from }: { kinds: CodeKind[]; from: From },
) =>
  afterReply(deps, email, async (tx, admin) => {
    await codes.countWrongDigits(tx, email, kinds)
    await logEventIfAdmin(tx, 'sign-in-failed', { ...admin, ...from }, deps.now(), 'otp')
  })

/** Logs a failure for a real account, after the reply and by the same statements for any other. */
const afterReply = (
  { db, accountMail }: Pick<Deps, 'accountMail' | 'db'>,
  email: string,
  note: (tx: Tx, admin: { id: string; email: string }) => Promise<unknown>,
) =>
  accountMail.inBackground(() =>
    transactEvenly(db, async (tx) => {
      const own = await administrators.findAdminByEmail(tx, email)
      const wanted = await administrators.findAdminByNewEmail(tx, email)
      const admin = own ?? wanted
      await note(tx, { id: admin?.id ?? administrators.NOBODY, email: admin?.email ?? email })
    }),
  )

async function redeem<T>(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'secretKey'>,
  mailed: Mailed,
  { kinds, from, alongside }: Redeeming<T>,
) {
  const at = deps.now()
  const typed = codes.typedOf(deps, mailed, kinds, at)
  // Reads without a lock, since waiting for a locked account would reveal it.
  const seen = await codes.findCode(tx, typed)
  // Locks the account before the code, in the same order as changes of the account.
  const owner = seen && (await administrators.lockAdmin(tx, seen.admin_id))
  if (!owner) return undefined
  if (isBanned(owner, at)) return { banned: owner, kind: seen.kind }
  const code = await codes.redeemTyped(tx, owner.id, typed)
  if (!code) return undefined
  const isChange = code.kind === 'email_change'
  const admin = await administrators.changeAdmin(tx, owner.id, {
    email_confirmed_at: owner.email_confirmed_at ?? at.toISOString(),
    ...(isChange && { email: code.email, new_email: null }),
  })
  if (isChange) {
    await codes.deleteCodes(tx, owner.id)
    await logEvent(tx, 'email-changed', { ...owner, ...from }, at, code.email)
  }
  const done = await alongside?.(tx, admin!, code.kind)
  return { kind: code.kind, admin: admin!, before: owner.email, done }
}
