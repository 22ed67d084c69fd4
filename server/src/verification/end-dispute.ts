import { ADDRESS_FIELDS, type ClientInput, COMPARED_FIELDS } from '@attest/contract/clients'
import { differingFields } from '@attest/contract/same-value'
import type { Selectable } from 'kysely'
import { findAnswer } from '../answers/queries.ts'
import { type ClientRecord, updateClient } from '../clients/queries.ts'
import { findClient, lockClient } from '../db/find-client.ts'
import type { AnswerRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { changedFields, pick, recordChange, recordEvent } from '../history/queries.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'

export const endedDispute = { disputed_at: null, disputed_answer_id: null }

type Answer = Pick<Selectable<AnswerRow>, 'old' | 'new'>

const fieldsOf = ({ old }: Answer) => COMPARED_FIELDS.filter((field) => field in old)

/** Fields that still have the answer's value; of an address all or none. */
function currentFields(client: ClientRecord, answer: Answer) {
  const fields = fieldsOf(answer)
  const changed = differingFields(client, answer.new, fields)
  const isMoved = changed.some((field) => ADDRESS_FIELDS.includes(field))
  return fields.filter((f) => !changed.includes(f) && !(isMoved && ADDRESS_FIELDS.includes(f)))
}

export async function describeDispute({ db }: Deps, id: number) {
  const client = (await findClient(db, id)) ?? notFound('User')
  const { disputed_at, disputed_answer_id } = client
  if (!disputed_at || !disputed_answer_id) notFound('Dispute')
  const answer = await findAnswer(db, disputed_answer_id)
  const current = currentFields(client, answer)
  return {
    disputed_at,
    answered_at: answer.at,
    fields: fieldsOf(answer).map((field) => ({
      field,
      before: answer.old[field] ?? '',
      answered: answer.new[field] ?? '',
      isCurrent: current.includes(field),
    })),
  }
}

/**
 * Ends a dispute in the name of the administrator. `restore` resets each field that still holds the
 * answer's value to the value before it. The client then counts as unanswered.
 * @throws Refusal 404; 409 without a dispute
 */
export async function endDispute(
  { db, now }: Deps,
  admin: SignedIn,
  id: number,
  { restore }: { restore: boolean },
) {
  const author = { adminEmail: admin.email, at: now().toISOString() }
  return transact(db, async (tx) => {
    const before = (await lockClient(tx, id)) ?? notFound('User')
    if (!before.disputed_answer_id) {
      throw new Refusal(409, 'The dispute has already ended.', { code: 'no_dispute' })
    }
    const answer = await findAnswer(tx, before.disputed_answer_id)
    const fields = restore ? currentFields(before, answer) : []
    const after = await updateClient(tx, id, {
      ...(pick(answer.old, fields) as Partial<ClientInput>),
      ...(restore && { status: 'pending', has_changes: false, last_updated: author.at }),
      // The office has decided which email is right.
      ...('email' in answer.old && { mail_to: null, confirm_by: null }),
      ...endedDispute,
    })
    const changed = changedFields(before, after)
    if (changed.length > 0)
      await recordChange(tx, author, 'updated', { before, after, fields: changed })
    await recordEvent(tx, author, 'dispute_ended', id)
    return after
  })
}
