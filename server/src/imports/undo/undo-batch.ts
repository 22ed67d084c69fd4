import type { ClientInput } from '@attest/contract/clients'
import { isSameAddress } from '@attest/contract/fields'
import type { UndoRow } from '@attest/contract/import-undo'
import { deleteLocked } from '../../clients/delete-clients.ts'
import { type ClientRecord, lockClients } from '../../clients/queries.ts'
import type { Tx } from '../../db/schema.ts'
import { lockBulkWriters } from '../../db/transact.ts'
import { type Author, recordChanges } from '../../history/queries.ts'
import { formerAddresses, revokeLinks } from '../../links/queries.ts'
import { corrections, ImportTaken } from '../import-batch.ts'
import { endImport, updateImported } from '../queries.ts'
import { addUndoCounts, nextClients, planOf, settleRows } from './queries.ts'

const BATCH = 1000

interface BatchContext {
  importId: string
  /** The last client of the batch before. */
  after: number
  author: Author
  leaseUntil: string
}

/**
 * Undoes an import for the next clients. Returns the last one, or undefined once the undo has ended.
 * @throws ImportTaken
 */
export async function undoBatch(
  tx: Tx,
  { importId, after, author, leaseUntil }: BatchContext,
): Promise<number | undefined> {
  await lockBulkWriters(tx)
  const ids = await nextClients(tx, importId, after, BATCH)
  if (ids.length === 0) {
    const end = { state: 'undone', undone_at: author.at } as const
    if (!(await endImport(tx, importId, end, { state: 'undoing' }))) throw new ImportTaken()
    return undefined
  }
  const clients = await lockClients(tx, ids)
  const rows = await planOf(tx, importId, ids)
  const { removed, restored } = undone(clients, rows)
  if (removed.length > 0) await deleteLocked(tx, removed, author)
  await restore(tx, restored, author)
  await settleRows(tx, importId, rows)
  const kept = rows.filter(({ reason }) => reason !== null && reason !== 'deleted')
  const counts = {
    done: ids.length,
    removed: removed.length,
    restored: restored.length,
    kept: new Set(kept.map(({ client_id }) => client_id)).size,
  }
  if (!(await addUndoCounts(tx, importId, counts, leaseUntil))) throw new ImportTaken()
  return ids.at(-1)
}

interface Restored {
  before: ClientRecord
  after: ClientRecord
}

function undone(clients: ClientRecord[], rows: UndoRow[]) {
  const removed: ClientRecord[] = []
  const restored: Restored[] = []
  const byClient = Map.groupBy(
    rows.filter(({ reason }) => reason === null),
    ({ client_id }) => client_id,
  )
  for (const before of clients) {
    const own = byClient.get(before.id)
    if (own?.some(({ field }) => field === null)) removed.push(before)
    else if (own) restored.push({ before, after: restoredFrom(before, own) })
  }
  return { removed, restored }
}

/** Only `alt_number` may be null. */
const restoredFrom = (before: ClientRecord, rows: UndoRow[]): ClientRecord => ({
  ...before,
  ...Object.fromEntries(
    rows.map(({ field, old }) => [field, field === 'alt_number' ? old : (old ?? '')]),
  ),
})

async function restore(tx: Tx, restored: Restored[], author: Author): Promise<void> {
  await updateImported(
    tx,
    restored.map(({ after }): ClientInput => after),
    author.at,
  )
  const readdressed = restored.filter(
    ({ before, after }) => !isSameAddress(before.email, after.email),
  )
  await revokeLinks(
    tx,
    readdressed.flatMap(({ before, after }) => formerAddresses(before, after)),
    author.at,
  )
  await recordChanges(tx, author, corrections(restored))
}
