import { transactEvenly } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import type { From } from '../../http/signed-in.ts'
import { findAdminByEmail, NOBODY } from '../administrators/queries.ts'
import { checkPassword } from '../passwords.ts'
import { logEvent, logEventIfAdmin } from '../security-log/log-event.ts'
import {
  ANY_UNKNOWN_ACCOUNT,
  admitTry,
  forgive,
  logRefusal,
  network,
  pauseOf,
  refundTry,
  refuseFor,
  signInKey,
  type ThrottleKey,
} from '../throttle.ts'

/** The account of these credentials. Reply and time do not reveal whether it exists. */
export async function checkCredentials(
  deps: Pick<Deps, 'db' | 'now' | 'accountMail'>,
  { email, password }: { email: string; password: string },
  from: From,
) {
  const { db } = deps
  const at = deps.now()
  const account = email.toLowerCase()
  const place = network(from.address)
  const counted = await signInKey(db, account, from)
  const pauseEnds = await pauseOf(db, 'address', place, at)
  if (pauseEnds)
    return checkAtPausedAddress(deps, { account, counted, password, from }, { pauseEnds, at })
  await admitTry(db, 'account', counted, at, { email: account, ...from })
  const admin = await findAdminByEmail(db, account)
  const right = await checkPassword(admin?.password_hash, password)
  if (!admin || !right) {
    await logEvent(db, 'sign-in-failed', { email: account, ...from }, at, 'password')
    return undefined
  }
  await forgive(db, 'account', counted)
  await refundTry(db, 'address', place)
  return admin
}

interface Tried {
  account: string
  counted: ThrottleKey
  password: string
  from: From
}

/** A paused address still admits its known accounts. All others get the same refusal after the same work. */
async function checkAtPausedAddress(
  { db, accountMail }: Pick<Deps, 'db' | 'accountMail'>,
  { account, counted, password, from }: Tried,
  { pauseEnds, at }: { pauseEnds: string; at: Date },
) {
  const known = counted !== account
  const held = await pauseOf(db, 'account', known ? counted : ANY_UNKNOWN_ACCOUNT, at)
  const admin = await findAdminByEmail(db, account)
  const right = await checkPassword(admin?.password_hash, password)
  if (!known || held || !admin || !right) {
    const by = { email: account, ...from }
    await logRefusal(db, 'address', network(from.address), { by, now: at })
    // After the reply, by the same statements for unknown accounts.
    const id = known && !held && admin ? admin.id : NOBODY
    accountMail.inBackground(() =>
      transactEvenly(db, (tx) =>
        logEventIfAdmin(tx, 'sign-in-failed', { ...by, id }, at, 'password'),
      ),
    )
    refuseFor('address', pauseEnds, at)
  }
  await forgive(db, 'account', counted)
  return admin
}
