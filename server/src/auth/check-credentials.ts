import { findAdminByEmail } from '../administrators/queries.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/limits.ts'
import { logEvent } from '../security-log/log-event.ts'
import { countedAs } from './counted-as.ts'
import type { From } from './guard.ts'
import { checkPassword } from './password.ts'
import { admitTry, forgive, takeBack } from './throttle.ts'

/**
 * Whose e-mail and password these are; undefined where they are wrong. Neither the answer nor its
 * time tells whether there is such an account.
 * @throws Refusal 429 after too many wrong tries
 */
export async function checkCredentials(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { email, password }: { email: string; password: string },
  from: From,
) {
  const at = now()
  const account = email.toLowerCase()
  const network = networkOf(from.address)
  await admitTry(db, 'address', network, at)
  const counted = await countedAs(db, account, from)
  await admitTry(db, 'account', counted, at)
  const admin = await findAdminByEmail(db, account)
  const right = await checkPassword(admin?.password_hash, password)
  if (!admin || !right) {
    await logEvent(db, 'sign-in-failed', { email: account, ...from }, at, 'password')
    return undefined
  }
  await forgive(db, { account: counted })
  await takeBack(db, 'address', network)
  return admin
}
