import type { Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { From } from '../http/signed-in.ts'
import { isBanned, isSessionExpired } from '../identity/guard.ts'
import { refuse } from '../identity/refusals.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import {
  changeSession,
  deleteSessions,
  findRefreshToken,
  findSession,
  lockSessionOf,
  redeemRefreshToken,
} from '../identity/sessions/queries.ts'
import { hashToken } from '../secret-token.ts'
import { newRefreshToken, replyWithSession } from './session-reply.ts'

/** Two tabs may refresh together, and a reply may be lost. */
const REUSE_MS = 10_000

/** Trades a refresh token for a new pair. A late reuse means theft, so it ends the session. */
export async function refresh(deps: Deps, refreshToken: string, from: From) {
  // Refuses after the transaction, which must not be undone.
  const rotated = await transact(deps.db, (tx) =>
    rotate(tx, deps, { tokenHash: hashToken(refreshToken), from }),
  )
  if (typeof rotated === 'string') refuse(rotated)
  return replyWithSession(deps, rotated.adminId, rotated.session, rotated.token)
}

async function rotate(
  tx: Tx,
  { config, now }: Deps,
  { tokenHash, from }: { tokenHash: string; from: From },
) {
  const at = now()
  const locked = await lockSessionOf(tx, tokenHash)
  const token = locked && (await findRefreshToken(tx, tokenHash))
  const session = token && (await findSession(tx, locked.id))
  if (!session) return 'refresh_token_not_found'
  if (token.used_at && at.getTime() - Date.parse(token.used_at) > REUSE_MS) {
    const { id, email, sessionId } = session
    await deleteSessions(tx, id, { id: sessionId })
    await logEvent(tx, 'stolen-token', { id, email, ...from }, at)
    return 'refresh_token_already_used'
  }
  if (isBanned(session, at)) return 'user_banned'
  if (isSessionExpired(config, session, at)) return 'session_expired'
  await redeemRefreshToken(tx, tokenHash, at.toISOString())
  await changeSession(tx, locked.id, { last_used_at: at.toISOString() })
  const next = await newRefreshToken(tx, locked.id, at)
  return { adminId: session.id, session: { ...session, id: locked.id }, token: next }
}
