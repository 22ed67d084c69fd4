import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import { type Restored, TRASH_DAYS } from '@attest/contract/trash'
import { removeAttachmentsOf } from '../attachments/queries.ts'
import type { Tx } from '../db/schema.ts'
import { lockBulkWriters, transact, transactUncrossed } from '../db/transact.ts'
import { attachMessages } from '../delivery/messages.ts'
import type { Bulk } from '../deps.ts'
import { type Author, recordChanges } from '../history/queries.ts'
import { notFound, Refusal, refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { DAY_MS } from '../local-time.ts'
import { restoreAnswered } from '../mailings/recipients.ts'
import { listByNumbers, returnClients, settleHasChanges } from '../records/clients.ts'
import { returnLinks } from '../records/links.ts'
import * as merges from '../records/merges.ts'
import { listOwnColumns } from '../records/own-columns.ts'
import {
  listDeletion,
  listExpired,
  lockTrashed,
  removeFromTrash,
  type Trashed,
} from '../records/trash.ts'
import { holdRound } from '../rounds/change-round.ts'
import { divideKept, unfreezeRestored } from '../rounds/kept-parts.ts'
import { listTemplateNames } from '../templates/queries.ts'
import { listedNames } from './delete-clients.ts'
import { type Merge, settleReturned, undoMerge } from './merge-clients.ts'

/** Undoes the merge of a merged client. Throws Refusal 404; 409 as the call says. */
export async function restoreClient(deps: Bulk, admin: SignedIn, id: number): Promise<Restored> {
  const restored = await restoreBatch(deps, admin, [id])
  const [refused] = restored.refused
  if (refused) throw new Refusal(409, refused.reason)
  return restored.restored === 0 ? notFound('Deleted client') : restored
}

const BATCH = 1000

/** Runs in batches, so a client's answer waits for one batch at most. */
export async function restoreDeletion(deps: Bulk, admin: SignedIn, deletedAt: string) {
  const ids = await listDeletion(deps.bulkDb, deletedAt)
  const all: Restored = { restored: 0, regrouped: 0, refused: [] }
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = await restoreBatch(deps, admin, ids.slice(start, start + BATCH))
    all.restored += batch.restored
    all.regrouped += batch.regrouped
    all.refused.push(...batch.refused)
  }
  return all
}

/** Skips clients who are not in the trash or have expired. Throws Refusal 409 if a merge cannot be undone. */
function restoreBatch({ bulkDb, now }: Bulk, admin: SignedIn, ids: number[]): Promise<Restored> {
  const at = now()
  return transactUncrossed(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const trashed = (await lockTrashed(tx, ids)).filter((one) => one.deleted_at > expiredBefore(at))
    const author = { adminEmail: admin.email, at: at.toISOString() }
    const undone: Merge[] = []
    for (const { client_id, client } of trashed) {
      const merge = await merges.findMerge(tx, client_id)
      if (!merge) continue
      await undoMerge(tx, merge, client, author)
      undone.push(merge)
    }
    const { free, refused } = await withFreeNumbers(tx, trashed)
    // No merge may be undone while its other client stays in the trash.
    if (undone.length > 0 && refused[0]) throw new Refusal(409, refused[0].reason)
    const regrouped = await returnRows(tx, free, author)
    for (const merge of undone) {
      await settleReturned(tx, merge, author)
      await divideKept(tx, merge)
    }
    if (free.length > 0) await logEvent(tx, 'client-restored', admin, at, listedNames(free))
    return { restored: free.length, regrouped, refused }
  })
}

async function withFreeNumbers(tx: Tx, trashed: Trashed[]) {
  const numbers = trashed.map(({ client_number }) => client_number)
  const owners = new Map([
    ...(await merges.listFormerNumbers(tx, numbers)).map((row) => [row.former, row] as const),
    ...(await listByNumbers(tx, numbers)).map((row) => [row.client_number, row] as const),
  ])
  const refused = trashed.flatMap(({ name, client_number }) => {
    const owner = owners.get(client_number)
    if (!owner) return []
    const reason = `Client number ${client_number} now belongs to ${owner.name}. Change that client’s number first, then restore ${name}.`
    return [{ name, reason }]
  })
  return { free: trashed.filter((one) => !owners.has(one.client_number)), refused }
}

/** Returns how many clients got another template because theirs was deleted. */
async function returnRows(tx: Tx, trashed: Trashed[], author: Author): Promise<number> {
  if (trashed.length === 0) return 0
  const round = await holdRound(tx, undefined)
  const templates = (await listTemplateNames(tx)).map(({ id }) => id)
  const isKnown = ({ client }: Trashed) => templates.includes(client.group_template)
  // The default template comes first, unless it was deleted too.
  const [group_template = DEFAULT_TEMPLATE] = templates
  const columns = (await listOwnColumns(tx)).map(({ id }) => String(id))
  const rows = trashed.map((one) => ({
    ...one.client,
    ...(!isKnown(one) && { group_template }),
    // Drops values of columns that were deleted meanwhile.
    own: Object.fromEntries(
      Object.entries(one.client.own ?? {}).filter(([id]) => columns.includes(id)),
    ),
  }))
  const ids = trashed.map(({ client_id }) => client_id)
  await returnClients(tx, rows)
  await settleHasChanges(tx, ids)
  await returnLinks(tx, trashed)
  await attachMessages(tx, ids)
  // Restores a status that only an email had reset, if the deletion canceled that email.
  await restoreAnswered(tx, 'client_id', ...ids)
  await unfreezeRestored(tx, round, trashed)
  await recordChanges(
    tx,
    author,
    ids.map((client_id) => ({ client_id, action: 'restored', before: null, after: null })),
  )
  await removeFromTrash(tx, ids)
  return trashed.filter((one) => !isKnown(one)).length
}

/** Removes the client for good. Throws Refusal 404; 400 unless `name` is the full name. */
export async function removeTrashed(
  { bulkDb, now }: Bulk,
  admin: SignedIn,
  id: number,
  name: string,
) {
  const at = now()
  await transact(bulkDb, async (tx) => {
    const [trashed = notFound('Deleted client')] = await lockTrashed(tx, [id])
    if (sameName(name) !== sameName(trashed.name))
      refuseField('name', 'Enter the full name as it is shown above.')
    await removeForGood(tx, [id])
    await logEvent(tx, 'client-removed', admin, at, listedNames([trashed]))
  })
}

const sameName = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Also removes clients merged into them. A merged client's files stay with the client who has them now. */
async function removeForGood(tx: Tx, ids: number[]) {
  const merged = await merges.listMerged(tx, ids)
  const ended = ids.filter((id) => !merged.includes(id))
  const all = [...(await merges.storiesOf(tx, ended)).keys()]
  await removeAttachmentsOf(tx, all)
  await merges.removeMerges(tx, all)
  await removeFromTrash(tx, [...ids, ...all])
}

export async function emptyTrash({ bulkDb, now }: Bulk, stopped?: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await listExpired(bulkDb, expiredBefore(now()), BATCH)
    if (ids.length === 0 || stopped?.aborted) return
    await transact(bulkDb, async (tx) => {
      const trashed = (await lockTrashed(tx, ids)).map(({ client_id }) => client_id)
      await removeForGood(tx, trashed)
    })
  }
}

const expiredBefore = (at: Date) => new Date(at.getTime() - TRASH_DAYS * DAY_MS).toISOString()
