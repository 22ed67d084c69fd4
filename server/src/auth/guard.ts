import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { deleteSession, findSession, touchSession } from './queries.ts'

/** Who is signed in, on every request that is not public. */
export interface SignedIn {
  id: string
  email: string
  sessionId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedIn
  }
}

const HOUR_MS = 60 * 60 * 1000
/** The last use is noted at most this often: it would else be a write for every read. */
const TOUCH_MS = 60 * 1000

/** Signed in is the default; a route that is open says so in its config. */
export function guard(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('admin')
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access ?? 'admin'
    // Records of clients must not stay behind in a browser's or a proxy's cache.
    if (access !== 'page') reply.header('cache-control', 'no-store')
    if (access === 'admin') request.admin = await identify(deps, request)
  })
}

/** @throws Refusal 401 */
export async function identify(deps: Deps, request: FastifyRequest): Promise<SignedIn> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const at = deps.now()
  const claims = scheme?.toLowerCase() === 'bearer' && token && (await deps.tokens.read(token, at))
  if (!claims) throw new Refusal(401, 'Authentication required')
  const session = await findSession(deps.db, claims.sessionId)
  if (!session) throw new Refusal(401, 'Your session has ended. Please sign in again.')
  const idleMs = at.getTime() - Date.parse(session.last_used_at)
  const idleLimit = deps.config.SESSION_IDLE_HOURS * HOUR_MS
  if (idleMs > idleLimit || at.toISOString() >= session.expires_at) {
    await deleteSession(deps.db, claims.sessionId)
    throw new Refusal(401, 'Your session has expired. Please sign in again.')
  }
  if (idleMs > TOUCH_MS) await touchSession(deps.db, claims.sessionId, at.toISOString())
  return { id: session.id, email: session.email, sessionId: claims.sessionId }
}
