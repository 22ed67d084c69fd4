import type { Selectable } from 'kysely'
import type { AdminRow } from '../db/account-schema.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { checkCredentials } from './check-credentials.ts'
import type { From } from './guard.ts'
import { type FirstStep, noteRefused, openSession, tokenFor } from './sessions.ts'

/** The product's sign-in: one token, good for as long as its session. */
export async function signIn(
  deps: Deps,
  credentials: { email: string; password: string },
  from: From,
) {
  const admin = await checkCredentials(deps, credentials, from)
  if (!admin) throw new Refusal(401, 'Invalid credentials')
  return beginSession(deps, admin, { method: 'password' }, from)
}

/** After a first step of any kind: the session, and who it belongs to. */
export async function beginSession(
  deps: Deps,
  admin: Selectable<AdminRow>,
  step: FirstStep,
  from: From,
) {
  const at = deps.now()
  const { id, email } = admin
  const session = await openSession(deps, deps.db, admin, { ...step, from, at }).catch(
    noteRefused(deps, { id, email, ...from }, step),
  )
  return { admin: { id, email }, token: await tokenFor(deps, admin, session, at) }
}
