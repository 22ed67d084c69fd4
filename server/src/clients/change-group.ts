import type { ClientSelection } from '@attest/contract/clients'
import type { Deps } from '../deps.ts'
import { pick, recordUpdates } from '../history/queries.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { changeSelected } from '../selection/select-clients.ts'
import { explainConflict } from './conflicts.ts'
import { lockClients, moveClients } from './queries.ts'

/** Returns how many had another template. Throws Refusal 400 for an unknown one; 409 if the selection changed. */
export async function changeGroup(
  deps: Deps,
  admin: SignedIn,
  { group_template, ...selection }: ClientSelection & { group_template: string },
): Promise<number> {
  const at = deps.now().toISOString()
  return changeSelected(deps, selection, async (tx, ids) => {
    const clients = await lockClients(tx, ids)
    const moved = clients.filter((client) => client.group_template !== group_template)
    await moveClients(
      tx,
      moved.map(({ id }) => id),
      { group_template, last_updated: at },
    )
    await recordUpdates(tx, { adminEmail: admin.email, at }, moved, (client) => ({
      before: pick(client, ['group_template']),
      after: { group_template },
    }))
    return moved.length
  }).catch((error) => explainConflict(error, { group_template }))
}
