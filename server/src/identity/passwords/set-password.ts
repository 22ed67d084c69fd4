import type { Tx } from '../../db/schema.ts'
import { changeAdmin } from '../administrators/queries.ts'
import { deleteCodes, WAYS_IN } from '../codes/queries.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { forgive, forgiveEverywhere } from '../throttle/throttle.ts'
import { mailTo } from '../throttle/throttle-keys.ts'

interface Owner {
  id: string
  email: string
}

/** A new password ends the other sessions, mailed links and a pending change of address. Pauses end too. */
export async function setPassword(
  tx: Tx,
  { id, email }: Owner,
  password_hash: string,
  kept: { except?: string } = {},
): Promise<void> {
  await changeAdmin(tx, id, { password_hash, new_email: null })
  await deleteSessions(tx, id, kept)
  await deleteCodes(tx, id)
  await forgiveEverywhere(tx, 'account', email)
  await forgive(tx, 'mail', ...WAYS_IN.map((kind) => mailTo(kind, email)))
}
