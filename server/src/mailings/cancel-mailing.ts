import { transact } from '../db/transact.ts'
import { cancelUnsentOf } from '../delivery/cancel-messages.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { describeMailing } from './describe-mailing.ts'
import { findMailing, markCanceled } from './queries.ts'
import { restoreStatus } from './restore-status.ts'

export async function cancelMailing(deps: Deps, admin: SignedIn, id: number) {
  if (!(await findMailing(deps.db, id))) notFound('Mailing')
  await stopMailing(deps, id, admin.email)
  return describeMailing(deps, id)
}

type Parts = Pick<Deps, 'bulkDb' | 'sender' | 'now'>

export async function stopMailing(parts: Parts, id: number, adminEmail: string): Promise<void> {
  const author = { adminEmail, at: parts.now().toISOString() }
  await transact(parts.bulkDb, async (tx) => {
    await markCanceled(tx, id, author)
    await cancelUnsentOf(tx, id, author.at)
  })
  // Messages claimed but not yet sent are canceled when they are released.
  await parts.sender.release()
  await restoreStatus(parts, id)
}
