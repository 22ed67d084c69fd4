import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { makeMailing } from './make-mailing.ts'
import { findMailing } from './queries.ts'
import { refuseWhileRunning } from './running-mailing.ts'

/**
 * Sends once more to the clients a mailing failed to reach, except those reached since and those who have answered.
 * @throws Refusal 409 when nobody is left, while a mailing is running, or if its round is closed
 */
export async function retryMailing(deps: Deps, admin: SignedIn, failedIn: number) {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const { id } = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const failed = (await findMailing(tx, failedIn)) ?? notFound('Mailing')
    await refuseWhileRunning(tx)
    const mailing = await makeMailing(tx, deps.config, {
      kind: 'retry',
      selection: { failedIn },
      author,
      roundId: failed.round_id ?? undefined,
    })
    if (mailing.total === 0) {
      throw new Refusal(
        409,
        'Nothing left to retry: the clients were emailed again, have answered or were deleted.',
      )
    }
    return mailing
  })
  deps.sender.sendNow()
  return { mailingId: id }
}
