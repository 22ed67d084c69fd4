import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import type { Selectable } from 'kysely'
import { lockClient } from '../db/find-client.ts'
import type { MessageRow } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { said } from '../delivery/failures.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { checkTemplate } from '../templates/check-template.ts'
import { awaitSettled, sayWaiting } from './await-settled.ts'
import { chooseClients } from './choose-clients.ts'
import { describeMailing } from './describe-mailing.ts'
import { makeMailing } from './make-mailing.ts'
import { findMailingByRequest, findMessage } from './queries.ts'
import { refuseWhileRunning } from './running-mailing.ts'

const BULK_LIMIT_MS = 120_000
const RESEND_LIMIT_MS = 10_000

interface Sending {
  requestId?: string
  roundId?: number
}

interface BulkSending extends Sending, ClientSelection {
  status: StatusFilter
  notEmailedSince?: string
  templateId?: string
}

const CANCELED = 'The email was not sent: the client has answered or was deleted.'

/**
 * Makes the mailing and wakes the sender.
 * @returns the mailing's id; a repeated request gets the id of the first
 * @throws Refusal 409 with the `mailingId` that is running; 400 for an unknown template
 */
export async function startBulkSend(
  deps: Deps,
  admin: SignedIn,
  { status, requestId, roundId, notEmailedSince, templateId, ...chosen }: BulkSending,
): Promise<number> {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const { id } = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const again = requestId && (await findMailingByRequest(tx, requestId))
    if (again) return again
    await refuseWhileRunning(tx)
    const selection = { ...(await chooseClients(tx, deps, status, chosen)), notEmailedSince }
    await checkTemplate(tx, 'templateId', templateId)
    const sending = { requestId, roundId, templateId }
    return makeMailing(tx, deps.config, { kind: 'bulk', selection, author, ...sending })
  })
  deps.sender.sendNow()
  return id
}

/** The spec's answer to a bulk send, when every message was tried once or 120 s have passed. */
export async function bulkResult(deps: Deps, mailingId: number, statusFilter: StatusFilter) {
  await awaitSettled(deps, mailingId, BULK_LIMIT_MS)
  return { ...(await describeMailing(deps, mailingId)), statusFilter }
}

function refuseExcused(): never {
  const message = 'This client is marked “Do not ask”. Remove the mark first.'
  throw new Refusal(409, message, { code: 'client_excused' })
}

function refuseDisputed(): never {
  const message = 'This client disputes the last answer. End the dispute first.'
  throw new Refusal(409, message, { code: 'client_disputed' })
}

function refuseWithoutEmail(): never {
  const message = 'This client has no email. Add one, or call or write to the client.'
  throw new Refusal(409, message, { code: 'client_without_email' })
}

/**
 * Sends one client the mail once more; earlier links stay alive. A repeated request sends nothing and answers as the
 * first.
 * @throws Refusal 404; 409 when the client answered or was deleted; 502 with the reason when the mail was refused
 */
export async function resendEmail(
  deps: Deps,
  admin: SignedIn,
  clientId: number,
  { requestId, roundId }: Sending,
) {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const { id } = await transact(deps.db, async (tx) => {
    // Waits for a deletion of the client, and for the same request that is still in progress.
    const client = (await lockClient(tx, clientId)) ?? notFound('User')
    if (client.excused_reason) refuseExcused()
    if (client.disputed_at) refuseDisputed()
    if (client.email === '') refuseWithoutEmail()
    const repeated = requestId && (await findMailingByRequest(tx, requestId))
    if (repeated) return repeated
    const selection = { ids: [clientId] }
    return makeMailing(tx, deps.config, { kind: 'resend', selection, author, requestId, roundId })
  })
  deps.sender.sendNow()
  const { waiting } = await awaitSettled(deps, id, RESEND_LIMIT_MS)
  const message = await findMessage(deps.db, id)
  const why = message && whyNot(message)
  if (message?.state === 'failed') throw new Refusal(502, why ?? 'Failed to resend email')
  if (message?.state === 'canceled') throw new Refusal(409, CANCELED)
  const reason = sayWaiting(deps, waiting)
  // The trouble of the server as a whole is in the reason already.
  const deferred = why && !deps.sender.trouble ? ` ${why}` : ''
  if (reason) return { message: reason + deferred, code: 'email_waiting' as const }
  return { message: 'Verification email has been resent successfully' }
}

/** The last failure in our words and in the mail server's. */
function whyNot({ error, smtp_response: response }: Selectable<MessageRow>): string | undefined {
  if (!error || (response && error.includes(response))) return error ?? undefined
  return error + said({ response }, 'The server')
}
