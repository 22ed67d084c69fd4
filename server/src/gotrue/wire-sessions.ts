import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AdminRow } from '../db/account-schema.ts'
import type { Db, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps, Sessions } from '../deps.ts'
import type { From } from '../http/signed-in.ts'
import { findAdmin } from '../identity/administrators/queries.ts'
import { isBanned, isSessionExpired } from '../identity/guard.ts'
import { refuse, refuseGone } from '../identity/refusals.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import * as sessions from '../identity/sessions/queries.ts'
import { beginSession, type FirstStep, seconds } from '../identity/sessions/sessions.ts'
import type { OpenSession } from '../identity/sessions/tokens.ts'
import { HOUR_MS } from '../local-time.ts'
import { hashToken, newToken } from '../secret-key.ts'
import { describeUser, WireUser } from './user-reply.ts'

const ACCESS_MS = HOUR_MS

export const WireSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user: WireUser,
})

export async function openWireSession(
  deps: Sessions,
  admin: Selectable<AdminRow>,
  step: FirstStep,
  from: From,
) {
  const session = await beginSession(deps, admin, step, from)
  return replyWithSession(deps, admin.id, session ?? refuse('invalid_credentials'))
}

/** Only the client holds it; the database has its hash. */
async function newRefreshToken(db: Db, sessionId: string, at: Date): Promise<string> {
  const token = newToken()
  const row = { token_hash: hashToken(token), session_id: sessionId, created_at: at.toISOString() }
  await sessions.addRefreshToken(db, row).catch(refuseGone('session_not_found'))
  return token
}

export async function replyWithSession(
  deps: Sessions,
  adminId: string,
  session: OpenSession,
  refreshToken?: string,
): Promise<z.input<typeof WireSession>> {
  const at = deps.now()
  const admin = (await findAdmin(deps.db, adminId)) ?? refuse('session_not_found')
  const expires = new Date(Math.min(at.getTime() + ACCESS_MS, Date.parse(session.expires_at)))
  return {
    access_token: await deps.tokens.issue({ admin, session, at, expires }),
    token_type: 'bearer',
    expires_in: seconds(expires) - seconds(at),
    expires_at: seconds(expires),
    refresh_token: refreshToken ?? (await newRefreshToken(deps.db, session.id, at)),
    user: await describeUser(deps.db, admin),
  }
}

/** How long a token may be used again: two tabs may refresh together, and a reply may be lost. */
const REUSE_MS = 10_000

/** Trades a refresh token for a new pair. A late reuse means theft, so it ends the session. */
export async function refresh(deps: Sessions, refreshToken: string, from: From) {
  // Refuses only after the commit, since a refusal inside would undo the transaction.
  const rotated = await transact(deps.db, (tx) =>
    rotate(tx, deps, { tokenHash: hashToken(refreshToken), from }),
  )
  if (typeof rotated === 'string') refuse(rotated)
  return replyWithSession(deps, rotated.adminId, rotated.session, rotated.token)
}

async function rotate(
  tx: Tx,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { tokenHash, from }: { tokenHash: string; from: From },
) {
  const at = now()
  const locked = await sessions.lockSessionOf(tx, tokenHash)
  const token = locked && (await sessions.findRefreshToken(tx, tokenHash))
  const session = token && (await sessions.findSession(tx, locked.id))
  if (!session) return 'refresh_token_not_found'
  if (token.used_at && at.getTime() - Date.parse(token.used_at) > REUSE_MS) {
    const { id, email, sessionId } = session
    await sessions.deleteSessions(tx, id, { id: sessionId })
    await logEvent(tx, 'stolen-token', { id, email, ...from }, at)
    return 'refresh_token_already_used'
  }
  if (isBanned(session, at)) return 'user_banned'
  if (isSessionExpired(config, session, at)) return 'session_expired'
  await sessions.redeemRefreshToken(tx, tokenHash, at.toISOString())
  await sessions.changeSession(tx, locked.id, { last_used_at: at.toISOString() })
  const next = await newRefreshToken(tx, locked.id, at)
  return { adminId: session.id, session: { ...session, id: locked.id }, token: next }
}
