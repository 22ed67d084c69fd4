import type { ClientInput } from '@attest/contract/clients'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordChanges } from '../history/queries.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { makeMailing } from '../mailings/make-mailing.ts'
import { editableFields } from './change-client.ts'
import { explainConflict } from './conflicts.ts'
import { insertClient } from './queries.ts'
import { settleInput } from './settle-input.ts'

/** Adds the client, its first history record and its email, all or nothing. */
export async function addClient(
  deps: Deps,
  admin: SignedIn,
  { roundId, ...given }: ClientInput & { roundId?: number },
) {
  const input = settleInput(undefined, given)
  const at = deps.now().toISOString()
  const author = { adminEmail: admin.email, at }
  const client = await transact(deps.db, async (tx) => {
    const created = await insertClient(tx, {
      ...input,
      last_updated: at,
      created_at: at,
    })
    const after = editableFields(created)
    await recordChanges(tx, author, [
      { client_id: created.id, action: 'created', before: null, after },
    ])
    await makeMailing(tx, deps.config, {
      kind: 'created',
      selection: { ids: [created.id] },
      author,
      roundId,
    })
    return created
  }).catch((error) => explainConflict(error, input))
  deps.sender.sendNow()
  return client
}
