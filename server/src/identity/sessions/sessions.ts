import type { Selectable } from 'kysely'
import type { AdminRow, IdentityRow } from '../../db/account-schema.ts'
import type { Tx } from '../../db/schema.ts'
import { transact, transactEvenly } from '../../db/transact.ts'
import type { Basics, Deps, Identity, Timed } from '../../deps.ts'
import { notFound, Refusal } from '../../http/errors.ts'
import type { From, SignedIn } from '../../http/signed-in.ts'
import { DAY_MS } from '../../local-time.ts'
import { changeAdmin, findAdminByEmail, lockAdmin, NOBODY } from '../administrators/queries.ts'
import { listFactors } from '../factors/queries.ts'
import { isBanned } from '../guard.ts'
import { checkPassword } from '../passwords.ts'
import { findIdentity } from '../providers/queries.ts'
import { refuse } from '../refusals.ts'
import { type Actor, logEvent, logEventIfAdmin } from '../security-log/queries.ts'
import * as throttle from '../throttle.ts'
import { addSession, deleteSessions } from './queries.ts'
import type { OpenSession } from './tokens.ts'

/** Returns the account of these credentials. Reply and time do not reveal whether it exists. */
export async function checkCredentials(
  deps: Pick<Deps, 'db' | 'now' | 'accountMail'>,
  { email, password }: { email: string; password: string },
  from: From,
) {
  const { db } = deps
  const at = deps.now()
  const account = email.toLowerCase()
  const place = throttle.network(from.address)
  const counted = await throttle.signInKey(db, account, from)
  const pauseEnds = await throttle.pauseOf(db, 'address', place, at)
  if (pauseEnds)
    return checkAtPausedAddress(deps, { account, counted, password, from }, { pauseEnds, at })
  await throttle.admitTry(db, 'account', counted, at, { email: account, ...from })
  const admin = await findAdminByEmail(db, account)
  const right = await checkPassword(admin?.password_hash, password)
  if (!admin || !right) {
    await logEvent(db, 'sign-in-failed', { email: account, ...from }, at, 'password')
    return undefined
  }
  await throttle.forgive(db, 'account', counted)
  await throttle.refundTry(db, 'address', place)
  return admin
}

interface Tried {
  account: string
  counted: throttle.ThrottleKey
  password: string
  from: From
}

/** A paused address still admits its known accounts. All others get the same refusal after the same work. */
async function checkAtPausedAddress(
  { db, accountMail }: Pick<Deps, 'db' | 'accountMail'>,
  { account, counted, password, from }: Tried,
  { pauseEnds, at }: { pauseEnds: string; at: Date },
) {
  const known = counted !== account
  const held = await throttle.pauseOf(
    db,
    'account',
    known ? counted : throttle.ANY_UNKNOWN_ACCOUNT,
    at,
  )
  const admin = await findAdminByEmail(db, account)
  const right = await checkPassword(admin?.password_hash, password)
  if (!known || held || !admin || !right) {
    const by = { email: account, ...from }
    await throttle.logRefusal(db, 'address', throttle.network(from.address), { by, now: at })
    // Logs after the reply, by the same statements for unknown accounts.
    const id = known && !held && admin ? admin.id : NOBODY
    accountMail.inBackground(() =>
      transactEvenly(db, (tx) =>
        logEventIfAdmin(tx, 'sign-in-failed', { ...by, id }, at, 'password'),
      ),
    )
    throttle.refuseFor('address', pauseEnds, at)
  }
  await throttle.forgive(db, 'account', counted)
  return admin
}

/** 'recovery' and 'invite' count as a proof of identity. */
export type Method = 'password' | 'otp' | 'magiclink' | 'recovery' | 'invite' | 'sso/oidc'

export interface FirstStep {
  method: Method
  identity?: Pick<IdentityRow, 'provider' | 'subject'>
}

type Account = Pick<Selectable<AdminRow>, 'id' | 'password_hash'>

/** Locks the account and opens a session with a new id, unless the password has changed since its check. */
export async function openSession(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { id, password_hash }: Account,
  { method, identity, from, at }: FirstStep & { from: From; at: Date },
) {
  const admin = await lockAdmin(tx, id)
  if (!admin) return undefined
  if (method === 'password' && admin.password_hash !== password_hash) return undefined
  if (identity && (await findIdentity(tx, identity))?.admin_id !== id)
    refuse('identity_not_found', { message: UNLINKED })
  if (isBanned(admin, at)) refuse('user_banned')
  if (!admin.email_confirmed_at) refuse('email_not_confirmed')
  const now = at.toISOString()
  await changeAdmin(tx, id, { last_sign_in_at: now })
  const factors = await listFactors(tx, id)
  // A sign-in stopped at the second step must not read as signed in.
  const half = factors.some(({ status }) => status === 'verified')
  const event = half ? 'first-step-passed' : 'signed-in'
  const detail = detailOf({ method, identity })
  await logEvent(tx, event, { id, email: admin.email, ...from }, at, detail)
  return addSession(tx, {
    admin_id: id,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(at.getTime() + config.SESSION_DAYS * DAY_MS).toISOString(),
    address: from.address,
    user_agent: from.userAgent,
    amr: JSON.stringify([{ method, timestamp: seconds(at) }]),
    confirmed_at: now,
  })
}

const UNLINKED =
  'This sign-in was unlinked from your account meanwhile. Please sign in another way.'

const detailOf = ({ method, identity }: FirstStep) =>
  identity ? `${method} ${identity.provider}` : method

/** Catches a refused sign-in and logs it, outside the rolled-back transaction. */
export const noteRefused =
  ({ db, now }: Pick<Deps, 'db' | 'now'>, who: Actor, step: FirstStep) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Refusal) await logEvent(db, 'sign-in-refused', who, now(), detailOf(step))
    throw error
  }

export const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

export async function signIn(
  deps: Identity,
  credentials: { email: string; password: string },
  from: From,
) {
  const admin = await checkCredentials(deps, credentials, from)
  const session = admin && (await beginSession(deps, admin, { method: 'password' }, from))
  if (!session) throw new Refusal(401, 'Invalid credentials', { code: 'invalid_credentials' })
  return replyWithToken(deps, admin, session)
}

export const beginSession = (
  deps: Basics,
  admin: Selectable<AdminRow>,
  step: FirstStep,
  from: From,
) =>
  transact(deps.db, (tx) => openSession(deps, tx, admin, { ...step, from, at: deps.now() })).catch(
    noteRefused(deps, { id: admin.id, email: admin.email, ...from }, step),
  )

export const replyWithToken = async (
  deps: Pick<Deps, 'now' | 'tokens'>,
  admin: Selectable<AdminRow>,
  session: OpenSession,
) => ({
  admin: { id: admin.id, email: admin.email },
  token: await deps.tokens.issue({ admin, session, at: deps.now() }),
})

export async function signOut({ db, now }: Timed, admin: SignedIn): Promise<void> {
  await deleteSessions(db, admin.id, { id: admin.sessionId })
  await logEvent(db, 'signed-out', admin, now())
}

export async function endSession({ db, now }: Timed, admin: SignedIn, id: string): Promise<void> {
  if ((await deleteSessions(db, admin.id, { id })) === 0) notFound('Session')
  await logEvent(db, 'sessions-ended', admin, now(), '1')
}

export async function endSessions({ db, now }: Timed, admin: SignedIn, scope: 'global' | 'others') {
  const kept = scope === 'others' ? { except: admin.sessionId } : {}
  const ended = await deleteSessions(db, admin.id, kept)
  await logEvent(db, 'sessions-ended', admin, now(), String(ended))
  return ended
}
