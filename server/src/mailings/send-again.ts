import type { Body } from '@attest/contract/endpoint'
import type * as calls from '@attest/contract/mailings'
import { type Selectable, sql } from 'kysely'
import { countRows } from '../db/pages.ts'
import type { ClientRow, MessageRow, Tx } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { said } from '../delivery/failures.ts'
import { outboxCode } from '../delivery/outbox.ts'
import type { Sending } from '../deps.ts'
import { type Author, recordUpdates } from '../history/queries.ts'
import { conflict, noClient, notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { type ClientRecord, lockClient } from '../records/clients.ts'
import { holdRound } from '../rounds/change-round.ts'
import { joinRound } from '../rounds/kept-parts.ts'
import { makeMailing, repeatedMailing } from './make-mailing.ts'
import { failedLetter, findMailing, findMessage, lacksLink } from './queries.ts'
import { isRecipient, reopenWithoutEmail } from './recipients.ts'
import { awaitSettled, refuseWhileRunning, sayWaiting } from './running-mailing.ts'

const LIMIT_MS = 10_000

const PENDING_AGAIN =
  'No email reaches this client, so none was sent. Call the client, or write a letter on paper.'

const CANCELED =
  'The email was not sent: the client has answered, was deleted, or gets a later one.'

const NO_LINK =
  'The email was sent, but its letter has no link: the client cannot answer with it. Choose another group for this client.'

const ANSWERED = 'This client has answered in the meantime. Nothing was sent.'

function refuseUnaskable(client: Selectable<ClientRow>): void {
  if (client.excused_reason)
    conflict('client_excused', 'This client is marked “Do not ask”. Remove the mark first.')
  if (client.disputed_at)
    conflict('client_disputed', 'This client disputes the last answer. End the dispute first.')
  if (client.reported_as)
    conflict(
      'client_reported',
      client.reported_as === 'wrong_person'
        ? 'This address was reported as the wrong person’s. Correct the email, or say on the client’s page that it was a mistake.'
        : 'This client was reported as deceased. Decide on the client’s page first.',
    )
  if (client.bounced)
    conflict(
      'client_address_bounced',
      `Emails to ${client.mail_to} come back. Call the client for another address, or mark the bounce as none.`,
    )
  if (client.mail_to === '')
    conflict(
      'client_without_email',
      'This client has no email. Add one, or call or write to the client.',
    )
}

/**
 * Emails one client once more; earlier links stay alive. A repeated request sends nothing and gets the same reply. An
 * answered client that no email reaches is pending again: the answer may have been recorded for the wrong client.
 * @throws Refusal 404; 409 when the client answered or was deleted; 502 with the reason when the mail was refused
 */
export async function resendEmail(
  deps: Sending,
  admin: SignedIn,
  clientId: number,
  { requestId, roundId, status }: Body<typeof calls.resendEmail>,
) {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const made = await transact(deps.db, async (tx) => {
    // The lock waits for a deletion of the client, and for the same request that is still in progress.
    const client = (await lockClient(tx, clientId)) ?? noClient()
    const hasAnswered = status !== undefined && status !== 'pending'
    if (hasAnswered && (await askWithoutEmail(tx, author, client, roundId))) return undefined
    refuseUnaskable(client)
    const request = { id: requestId, body: JSON.stringify({ clientId }) }
    const repeated = await repeatedMailing(tx, request, { at: author.at, roundId })
    if (repeated) return repeated
    if (status === 'pending' && client.status !== 'pending') conflict('client_answered', ANSWERED)
    await refuseSecond(tx, client, admin.email, author.at)
    const selection = { ids: [clientId] }
    return makeMailing(tx, deps.config, { kind: 'resend', selection, author, request, roundId })
  })
  if (!made) return { message: PENDING_AGAIN, code: 'pending_again' as const }
  deps.sender.sendNow()
  const { waiting } = await awaitSettled(deps, made.id, LIMIT_MS)
  const message = await findMessage(deps.db, made.id)
  const why = message && whyNot(message)
  if (message?.state === 'failed') throw new Refusal(502, why ?? 'Failed to resend email')
  if (message?.state === 'canceled') throw new Refusal(409, CANCELED)
  const reason = sayWaiting(deps, waiting)
  // The reason already names a problem that concerns every mail.
  const deferred = why && !deps.sender.problem ? ` ${why}` : ''
  if (reason) return { message: reason + deferred, code: 'email_waiting' as const }
  const lacks = message && (await lacksLink(deps.db, message.template_id))
  return {
    message: lacks ? NO_LINK : 'Verification email has been resent successfully',
    code: outboxCode(message?.provider),
  }
}

/** Does nothing at a repeat. False if an email reaches the client, or the client must not be asked. */
async function askWithoutEmail(tx: Tx, author: Author, client: ClientRecord, roundId?: number) {
  const isHeld = client.excused_reason || client.disputed_at || client.reported_as
  if (isHeld || (client.mail_to !== '' && !client.bounced)) return false
  const asked = await reopenWithoutEmail(tx, sql`id = ${client.id}`)
  const after = { status: 'pending' }
  await recordUpdates(tx, author, asked, ({ status }) => ({ before: { status }, after }))
  const round = asked.length > 0 && (await holdRound(tx, roundId))
  if (round) await joinRound(tx, round.id, [client.id])
  return true
}

/** A colleague's email may be too new for the open screen. A mail that the client asked for has no administrator. */
async function refuseSecond(tx: Tx, { id, mail_to }: ClientRecord, by: string, at: string) {
  const query = sql<{ admin_email: string }>`
    select admin_email from mailings b join messages m on m.mailing_id = b.id
    where client_id = ${id} and email = ${mail_to} and state not in ('failed', 'canceled')
      and admin_email not in ('', ${by}) and b.created_at > ${at}::timestamptz - interval '1 minute'`
  const [other] = (await query.execute(tx)).rows
  const text = `${other?.admin_email} has just sent this email. Nothing was sent.`
  if (other) conflict('client_just_emailed', text)
}

/** The last failure in our words and in the mail server's. */
function whyNot({ error, smtp_response: response }: Selectable<MessageRow>): string | undefined {
  if (!error || (response && error.includes(response))) return error ?? undefined
  return error + said({ response }, 'The server')
}

/** Without the failed letter, the clients would get the letters of their groups. */
async function refuseLostLetter(tx: Tx, failedIn: number): Promise<void> {
  const lost = await countRows(
    tx
      .selectFrom('clients')
      .where(isRecipient({ failedIn }))
      .where(sql<boolean>`${failedLetter(failedIn)} not in (select id from templates)`),
  )
  const message =
    'The letter of these emails was deleted. Choose the clients in the list, and send them another one.'
  if (lost > 0) throw new Refusal(409, message)
}

/**
 * Sends once more to the clients a mailing failed to reach, except those reached since and those who have answered.
 * @throws Refusal 409 when nobody is left, while a mailing is running, or if its round is closed or its letter deleted
 */
export async function retryMailing(deps: Sending, admin: SignedIn, failedIn: number) {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const { id } = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const failed = (await findMailing(tx, failedIn)) ?? notFound('Mailing')
    await refuseWhileRunning(tx)
    await refuseLostLetter(tx, failedIn)
    const mailing = await makeMailing(tx, deps.config, {
      kind: 'retry',
      selection: { failedIn },
      author,
      roundId: failed.round_id ?? undefined,
    })
    if (mailing.total === 0) {
      throw new Refusal(
        409,
        'Nothing left to retry: the clients were emailed again, have answered or were deleted.',
      )
    }
    return mailing
  })
  deps.sender.sendNow()
  return { mailingId: id }
}
