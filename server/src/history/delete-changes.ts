import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { removeChanges } from './queries.ts'

/** Deletes the records that still exist, all or none, and returns how many. */
export const deleteChanges = ({ bulkDb, now }: Deps, admin: SignedIn, ids: number[]) =>
  transact(bulkDb, async (tx) => {
    const removed = await removeChanges(tx, ids)
    if (removed.length > 0) await logEvent(tx, 'change-deleted', admin, now(), describe(removed))
    return removed.length
  })

function describe(removed: Awaited<ReturnType<typeof removeChanges>>) {
  const [first] = removed
  if (removed.length === 1)
    return `${first!.action} of client ${first!.client_id}, ${first!.timestamp}`
  const clients = [...new Set(removed.map(({ client_id }) => client_id))]
  const times = removed.map(({ timestamp }) => timestamp).sort()
  const whose = `client${clients.length > 1 ? 's' : ''} ${clients.join(', ')}`
  return `${removed.length}: ${times[0]} to ${times.at(-1)}, of ${whose}`
}
