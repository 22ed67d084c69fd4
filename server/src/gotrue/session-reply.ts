import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AdminRow } from '../db/account-schema.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { From } from '../http/signed-in.ts'
import { findAdmin } from '../identity/administrators/queries.ts'
import { refuse, refuseGone } from '../identity/refusals.ts'
import { addRefreshToken } from '../identity/sessions/queries.ts'
import { beginSession, type FirstStep, seconds } from '../identity/sessions/sessions.ts'
import type { OpenSession } from '../identity/sessions/tokens.ts'
import { hashToken, newToken } from '../secret-token.ts'
import { describeUser, WireUser } from './user-reply.ts'

const ACCESS_MS = 60 * 60 * 1000

export const WireSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user: WireUser,
})

export async function openWireSession(
  deps: Deps,
  admin: Selectable<AdminRow>,
  step: FirstStep,
  from: From,
) {
  const session = await beginSession(deps, admin, step, from)
  return replyWithSession(deps, admin.id, session ?? refuse('invalid_credentials'))
}

/** Only the client holds it; the database has its hash. */
export async function newRefreshToken(db: Db, sessionId: string, at: Date): Promise<string> {
  const token = newToken()
  const row = { token_hash: hashToken(token), session_id: sessionId, created_at: at.toISOString() }
  await addRefreshToken(db, row).catch(refuseGone('session_not_found'))
  return token
}

export async function replyWithSession(
  deps: Deps,
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
