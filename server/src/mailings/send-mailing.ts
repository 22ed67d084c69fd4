import type { StatusFilter } from '@attest/contract/clients'
import type { SignedIn } from '../auth/guard.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import { awaitSettled, sayWaiting } from './await-settled.ts'
import { makeMailing } from './make-mailing.ts'
import { countMessages, findMailing, findMessage, listFailures } from './queries.ts'

const ERRORS_TOLD = 100
const BULK_LIMIT_MS = 120_000
const RESEND_LIMIT_MS = 10_000

/** Makes the mailing and starts the sender on it; gives the mailing's id at once. */
export async function startBulkSend(deps: Deps, admin: SignedIn, status: StatusFilter) {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const { id } = await transact(deps.db, async (tx) => {
    await lockBulkWriters(tx)
    return makeMailing(tx, deps.config, { kind: 'bulk', selection: { status }, author })
  })
  deps.sender.wake()
  return id
}

/** The spec's answer to a bulk send, when every message was tried once or 120 s have passed. */
export async function bulkResult(deps: Deps, mailingId: number, statusFilter: StatusFilter) {
  await awaitSettled(deps, mailingId, BULK_LIMIT_MS)
  return { ...(await describeMailing(deps, mailingId)), statusFilter }
}

/** A mailing with its live counts. */
export async function describeMailing(deps: Deps, id: number) {
  const mailing = (await findMailing(deps.db, id)) ?? notFound('Mailing')
  const counts = await countMessages(deps.db, id)
  return {
    id,
    kind: mailing.kind,
    statusFilter: mailing.status_filter,
    created_at: mailing.created_at,
    totalUsers: counts.total,
    updatedCount: mailing.reopened,
    emailsSent: counts.accepted,
    emailsFailed: counts.failed,
    emailsWaiting: counts.waiting,
    emailsCanceled: counts.canceled,
    emailErrors: await listFailures(deps.db, id, ERRORS_TOLD),
    smtpProvider: deps.sender.provider,
    waitingBecause: counts.waiting > 0 ? deps.sender.trouble : null,
  }
}

/**
 * Sends one client the mail anew; the link of the earlier one stays alive.
 * @throws Refusal 404, or 502 with the reason when the mail was refused
 */
export async function resendEmail(deps: Deps, admin: SignedIn, clientId: number) {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const { id } = await transact(deps.db, async (tx) => {
    const selection = { ids: [clientId] }
    const mailing = await makeMailing(tx, deps.config, { kind: 'resend', selection, author })
    if (mailing.total === 0) notFound('User')
    return mailing
  })
  deps.sender.wake()
  const { waiting } = await awaitSettled(deps, id, RESEND_LIMIT_MS)
  const message = await findMessage(deps.db, id)
  if (message?.state === 'failed') throw new Refusal(502, message.error ?? 'Failed to resend email')
  return { message: sayWaiting(deps, waiting) ?? 'Verification email has been resent successfully' }
}
