import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../config.ts'
import type { AdminRow } from '../db/account-schema.ts'
import type { Tx } from '../db/schema.ts'
import { ADVISORY_LOCKS, transact, transactUncrossed } from '../db/transact.ts'
import type { Deps, Sessions } from '../deps.ts'
import { fromOf, type Level, type SignedIn } from '../http/signed-in.ts'
import { HOUR_MS, MINUTE_MS } from '../local-time.ts'
import { lockAdmin } from './administrators/queries.ts'
import { refuse } from './refusals.ts'
import { changeSession, findSession, findSessions } from './sessions/queries.ts'

const TOUCH_MS = MINUTE_MS

const isLevel = (access: string): access is Level =>
  access === 'admin' || access === 'account' || access === 'first-step'

/** Requires a sign-in on routes whose config does not say otherwise. */
export function guard(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('admin')
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access ?? 'admin'
    // Clients' records must not stay in a cache.
    if (access !== 'page') reply.header('cache-control', 'no-store')
    if (isLevel(access)) request.admin = await identify(deps, request, access)
  })
}

export async function identify(
  deps: Sessions,
  request: FastifyRequest,
  level: Level = 'admin',
): Promise<SignedIn> {
  const admin = { ...(await readSession(deps, bearerOf(request))), ...fromOf(request) }
  const missing = missingFor(level, admin, deps.config)
  if (missing) refuse(missing)
  return admin
}

type Reached = Pick<SignedIn, 'role' | 'aal' | 'hasFactor'>

function missingFor(level: Level, admin: Reached, { REQUIRE_2FA }: Config) {
  if (level === 'first-step') return undefined
  if (admin.hasFactor && admin.aal !== 'aal2') return 'insufficient_aal'
  if (level === 'account') return undefined
  if (admin.role !== 'admin') return 'not_admin'
  return REQUIRE_2FA && !admin.hasFactor ? 'two_factor_required' : undefined
}

type SessionDeps = Pick<Deps, 'db' | 'config' | 'now'>

/** The administrator of a valid session, for work that outlives its call. Does not count as a use. */
export const findStillAdmitted = async (deps: SessionDeps, sessionId: string) =>
  (await admitted(deps, [sessionId]))[0]

export const listStillAdmitted = async (deps: SessionDeps, sessionIds: string[]) =>
  new Set((await admitted(deps, sessionIds)).map(({ sessionId }) => sessionId))

async function admitted({ db, config, now }: SessionDeps, sessionIds: string[]) {
  const at = now()
  const sessions = await findSessions(db, sessionIds)
  return sessions.filter(
    (session) =>
      !isBanned(session, at) &&
      !isSessionExpired(config, session, at) &&
      !missingFor('admin', session, config),
  )
}

function bearerOf(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) refuse('no_authorization')
  return token
}

/** A token needs its session. A first-step token is void for good after the second step. */
async function readSession({ db, config, tokens, now }: Sessions, token: string) {
  const at = now()
  const claims = (await tokens.read(token, at)) ?? refuse('bad_jwt')
  const session = await findSession(db, claims.sessionId)
  if (!session || isBanned(session, at)) refuse('session_not_found')
  if (isSessionExpired(config, session, at)) refuse('session_expired')
  if (claims.aal === 'aal1' && claims.amr.length < session.amr.length) refuse('session_not_found')
  if (at.getTime() - Date.parse(session.last_used_at) > TOUCH_MS)
    await changeSession(db, session.sessionId, { last_used_at: at.toISOString() })
  return session
}

export const isSessionExpired = (
  { SESSION_IDLE_HOURS }: Pick<Config, 'SESSION_IDLE_HOURS'>,
  session: { last_used_at: string; expires_at: string },
  at: Date,
): boolean =>
  at.getTime() - Date.parse(session.last_used_at) > SESSION_IDLE_HOURS * HOUR_MS ||
  at.toISOString() >= session.expires_at

export const isBanned = ({ banned_until }: { banned_until: string | null }, at: Date): boolean =>
  banned_until !== null && banned_until > at.toISOString()

const CONFIRMED_MS = 10 * MINUTE_MS

export function demandConfirmed({ confirmedAt }: SignedIn, at: Date): void {
  if (!confirmedAt || at.getTime() - Date.parse(confirmedAt) > CONFIRMED_MS)
    refuse('reauthentication_needed')
}

export type Caller = Pick<SignedIn, 'id' | 'sessionId'>

/** Locks the caller's account and checks again that the session has not ended meanwhile. */
async function lockCaller(tx: Tx, { id, sessionId }: Caller, at: Date) {
  const account = await lockAdmin(tx, id)
  if (!account || isBanned(account, at) || !(await findSession(tx, sessionId)))
    refuse('session_not_found')
  return account
}

export const asCaller = <T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  work: (tx: Tx, account: Selectable<AdminRow>) => Promise<T>,
): Promise<T> => transactUncrossed(db, async (tx) => work(tx, await lockCaller(tx, caller, now())))

/** Needs a proof of identity. Such changes run one after another, so that one who can sign in always stays. */
export async function asAdmin<T>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: SignedIn,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  demandConfirmed(by, now())
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administrators})`.execute(tx)
    const { role } = await lockCaller(tx, by, now())
    if (role !== 'admin') refuse('not_admin')
    return work(tx)
  })
}
