import { fullName } from '@attest/contract/client-fields'
import type { ClientSelection } from '@attest/contract/clients'
import type { Tx } from '../db/schema.ts'
import { detachMessages } from '../delivery/messages.ts'
import type { Bulk } from '../deps.ts'
import { type Author, pickAll, recordChanges } from '../history/queries.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { type ClientRecord, lockClients, removeClients } from '../records/clients.ts'
import { addToTrash, type Trashed } from '../records/trash.ts'
import { holdRound } from '../rounds/change-round.ts'
import { freezeDeleted, keepSentEmails } from '../rounds/kept-parts.ts'
import { changeSelected } from '../selection/select-clients.ts'

/** Moves clients to the trash; logs each batch. Throws Refusal 409 if the selection changed. */
export async function deleteClients(deps: Bulk, admin: SignedIn, selection: ClientSelection) {
  const now = deps.now()
  const author = { adminEmail: admin.email, at: now.toISOString() }
  return changeSelected(deps, selection, async (tx, ids) => {
    const clients = await lockClients(tx, ids)
    if (clients.length === 0) return 0
    const found = clients.map(({ id }) => id)
    await addToTrash(tx, found, author)
    await deleteLocked(tx, clients, author)
    await logEvent(tx, 'client-deleted', admin, now, namesOf(clients))
    return clients.length
  })
}

/** Keeps history, answers and files. A merged client leaves its place in the open round to the kept client. */
export async function deleteLocked(
  tx: Tx,
  clients: ClientRecord[],
  author: Author,
  action: 'deleted' | 'merged' = 'deleted',
) {
  const ids = clients.map(({ id }) => id)
  const round = await holdRound(tx, undefined)
  if (round && action === 'deleted') await freezeDeleted(tx, round, ids)
  await keepSentEmails(tx, ids)
  await detachMessages(tx, ids, author.at)
  const changes = clients.map((client) => ({
    client_id: client.id,
    action,
    before: pickAll(client),
    after: null,
  }))
  await recordChanges(tx, author, changes)
  await removeClients(tx, ids)
}

const namesOf = (clients: ClientRecord[]) =>
  listedNames(
    clients.map((client) => ({ ...client, client_id: client.id, name: fullName(client) })),
  )

/** Names clients in the security log. Their ids lead to their histories, which are kept. */
export function listedNames(clients: Pick<Trashed, 'client_id' | 'client_number' | 'name'>[]) {
  const [first] = clients
  const numberOf = (one: typeof first & {}) => `${one.client_number} (id ${one.client_id})`
  if (clients.length === 1) return `${numberOf(first!)} ${first!.name}`
  return `${clients.length}: ${clients.map(numberOf).join(', ')}`
}
