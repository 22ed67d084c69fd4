import type { StatusFilter } from '@attest/contract/clients'
import { type Config, mailDomain } from '../config.ts'
import type { MailingRow, Tx } from '../db/schema.ts'
import { cancelReplaced, dropChanged, insertMessages } from '../delivery/messages.ts'
import { type Author, recordUpdates } from '../history/queries.ts'
import { Refusal } from '../http/errors.ts'
import { DAY_MS } from '../local-time.ts'
import { holdRound, startMonthlyRound } from '../rounds/change-round.ts'
import * as queries from './queries.ts'
import { addHeld, isRecipient, type RecipientSelection, reopenRecipients } from './recipients.ts'

/** Statistics are refreshed from this size on: autovacuum comes too late, and claims would take 5 ms instead of 1. */
const ANALYZE_FROM = 500

/** A single client's email goes before a mailing of thousands: someone waits for it. */
export const BEFORE_ALL = new Date(0).toISOString()

/** The browser makes an `id` for each press. `body` is what was asked for, without the round. */
export interface MailingRequest {
  id: string | undefined
  body: string
}

/**
 * Finds the mailing that the same request made before its reply was lost.
 * @throws Refusal 409 if that mailing asked for something else, or is a day old: somebody may mean a new one
 */
export async function repeatedMailing(
  tx: Tx,
  { id, body }: MailingRequest,
  { at, roundId }: { at: string; roundId: number | undefined },
) {
  const made = id && (await queries.findMailingByRequest(tx, id))
  if (!made) return undefined
  // The first press may have started the round that the second one names.
  const isSameRound = !roundId || roundId === made.round_id
  const isFresh = Date.parse(at) - Date.parse(made.created_at) < DAY_MS
  if (made.request === body && isSameRound && isFresh) return made
  const message =
    'Nothing was sent: an earlier press had started a mailing, and its reply was lost. Look at the mailings, then send again if you still want to.'
  throw new Refusal(409, message, { code: 'request_changed', mailingId: made.id })
}

interface NewMailing {
  kind: MailingRow['kind']
  selection: RecipientSelection
  author: Author & { adminEmail: string }
  request?: MailingRequest
  roundId?: number
  /** The letter for all recipients. Without it, the round's letter is sent, otherwise each group's. */
  templateId?: string | undefined
}

/**
 * Queues one message for each selected client, in the open round or a new one. Clients who had answered are pending
 * again, with a history record; a reminder keeps the status. The caller wakes the sender after its transaction.
 * @throws Refusal 409 if the round of `roundId` is not open
 */
export async function makeMailing(
  tx: Tx,
  config: Config,
  { kind, selection, author, request, roundId, templateId }: NewMailing,
) {
  const open = await holdRound(tx, roundId)
  const { id } = await queries.insertMailing(tx, {
    kind,
    status_filter: 'status' in selection && !selection.ids ? (selection.status ?? null) : null,
    admin_email: author.adminEmail,
    created_at: author.at,
    retry_of: 'failedIn' in selection ? selection.failedIn : null,
    request_id: request?.id ?? null,
    request: request?.body ?? null,
    round_id: open?.id ?? null,
  })
  const inserted = await insertMessages(tx, id, isRecipient(selection), {
    at: kind === 'resend' || kind === 'created' ? BEFORE_ALL : author.at,
    mailDomain: mailDomain(config),
    letter:
      'failedIn' in selection
        ? queries.failedLetter(selection.failedIn)
        : queries.letterOf(kind, templateId ?? open?.template_id ?? null),
  })
  const status = kind === 'reminder' ? 'pending' : statusOf(selection)
  const total = inserted - (status ? await dropChanged(tx, id, status) : 0)
  const round = open ?? (total > 0 ? await startMonthlyRound(tx, config, author) : undefined)
  if (round && !open) await queries.updateMailing(tx, id, { round_id: round.id })
  const held = round && kind !== 'reminder' ? await addHeld(tx, id, round, selection) : []
  if (kind !== 'reminder') await cancelReplaced(tx, id, author.at)
  // All recipients of a reminder are pending already.
  const reopened = kind === 'reminder' ? [] : await reopenRecipients(tx, id)
  const after = { status: 'pending' }
  await recordUpdates(tx, author, [...held, ...reopened], ({ status }) => ({
    before: { status },
    after,
  }))
  if (reopened.length > 0) await queries.updateMailing(tx, id, { reopened: reopened.length })
  if (total >= ANALYZE_FROM) {
    await queries.refreshStatistics(
      tx,
      kind === 'reminder' ? ['messages'] : ['messages', 'clients'],
    )
  }
  return { id, total, reopened: reopened.length }
}

/** The status that every recipient must have, if the selection asks for one. */
function statusOf(selection: RecipientSelection): Exclude<StatusFilter, 'all'> | undefined {
  if ('failedIn' in selection) return 'pending'
  const { status } = 'importId' in selection ? {} : selection
  return status === 'all' ? undefined : status
}
