import { lockBulkWriters, transact } from '../db/transact.ts'
import { cancelUnsentOf, returnReplaced } from '../delivery/messages.ts'
import type { Deps, Sending } from '../deps.ts'
import { recordUpdates } from '../history/queries.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { describeMailing } from './describe-mailing.ts'
import { findMailing, keepCounts, listEnded, markCanceled, updateMailing } from './queries.ts'
import { restoreAnswered, restoreHeld } from './recipients.ts'

export async function cancelMailing(deps: Sending, admin: SignedIn, id: number) {
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

/** For mailings without waiting messages: restores the statuses of canceled ones and stores the counts of all. */
export async function endMailings({ bulkDb, now, log }: Pick<Deps, 'bulkDb' | 'now' | 'log'>) {
  const ended: number[] = []
  for (const { id, canceled_at } of await listEnded(bulkDb)) {
    try {
      if (canceled_at) await restoreStatus({ bulkDb, now }, id)
      ended.push(id)
    } catch (error) {
      log.error(
        { err: error, mailingId: id },
        'the statuses of a canceled mailing were not restored',
      )
    }
  }
  await keepCounts(bulkDb, ended)
}

/** For clients whose message was canceled before its first try. The canceling administrator is the author. */
async function restoreStatus({ bulkDb, now }: Pick<Deps, 'bulkDb' | 'now'>, mailingId: number) {
  await transact(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const mailing = await findMailing(tx, mailingId)
    if (!mailing?.canceled_at) return
    const at = now().toISOString()
    for (const id of await returnReplaced(tx, mailingId, at))
      await updateMailing(tx, id, { counts: null })
    const author = { adminEmail: mailing.canceled_by ?? mailing.admin_email, at }
    const restored = await restoreAnswered(tx, 'mailing_id', mailingId)
    const all = [...restored, ...(await restoreHeld(tx, mailingId))]
    if (all.length === 0) return
    const before = { status: 'pending' }
    await recordUpdates(tx, author, all, ({ status }) => ({ before, after: { status } }))
    // A letter that this mailing had replaced may have reset the status.
    const own = restored.filter((one) => one.mailing_id === mailingId)
    await updateMailing(tx, mailingId, { reopened: mailing.reopened - own.length })
  })
}
