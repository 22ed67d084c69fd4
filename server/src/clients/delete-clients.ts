import type { SignedIn } from '../auth/guard.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordChanges } from '../history/queries.ts'
import { cancelMessages } from '../mailings/queries.ts'
import { editableFields } from './change-client.ts'
import { lockClients, removeClients } from './queries.ts'

/** Removes those that still exist, with their links and waiting messages; their history stays. */
export async function deleteClients({ db, now }: Deps, admin: SignedIn, ids: number[]) {
  const at = now().toISOString()
  return transact(db, async (tx) => {
    await lockBulkWriters(tx)
    const clients = await lockClients(tx, ids)
    if (clients.length === 0) return 0
    await cancelMessages(tx, ids, at)
    await recordChanges(
      tx,
      { adminEmail: admin.email, at },
      clients.map((client) => ({
        client_id: client.id,
        action: 'deleted',
        before: editableFields(client),
        after: null,
      })),
    )
    await removeClients(tx, ids)
    return clients.length
  })
}
