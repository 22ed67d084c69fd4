import { ADDRESS_FIELDS, fullName } from '@attest/contract/client-fields'
import type { ClientInput } from '@attest/contract/clients'
import type { Body } from '@attest/contract/endpoint'
import { MERGE_FIELDS, type mergeClients as mergeCall } from '@attest/contract/merges'
import { ownField } from '@attest/contract/own-columns'
import type { Selectable } from 'kysely'
import type { Tx } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { MergedClientRow } from '../db/trash-schema.ts'
import { cancelUnsentTo, isAskedSince, moveReceipts } from '../delivery/messages.ts'
import type { Bulk } from '../deps.ts'
import { type Author, changedFields, pick, recordChanges } from '../history/queries.ts'
import { noClient, Refusal, refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { currentFields, hasAnsweredSince } from '../records/answers.ts'
import type { ClientRecord } from '../records/clients.ts'
import * as records from '../records/clients.ts'
import { listDisputesSince, moveDisputeLinks } from '../records/links.ts'
import { addMerge, findLaterMerge, removeMerges } from '../records/merges.ts'
import { listSetBackOf } from '../records/reviews.ts'
import { addToTrash } from '../records/trash.ts'
import { holdRound } from '../rounds/change-round.ts'
import { joinRound, leaveRound } from '../rounds/kept-parts.ts'
import { listStates } from '../rounds/round-rows.ts'
import { listTemplateNames } from '../templates/queries.ts'
import { refuseOutdated, saveChange, settleInput } from './change-client.ts'
import { deleteLocked } from './delete-clients.ts'
import { routeMail } from './mail-address.ts'

type Request = Body<typeof mergeCall>

/** Moves the other client to the trash. Throws Refusal 404; 400; 409 as the call says. */
export async function mergeClients(
  { bulkDb, now }: Bulk,
  admin: SignedIn,
  id: number,
  body: Request,
) {
  const at = now()
  const author = { adminEmail: admin.email, at: at.toISOString() }
  if (body.other === id) refuseField('other', 'Choose two different clients.')
  return transact(bulkDb, async (tx) => {
    // Waits for an import's batch or a mailing that is being made.
    await lockBulkWriters(tx)
    const clients = await records.lockClients(tx, [id, body.other])
    const kept = clients.find((client) => client.id === id) ?? noClient()
    const other = clients.find((client) => client.id === body.other) ?? noClient()
    refuseOutdated(kept, body.last_updated)
    refuseOutdated(other, body.other_last_updated)
    for (const client of clients) refuseUnsettled(client)
    const merged = await mergeLocked(tx, { kept, other, keep: body.keep, author })
    const names = [other, kept].map((one) => `${one.client_number} (id ${one.id}) ${fullName(one)}`)
    await logEvent(tx, 'clients-merged', admin, at, names.join(' into '))
    return merged
  })
}

function refuseUnsettled(client: ClientRecord) {
  const name = fullName(client)
  if (client.disputed_at)
    throw new Refusal(409, `${name} disputes an answer. End the dispute first.`)
  if (client.reported_as)
    throw new Refusal(409, `Somebody said that a link was not for ${name}. Decide about it first.`)
}

interface Merging {
  kept: ClientRecord
  other: ClientRecord
  keep: Request['keep']
  author: Author
}

async function mergeLocked(tx: Tx, { kept, other, keep, author }: Merging) {
  const round = await holdRound(tx, undefined)
  const states = round ? await listStates(tx, round, [kept.id, other.id]) : new Map()
  const values = settleInput(kept, chosenValues(kept, other, keep))
  const teller = tellerOf(kept, other, states)
  const after = await records.updateClient(tx, kept.id, {
    ...values,
    ...(values.email === undefined
      ? {}
      : // Takes the other client's mail address too: an unconfirmed email gets no mail.
        {
          ...routeMail(kept, { by: 'return', email: values.email, mail: other, at: author.at }),
          ...markOf(other),
        }),
    status: teller.status,
    has_changes: kept.has_changes || other.has_changes,
    last_updated: author.at,
  })
  // The person has answered as the other client, so the kept one is not asked.
  if (teller.id !== kept.id) await cancelUnsentTo(tx, kept.id, author.at)
  const joins = round && states.has(other.id) && (await joinRound(tx, round.id, [kept.id]))
  await moveDisputeLinks(tx, { of: other.id, from: other.id, to: kept.id })
  await moveReceipts(tx, { of: other.id, from: other.id, to: kept.id })
  await addToTrash(tx, [other.id], author)
  await deleteLocked(tx, [other], author, 'merged')
  await addMerge(tx, {
    client_id: other.id,
    client_number: other.client_number,
    into_id: kept.id,
    merged_at: author.at,
    undo: JSON.stringify({ before: kept, after, joined: joins ? round.id : null }),
  })
  await recordMerge(tx, author, 'merged', { before: kept, after, other })
  return after
}

/** The bounce goes with its address. Merges stored by former versions lack it. */
const markOf = ({ bounced_to = null, bounced_at = null }: Partial<ClientRecord>) => ({
  bounced_to,
  bounced_at,
})

function chosenValues(kept: ClientRecord, other: ClientRecord, keep: Request['keep']) {
  for (const id of Object.values(keep))
    if (id !== kept.id && id !== other.id) refuseField('keep', 'keep must name one of the two.')
  const isOthers = (field: string, isEmpty: boolean) =>
    keep[field] === undefined ? isEmpty : keep[field] === other.id
  const fields = MERGE_FIELDS.filter((field) =>
    // Fields from two addresses do not make a valid one.
    isOthers(field, !kept[ADDRESS_FIELDS.includes(field) ? 'address' : field]),
  )
  const own = { ...kept.own }
  for (const id of Object.keys({ ...kept.own, ...other.own })) {
    if (!isOthers(ownField(id), !kept.own[id])) continue
    if (other.own[id]) own[id] = other.own[id]
    else delete own[id]
  }
  const changed = fields.filter((field) => (kept[field] || null) !== (other[field] || null))
  const values = Object.fromEntries(changed.map((field) => [field, other[field]]))
  return { ...(values as Partial<Pick<ClientRecord, (typeof MERGE_FIELDS)[number]>>), own }
}

/** The client whose status stays: a person who has answered in the open round is not asked again. */
function tellerOf(kept: ClientRecord, other: ClientRecord, states: Map<number, string>) {
  const both = [kept, other]
  return (
    both.find(({ id }) => states.get(id) === 'answered') ??
    both.find(({ id }) => states.has(id)) ??
    both.find(({ status }) => status !== 'pending') ??
    kept
  )
}

interface Merged {
  before: ClientRecord
  after: ClientRecord
  other: { first_name: string; last_name: string; client_number: string }
}

function recordMerge(
  tx: Tx,
  author: Author,
  action: 'merged' | 'merge_undone',
  { before, after, other }: Merged,
) {
  const fields = changedFields(before, after)
  const name = `${fullName(other)} (${other.client_number})`
  const isMerged = action === 'merged'
  return recordChanges(tx, author, [
    {
      client_id: after.id,
      action,
      before: { ...pick(before, fields), merged: isMerged ? null : name },
      after: { ...pick(after, fields), merged: isMerged ? name : null },
    },
  ])
}

export type Merge = Selectable<MergedClientRow>

/**
 * Gives the kept client its values back, except those that somebody has changed since. If it has answered since, all
 * stay: an answer confirms every value. If it was asked since, it stays pending. The caller then restores `other`.
 * Throws Refusal 409.
 */
export async function undoMerge(tx: Tx, merge: Merge, other: Merged['other'], author: Author) {
  const { client_id, into_id, merged_at, undo } = merge
  const before = await records.lockClient(tx, into_id)
  if (!before) {
    const message = `The client whom ${fullName(other)} was merged into is deleted or merged as well. Restore that client first.`
    throw new Refusal(409, message)
  }
  refuseUnsettled(before)
  // The later merge's undo would give the kept client this client's values again.
  const later = await findLaterMerge(tx, merge)
  if (later)
    throw new Refusal(
      409,
      `${later.name} was merged into this client later. Restore ${later.name} first.`,
    )
  const answered = await hasAnsweredSince(tx, into_id, merged_at)
  const asked = await isAskedSince(tx, into_id, merged_at)
  const { status } = asked ? before : undo.before
  const after = answered
    ? before
    : await records.updateClient(tx, into_id, {
        ...(await returnedValues(tx, before, undo, author)),
        ...(before.status === undo.after.status && { status }),
        last_updated: author.at,
      })
  if (undo.joined !== null && !answered) await leaveRound(tx, undo.joined, into_id)
  await removeMerges(tx, [client_id])
  await records.settleHasChanges(tx, [into_id])
  await recordMerge(tx, author, 'merge_undone', { before, after, other })
}

/**
 * Runs once the other client is restored. The undo has returned values disputed since, so the office decides again.
 * Values that the office has set back since are set back again.
 */
export async function settleReturned(tx: Tx, merge: Merge, author: Author) {
  const { at } = author
  const { client_id, into_id, merged_at } = merge
  const move = { of: client_id, from: into_id, to: client_id }
  await moveDisputeLinks(tx, move)
  await moveReceipts(tx, move)
  const disputes = await listDisputesSince(tx, [client_id, into_id], merged_at)
  for (const { client_id: id, ...dispute } of disputes) {
    if (await hasAnsweredSince(tx, id, dispute.disputed_at)) continue
    await cancelUnsentTo(tx, id, at)
    await records.updateClient(tx, id, dispute)
  }
  const undone = await listSetBackOf(tx, [client_id, into_id], merged_at)
  for (const { client_id: id, fields, ...answer } of undone) {
    const client = await records.lockClient(tx, id)
    if (!client || client.disputed_at) continue
    const returned = currentFields(client, answer).filter((field) => fields.includes(field))
    const values = pick(answer.old, returned) as Partial<ClientInput>
    if (returned.length > 0) await saveChange(tx, author, client, values)
  }
}

async function returnedValues(tx: Tx, now: ClientRecord, undo: Merge['undo'], { at }: Author) {
  const { before, after } = undo
  const templates = (await listTemplateNames(tx)).map(({ id }) => id)
  const isAsMerged = (field: (typeof MERGE_FIELDS)[number]) => now[field] === after[field]
  const isAddressMoved = MERGE_FIELDS.some((f) => ADDRESS_FIELDS.includes(f) && !isAsMerged(f))
  const fields = MERGE_FIELDS.filter(
    (field) =>
      before[field] !== after[field] &&
      isAsMerged(field) &&
      !(isAddressMoved && ADDRESS_FIELDS.includes(field)) &&
      (field !== 'group_template' || templates.includes(before.group_template)),
  )
  const own = { ...now.own }
  for (const id of Object.keys({ ...before.own, ...after.own })) {
    if (now.own[id] !== after.own[id]) continue
    if (before.own[id]) own[id] = before.own[id]
    else delete own[id]
  }
  const { email } = before
  return {
    ...Object.fromEntries(fields.map((field) => [field, before[field]])),
    ...(fields.includes('email') && {
      ...routeMail(now, { by: 'return', email, mail: before, at }),
      ...markOf(before),
    }),
    own,
  }
}
