import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import type { ClientInput } from '@attest/contract/clients'
import type { endDispute as endCall } from '@attest/contract/disputes'
import type { Body } from '@attest/contract/endpoint'
import type { Updateable } from 'kysely'
import { isUnconfirmed, routeMail } from '../clients/mail-address.ts'
import type { ClientRow, Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { forgetStatus } from '../delivery/messages.ts'
import type { Timed } from '../deps.ts'
import { changedFields, pick, recordChange, recordEvent } from '../history/queries.ts'
import { conflict, noClient, notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { type Answer, beforeAnswer, currentFields, listDisputed } from '../records/answers.ts'
import * as records from '../records/clients.ts'
import { supersedeImports } from '../records/import-changes.ts'
import { addReviews } from '../records/reviews.ts'

export const endedDispute = { disputed_at: null, disputed_answer_id: null }

export async function describeDispute(db: Db, id: number) {
  const client = (await records.findClient(db, id)) ?? noClient()
  const answers = await listDisputed(db, id)
  const [last] = answers
  if (!client.disputed_at || !last) notFound('Dispute')
  const restored = answers.reduce(beforeAnswer, client)
  return {
    disputed_at: client.disputed_at,
    answered_at: last.at,
    answerIds: answers.map(({ id }) => id),
    fields: COMPARED_FIELDS.flatMap((field) => {
      const changing = answers.filter(({ old }) => field in old)
      const isCurrent = restored[field] !== client[field]
      const before = isCurrent ? restored[field] : changing.at(-1)?.old[field]
      const answered = changing[0]?.new[field] ?? ''
      return changing.length > 0 ? [{ field, before: before ?? '', answered, isCurrent }] : []
    }),
  }
}

const CHANGED = 'Other answers are disputed by now. Nothing was saved. Please look at the details.'

/** A client whose values are restored counts as unanswered. Throws Refusal 404; 409 as the call says. */
export async function endDispute(
  { db, now }: Timed,
  admin: SignedIn,
  id: number,
  { restore, answerIds }: Body<typeof endCall>,
) {
  const author = { adminEmail: admin.email, at: now().toISOString() }
  return transact(db, async (tx) => {
    const before = (await records.lockClient(tx, id)) ?? noClient()
    if (!before.disputed_answer_id) {
      conflict('no_dispute', 'The dispute has already ended.')
    }
    const answers = await listDisputed(tx, id)
    if (answerIds && answerIds.join() !== answers.map((answer) => answer.id).join())
      conflict('dispute_changed', CHANGED)
    let values: Updateable<ClientRow> = {}
    for (const answer of answers) {
      const client = { ...before, ...values } as records.ClientRecord
      const fields = restore ? currentFields(client, answer) : []
      const review = { answer_id: answer.id, outcome: 'set_back' as const, fields, note: null }
      if (restore) await addReviews(tx, author, [review])
      const mail = mailAfter(client, answer, { restore, at: author.at })
      values = { ...values, ...(pick(answer.old, fields) as Partial<ClientInput>), ...mail }
    }
    if (restore) {
      await records.settleHasChanges(tx, [id])
      await forgetStatus(tx, id)
    }
    const after = await records.updateClient(tx, id, {
      ...values,
      ...(restore && { status: 'pending', last_updated: author.at }),
      ...endedDispute,
    })
    const changed = changedFields(before, after)
    // Otherwise an undo of an import could restore the disputed values.
    const fields = answers.flatMap(({ old }) => Object.keys(old))
    if (fields.length > 0) await supersedeImports(tx, [{ client_id: id, fields }])
    if (changed.length > 0)
      await recordChange(tx, author, 'updated', { before, after, fields: changed })
    await recordEvent(tx, author, 'dispute_ended', id)
    return after
  })
}

/**
 * If values are restored, mail goes where it went before the answer, since later addresses may be a thief's. An address
 * that the office has set since stays. If the answer is kept, the office has also confirmed its email.
 */
function mailAfter(
  before: records.ClientRecord,
  answer: Answer,
  { restore, at }: { restore: boolean; at: string },
) {
  if (!('email' in answer.old)) return {}
  const isCurrent = currentFields(before, answer).includes('email')
  if (!restore) return isCurrent ? routeMail(before, { by: 'call', email: before.email }) : {}
  const email = isCurrent ? (answer.old.email ?? '') : before.email
  // Answers stored by former versions do not say where mail went.
  const formerly = isUnconfirmed(before) ? before.mail_to : (answer.old.email ?? '')
  const former = {
    mail_to: answer.mail_to ?? formerly,
    mail_to_by: answer.mail_to_by ?? 'office',
  } as const
  const isLater = before.mail_to_by === 'office' && before.mail_to !== former.mail_to
  return routeMail(before, { by: 'return', email, mail: isLater ? before : former, at })
}
