import type { Selectable } from 'kysely'
import type { AdminRow } from '../../db/account-schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import type { From } from '../../http/signed-in.ts'
import { checkCredentials } from './check-credentials.ts'
import { type FirstStep, noteRefused, openSession } from './sessions.ts'
import type { OpenSession } from './tokens.ts'

export async function signIn(
  deps: Deps,
  credentials: { email: string; password: string },
  from: From,
) {
  const admin = await checkCredentials(deps, credentials, from)
  const session = admin && (await beginSession(deps, admin, { method: 'password' }, from))
  if (!session) throw new Refusal(401, 'Invalid credentials', { code: 'invalid_credentials' })
  return replyWithToken(deps, admin, session)
}

/** Nothing if the password has changed since its check. */
export const beginSession = (
  deps: Deps,
  admin: Selectable<AdminRow>,
  step: FirstStep,
  from: From,
) =>
  transact(deps.db, (tx) => openSession(deps, tx, admin, { ...step, from, at: deps.now() })).catch(
    noteRefused(deps, { id: admin.id, email: admin.email, ...from }, step),
  )

export const replyWithToken = async (
  deps: Deps,
  admin: Selectable<AdminRow>,
  session: OpenSession,
) => ({
  admin: { id: admin.id, email: admin.email },
  token: await deps.tokens.issue({ admin, session, at: deps.now() }),
})
