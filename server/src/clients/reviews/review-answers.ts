import { ADDRESS_FIELDS, fullName, nameOf } from '@attest/contract/client-fields'
import type { ClientInput } from '@attest/contract/clients'
import type { ReviewItem, ReviewKind } from '@attest/contract/reviews'
import type { Tx } from '../../db/schema.ts'
import { lockBulkWriters, transact } from '../../db/transact.ts'
import type { Bulk } from '../../deps.ts'
import { type Author, pick } from '../../history/queries.ts'
import { conflict, Refusal } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type Answer, type Answered, currentFields, listReturnable } from '../../records/answers.ts'
import { type ClientRecord, lockClients, settleHasChanges } from '../../records/clients.ts'
import { addReviews, IS_OPEN } from '../../records/reviews.ts'
import { saveChange } from '../change-client.ts'
import { listToReview } from './queries.ts'

/**
 * Combines answers: each field before the first answer that changed it, and after the last that did.
 * The last answer may come from a merged client, who never had the other's values.
 */
export function differenceOf(answers: Answered[]): Answered {
  const before: Answered['old'] = Object.assign({}, ...answers.toReversed().map(({ old }) => old))
  const told = answers.map(({ old, new: values }) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => field in old)),
  )
  const after: Answered['new'] = Object.assign({}, answers.at(-1)!.new, ...told)
  const changed = Object.entries(before).filter(([field, was]) => was !== after[field])
  return { old: Object.fromEntries(changed), new: after }
}

/** Reviews all items or none. Throws Refusal 409. */
export function reviewItems({ db, now }: Bulk, admin: SignedIn, items: ReviewItem[]) {
  const author = { adminEmail: admin.email, at: now().toISOString() }
  const ids = items.map(({ clientId }) => clientId)
  return transact(db, async (tx) => {
    const locked = await lockOpen(tx, ids)
    for (const item of items) {
      const { client, open } = locked.get(item.clientId) ?? refuseChanged('A client')
      if (client.disputed_at) refuseDisputed(fullName(client))
      if (!isSame(open, item.answerIds)) refuseChanged(fullName(client))
      if (item.setBack.length > 0)
        item.setBack = await setBack(tx, author, client, open, item.setBack)
    }
    await record(tx, author, items, locked)
    return items.length
  })
}

const BATCH = 1000

interface All {
  kind: ReviewKind | ''
  mark?: string | undefined
  total: number
}

/**
 * Runs in batches, so a client's answer waits for one batch at most. Clients who answer meanwhile stay open.
 * @returns how many clients were reviewed
 * @throws Refusal 409 if the list is not as the caller saw it
 */
export async function reviewAll({ bulkDb, now }: Bulk, admin: SignedIn, all: All) {
  const author = { adminEmail: admin.email, at: now().toISOString() }
  const { items, total, mark, counts } = await listToReview(bulkDb, all.kind)
  if (total !== all.total || (all.mark !== undefined && mark !== all.mark)) {
    const message = `The list has changed: you saw ${all.total}, now there are ${total} or others. Please look at it once more.`
    throw new Refusal(409, message, { code: 'selection_changed', total })
  }
  if (counts.disputed && ['', 'disputed'].includes(all.kind)) refuseDisputed('A client')
  let reviewed = 0
  for (let start = 0; start < items.length; start += BATCH) {
    const batch = items.slice(start, start + BATCH)
    const ids = batch.map(({ id }) => id)
    reviewed += await transact(bulkDb, async (tx) => {
      await lockBulkWriters(tx)
      const locked = await lockOpen(tx, ids)
      const same = batch.flatMap(({ id, answer_ids }) => {
        const { client, open } = locked.get(id) ?? {}
        if (!client || client.disputed_at || !isSame(open!, answer_ids)) return []
        return [{ clientId: id, answerIds: answer_ids, setBack: [], note: null }]
      })
      await record(tx, author, same, locked)
      return same.length
    })
  }
  return reviewed
}

type Locked = Map<number, { client: ClientRecord; open: Answer[] }>

/** Reads after the lock, so that nobody answers for these clients or reviews them meanwhile. */
async function lockOpen(tx: Tx, ids: number[]): Promise<Locked> {
  const clients = await lockClients(tx, ids)
  const open = await listReturnable(tx, ids, IS_OPEN)
  return new Map(clients.map((client) => [client.id, { client, open: open.get(client.id) ?? [] }]))
}

const isSame = (open: Answer[], ids: number[]) =>
  open.map(({ id }) => id).join() === ids.toSorted((one, other) => one - other).join()

async function record(tx: Tx, author: Author, items: ReviewItem[], locked: Locked) {
  const ids = items.map(({ clientId }) => clientId)
  const reviews = items.flatMap(({ clientId, setBack, note }) =>
    locked.get(clientId)!.open.map((answer) => {
      const fields = setBack.filter((field) => field in answer.old)
      const outcome = fields.length > 0 ? ('set_back' as const) : ('taken_over' as const)
      return { answer_id: answer.id, outcome, fields, note }
    }),
  )
  await addReviews(tx, { ...author, adminEmail: author.adminEmail! }, reviews)
  await settleHasChanges(tx, ids)
}

type SetBack = ReviewItem['setBack']

/** Saves a change by the office, unvalidated. Returns the fields, since an address is set back as a whole. */
async function setBack(
  tx: Tx,
  author: Author,
  client: ClientRecord,
  open: Answer[],
  wanted: SetBack,
) {
  const difference = differenceOf(open)
  const current: string[] = currentFields(client, difference)
  const isMoved = wanted.some((field) => ADDRESS_FIELDS.includes(field))
  const fields = (Object.keys(difference.old) as SetBack).filter(
    (field) => wanted.includes(field) || (isMoved && ADDRESS_FIELDS.includes(field)),
  )
  const late = [...wanted, ...fields].find((field) => !current.includes(field))
  if (late) {
    const message = `${nameOf(late)} of ${fullName(client)} is not what the client answered any more. Nothing was changed. Please look at it once more.`
    conflict('set_back_changed', message)
  }
  await saveChange(tx, author, client, pick(difference.old, fields) as Partial<ClientInput>)
  return fields
}

function refuseChanged(who: string): never {
  const message = `${who} has answered again, or somebody else was faster. Nothing was saved. Please look at the list once more.`
  conflict('review_changed', message)
}

function refuseDisputed(who: string): never {
  conflict('client_disputed', `${who} disputes an answer. End the dispute first.`)
}
