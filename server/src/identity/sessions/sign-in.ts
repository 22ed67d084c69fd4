import type { Selectable } from 'kysely'
import type { AdminRow } from '../../db/account-schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import type { From } from '../../http/signed-in.ts'
import { checkCredentials } from './check-credentials.ts'
import { type FirstStep, noteRefused, type OpenSession, openSession, tokenFor } from './sessions.ts'

export async function signIn(
  deps: Deps,
  credentials: { email: string; password: string },
  from: From,
) {
  const admin = await checkCredentials(deps, credentials, from)
  if (!admin) throw wrong()
  return beginSession(deps, admin, { method: 'password' }, from)
}

const wrong = () => new Refusal(401, 'Invalid credentials', { code: 'invalid_credentials' })

export async function beginSession(
  deps: Deps,
  admin: Selectable<AdminRow>,
  step: FirstStep,
  from: From,
) {
  const at = deps.now()
  const session = await transact(deps.db, (tx) =>
    openSession(deps, tx, admin, { ...step, from, at }),
  ).catch(noteRefused(deps, { id: admin.id, email: admin.email, ...from }, step))
  if (!session) throw wrong()
  return replyWithToken(deps, admin, session)
}

export const replyWithToken = async (
  deps: Deps,
  admin: Selectable<AdminRow>,
  session: OpenSession,
) => ({
  admin: { id: admin.id, email: admin.email },
  token: await tokenFor(deps, admin, session, deps.now()),
})
