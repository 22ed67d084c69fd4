import { fullName } from '@attest/contract/client-fields'
import type { ClientSelection } from '@attest/contract/clients'
import type { Tx } from '../db/schema.ts'
import { detachMessages } from '../delivery/messages.ts'
import type { Bulk } from '../deps.ts'
import { type Author, pickAll, recordChanges } from '../history/queries.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { type ClientRecord, lockClients, removeClients } from '../records/clients.ts'
import { holdRound } from '../rounds/change-round.ts'
import { freezeDeleted, keepSentEmails } from '../rounds/round-rows.ts'
import { changeSelected } from '../selection/select-clients.ts'

/** History and answers stay. Each batch has an entry in the security log. Throws Refusal 409: the selection changed. */
export async function deleteClients(deps: Bulk, admin: SignedIn, selection: ClientSelection) {
  const now = deps.now()
  const at = now.toISOString()
  return changeSelected(deps, selection, async (tx, ids) => {
    const clients = await lockClients(tx, ids)
    if (clients.length === 0) return 0
    await deleteLocked(tx, clients, { adminEmail: admin.email, at })
    await logEvent(tx, 'client-deleted', admin, now, namesOf(clients))
    return clients.length
  })
}

export async function deleteLocked(tx: Tx, clients: ClientRecord[], author: Author) {
  const ids = clients.map(({ id }) => id)
  const round = await holdRound(tx, undefined)
  if (round) await freezeDeleted(tx, round, ids)
  await keepSentEmails(tx, ids)
  await detachMessages(tx, ids, author.at)
  await recordChanges(
    tx,
    author,
    clients.map((client) => ({
      client_id: client.id,
      action: 'deleted',
      before: pickAll(client),
      after: null,
    })),
  )
  await removeClients(tx, ids)
}

/** The ids lead to the histories, which stay. */
function namesOf(clients: ClientRecord[]) {
  const [first] = clients
  const numberOf = ({ client_number, id }: ClientRecord) => `${client_number} (id ${id})`
  if (clients.length === 1) return `${numberOf(first!)} ${fullName(first!)}`
  return `${clients.length}: ${clients.map(numberOf).join(', ')}`
}
