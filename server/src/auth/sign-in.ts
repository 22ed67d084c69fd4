import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { checkPassword } from './password.ts'
import { addSession, findAdminByEmail } from './queries.ts'
import { admitTry, forgive } from './throttle.ts'

interface From {
  address: string
  userAgent: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Opens a session. The answer and its time are the same whether or not the account exists. */
export async function signIn(
  { db, tokens, config, now }: Deps,
  { email, password }: { email: string; password: string },
  { address, userAgent }: From,
) {
  const at = now()
  const account = email.toLowerCase()
  await admitTry(db, 'address', address, at)
  await admitTry(db, 'account', account, at)
  const admin = await findAdminByEmail(db, account)
  const right = await checkPassword(admin?.password_hash, password)
  if (!admin || !right) throw new Refusal(401, 'Invalid credentials')
  await forgive(db, account, address)

  const expiresAt = new Date(at.getTime() + config.SESSION_DAYS * DAY_MS)
  const session = await addSession(db, {
    admin_id: admin.id,
    created_at: at.toISOString(),
    last_used_at: at.toISOString(),
    expires_at: expiresAt.toISOString(),
    address,
    user_agent: userAgent.slice(0, 400),
  })
  const claims = { adminId: admin.id, email: admin.email, sessionId: session.id }
  return {
    admin: { id: admin.id, email: admin.email },
    token: await tokens.issue(claims, expiresAt),
  }
}
