import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { fromOf, type Level, type SignedIn } from '../http/signed-in.ts'
import { refuse } from './refusals.ts'
import { deleteSession, findSession, findSessions, touchSession } from './sessions/queries.ts'

const HOUR_MS = 60 * 60 * 1000
const TOUCH_MS = 60 * 1000

const isLevel = (access: string): access is Level =>
  access === 'admin' || access === 'account' || access === 'first-step'

/** Routes need a sign-in unless their config says otherwise. */
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
  deps: Deps,
  request: FastifyRequest,
  level: Level = 'admin',
): Promise<SignedIn> {
  const admin = { ...(await readSession(deps, bearerOf(request))), ...fromOf(request) }
  demandLevel(deps, admin, level)
  return admin
}

type Reached = Pick<SignedIn, 'role' | 'aal' | 'hasFactor'>

function demandLevel(deps: Pick<Deps, 'config'>, admin: Reached, level: Level): void {
  const missing = missingFor(level, admin, deps)
  if (missing) refuse(missing)
}

function missingFor(level: Level, admin: Reached, { config }: Pick<Deps, 'config'>) {
  if (level === 'first-step') return undefined
  if (admin.hasFactor && admin.aal !== 'aal2') return 'insufficient_aal'
  if (level === 'account') return undefined
  if (admin.role !== 'admin') return 'not_admin'
  return config.REQUIRE_2FA && !admin.hasFactor ? 'two_factor_required' : undefined
}

type Standing = Pick<Deps, 'db' | 'config' | 'now'>

/** The administrator of a valid session, for work that outlives its call. Not a use of the session. */
export async function findStillAdmitted(deps: Standing, sessionId: string) {
  try {
    const admin = await readStanding(deps, sessionId)
    demandLevel(deps, admin, 'admin')
    return admin
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Those of the sessions that may still do what an administrator may. */
export async function listStillAdmitted(deps: Standing, sessionIds: string[]) {
  const at = deps.now()
  const sessions = await findSessions(deps.db, sessionIds)
  const admitted = sessions.filter(
    (session) =>
      !isBanned(session, at) &&
      !hasRunOut(deps.config, session, at) &&
      !missingFor('admin', { ...session, hasFactor: Boolean(session.has_factor) }, deps),
  )
  return new Set(admitted.map(({ session_id }) => session_id))
}

function bearerOf(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) refuse('no_authorization')
  return token
}

/** A token needs its session. A token of the first step is void for good once the session has both. */
async function readSession(deps: Deps, token: string) {
  const at = deps.now()
  const claims = (await deps.tokens.read(token, at)) ?? refuse('bad_jwt')
  const { lastUsedAt, ...admin } = await readStanding(deps, claims.sessionId)
  if (claims.aal === 'aal1' && claims.amr.length < admin.amr.length) refuse('session_not_found')
  if (at.getTime() - Date.parse(lastUsedAt) > TOUCH_MS)
    await touchSession(deps.db, claims.sessionId, at.toISOString())
  return admin
}

async function readStanding({ db, config, now }: Standing, sessionId: string) {
  const at = now()
  const session = await findSession(db, sessionId)
  if (!session || isBanned(session, at)) refuse('session_not_found')
  if (hasRunOut(config, session, at)) {
    await deleteSession(db, sessionId)
    refuse('session_expired')
  }
  return {
    id: session.id,
    email: session.email,
    sessionId,
    role: session.role,
    aal: session.aal,
    amr: session.amr,
    hasFactor: Boolean(session.has_factor),
    confirmedAt: session.confirmed_at,
    lastUsedAt: session.last_used_at,
  }
}

export const hasRunOut = (
  { SESSION_IDLE_HOURS }: Pick<Config, 'SESSION_IDLE_HOURS'>,
  session: { last_used_at: string; expires_at: string },
  at: Date,
): boolean =>
  at.getTime() - Date.parse(session.last_used_at) > SESSION_IDLE_HOURS * HOUR_MS ||
  at.toISOString() >= session.expires_at

export const isBanned = ({ banned_until }: { banned_until: string | null }, at: Date): boolean =>
  banned_until !== null && banned_until > at.toISOString()

const CONFIRMED_MS = 10 * 60 * 1000

export function demandConfirmed({ confirmedAt }: SignedIn, at: Date): void {
  if (!confirmedAt || at.getTime() - Date.parse(confirmedAt) > CONFIRMED_MS)
    refuse('reauthentication_needed')
}
