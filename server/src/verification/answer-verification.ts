import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import { announcedFields } from '@attest/contract/notices'
import type { OtherChannel } from '@attest/contract/recorded-answers'
import { differingFields, sameValue } from '@attest/contract/same-value'
import {
  type AnsweredBy,
  PublicClient,
  type VerificationAnswer,
} from '@attest/contract/verification'
import type { Updateable } from 'kysely'
import * as z from 'zod/mini'
import { settleInput } from '../clients/change-client.ts'
import { routeMail } from '../clients/mail-address.ts'
import { type Config, mailDomain } from '../config.ts'
import type { ClientRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import {
  cancelUnsentTo,
  forgetStatus,
  insertNotice,
  listOthersOfLetter,
} from '../delivery/messages.ts'
import type { Sending } from '../deps.ts'
import { changedFields, recordChange } from '../history/queries.ts'
import { Refusal, refuseField } from '../http/errors.ts'
import { BEFORE_ALL } from '../mailings/make-mailing.ts'
import { insertMailing } from '../mailings/queries.ts'
import { changedDetails, findAnswerAt, recordAnswer } from '../records/answers.ts'
import { type ClientRecord, lockClient, reportedAt, updateClient } from '../records/clients.ts'
import { closeLinks, copyLink, findLink, type Link, lockLink } from '../records/links.ts'
import { holdOpenRound } from '../rounds/queries.ts'
import { hashToken, newToken } from '../secret-key.ts'
import { refuseLink } from './use-link.ts'

/** Refuses an answer that would undo the firm's correction. Only for a valid link, since the reply holds details. */
function refuseOutdated(current: ClientRecord): never {
  const message =
    'Our office has changed your details since you opened this page. Please look at them once more.'
  throw new Refusal(409, message, { current: z.parse(PublicClient, current) })
}

/** Replies to the same answer sent again, since the first reply may have been lost. */
function repeatReply(link: Link, answerHash: string, client: ClientRecord) {
  if (link.answer_hash !== answerHash) {
    const message = 'You have already answered with this link. This second answer was not saved.'
    throw new Refusal(409, message, { code: 'link_answered', at: link.answered_at })
  }
  return thank(client)
}

const thank = (client: ClientRecord) => ({
  message: 'Thank you for verifying your information.',
  confirm_email: isMailedToConfirm(client) && !client.excused_reason,
})

const isMailedToConfirm = ({ confirm_by, last_updated }: ClientRecord) =>
  confirm_by !== null && confirm_by > last_updated

/** @throws Refusal 404; 409 with the `current` details if these are newer; 409 `link_answered` for another answer */
export async function answerVerification(
  deps: Sending,
  token: string,
  { action, last_updated, language, answered_by, ...given }: VerificationAnswer,
) {
  const at = deps.now().toISOString()
  const tokenHash = hashToken(token)
  const answerHash = hashToken(
    JSON.stringify([action, given, ...(answered_by ? [answered_by] : [])]),
  )
  const reply = await transact(deps.db, async (tx) => {
    const found = await findLink(tx, tokenHash)
    if (!found || found.revoked_at) refuseLink(found, at)
    const before = (await lockClient(tx, found.client_id)) ?? refuseLink(undefined, at)
    const link = await lockLink(tx, tokenHash)
    if (link.answered_at && !link.revoked_at) {
      const reply = repeatReply(link, answerHash, before)
      const id = await findAnswerAt(tx, before.id, link.answered_at)
      return { ...reply, ...(await nextOf(tx, link, { at, answered_by, id })) }
    }
    if (link.revoked_at || link.expires_at <= at) refuseLink(link, at)

    refuseEmptied(before, given)
    const typed = settleInput(before, given)
    const isSameEmail = sameValue('email', before.email, typed.email)
    const details = { ...typed, ...(isSameEmail && { email: before.email }) }
    const edited = differingFields(before, details, COMPARED_FIELDS)
    const outdated = last_updated !== undefined && last_updated !== before.last_updated
    if (outdated && edited.length > 0) refuseOutdated(before)
    const result = action === 'confirm' && edited.length === 0 ? 'confirmed' : 'updated'
    const routed = {
      ...details,
      ...(await mailAfter(tx, before, details.email, at)),
      ...(language && { language }),
    }
    const saved = await saveAnswer(tx, before, routed, {
      via: 'link',
      admin: null,
      result,
      at,
      now: at,
      note: null,
      answered_by,
      answerHash,
    })
    await announceAnswer(tx, deps.config, { before, at, ...saved })
    return { ...thank(saved.after), ...(await nextOf(tx, link, { at, answered_by, id: saved.id })) }
  })
  deps.sender.wake()
  return reply
}

/** No wrong person is mailed to confirm an email: the office calls the client instead. */
async function mailAfter(tx: Tx, before: ClientRecord, email: string, at: string) {
  const mail = routeMail(before, { by: 'link', email, at })
  const { reported } = mail.confirm_by ? await reportedAt(tx, email) : {}
  return reported ? { ...mail, confirm_by: at } : mail
}

/** A client without a last name or an email may stay without, but none may remove theirs. */
function refuseEmptied(before: ClientRecord, given: { last_name: string; email: string }): void {
  if (before.last_name && !given.last_name) refuseField('last_name', 'Last name is required')
  if (before.email && !given.email) refuseField('email', 'Invalid email address')
}

interface OfAnswer {
  at: string
  id: number | undefined
  answered_by: AnsweredBy | undefined
}

/** A link to the letter's next person reveals nothing: whoever answers has the whole letter. A helper may not. */
async function nextOf(tx: Tx, link: Link, { at, id, answered_by }: OfAnswer) {
  if (id === undefined || answered_by) return {}
  const [person] = await listOthersOfLetter(tx, link)
  if (!person) return {}
  const token = newToken()
  const of = { ...link, client_id: person.id, answer_id: id }
  const copied = await copyLink(tx, of, { tokenHash: hashToken(token), at })
  return copied ? { next: { first_name: person.first_name, token } } : {}
}

interface Answered {
  before: ClientRecord
  after: ClientRecord
  id: number
  changed: string[]
  at: string
}

/** Queues the receipt of an answer by link, and the mail that asks for the confirmation of a new email. */
async function announceAnswer(
  tx: Tx,
  config: Config,
  { before, after, id, changed, at }: Answered,
): Promise<void> {
  if (after.excused_reason) return
  const queue = async (kind: 'receipt' | 'confirm_email', email: string) => {
    const mailing = await insertMailing(tx, { kind, admin_email: '', created_at: at })
    await insertNotice(tx, mailDomain(config), {
      mailing_id: mailing.id,
      client_id: after.id,
      email,
      purpose: kind === 'receipt' ? 'not_me' : kind,
      answer_id: id,
      next_attempt_at: BEFORE_ALL,
    })
  }
  if (
    config.CHANGE_RECEIPTS &&
    announcedFields(changed).length > 0 &&
    before.mail_to !== '' &&
    !before.reported_as
  )
    await queue('receipt', before.mail_to)
  if (isMailedToConfirm(after)) await queue('confirm_email', after.email)
}

interface Channel {
  via: 'link' | OtherChannel
  /** The address of the administrator who recorded the answer; null: the client answered. */
  admin: string | null
  result: 'confirmed' | 'updated'
  /** When the client answered; the record itself is written at `now`. */
  at: string
  now: string
  note: string | null
  answered_by?: AnsweredBy | undefined
  /** Recognizes an answer by link when it is sent again. */
  answerHash?: string | null
}

/** Also closes the client's links and cancels its waiting emails. The caller has locked the client. */
export async function saveAnswer(
  tx: Tx,
  before: ClientRecord,
  details: Updateable<ClientRow>,
  { now, answerHash = null, answered_by, ...channel }: Channel,
) {
  const answer = { ...channel, at: await withinRound(tx, channel.at, now) }
  await closeLinks(tx, before.id, { at: now, answerHash })
  await cancelUnsentTo(tx, before.id, now)
  await forgetStatus(tx, before.id)
  const status = answer.result
  const changed = changedDetails(before, { ...before, ...details } as ClientRecord)
  const after = await updateClient(tx, before.id, {
    ...details,
    status,
    has_changes: before.has_changes || (status === 'updated' && changed.length > 0),
    last_updated: now,
  })
  const recorded = await recordAnswer(tx, before, after, {
    ...answer,
    recorded_at: now,
    ...(answered_by && { answered_by: JSON.stringify(answered_by) }),
  })
  const fields = changedFields(before, after)
  const author = { adminEmail: answer.admin, at: now, answerId: recorded.id }
  await recordChange(tx, author, status, { before, after, fields })
  return { after, ...recorded }
}

/** Keeps the round open meanwhile. If the clock was set back, an answer given now counts from the round's start. */
async function withinRound(tx: Tx, at: string, now: string): Promise<string> {
  const started = (await holdOpenRound(tx))?.started_at ?? ''
  return at === now && at < started ? started : at
}
