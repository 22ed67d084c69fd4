import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { checkTemplate } from '../templates/check-template.ts'
import { awaitSettled } from './await-settled.ts'
import { chooseClients } from './choose-clients.ts'
import { describeMailing } from './describe-mailing.ts'
import { makeMailing } from './make-mailing.ts'
import { findMailingByRequest } from './queries.ts'
import { refuseWhileRunning } from './running-mailing.ts'

const LIMIT_MS = 120_000

interface BulkSending extends ClientSelection {
  status: StatusFilter
  notEmailedSince?: string
  requestId?: string
  roundId?: number
  templateId?: string
}

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
  await awaitSettled(deps, mailingId, LIMIT_MS)
  return { ...(await describeMailing(deps, mailingId)), statusFilter }
}
