import type { bulkSend } from '@attest/contract/mailings'
import type * as z from 'zod/mini'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { checkTemplate } from '../templates/check-template.ts'
import { chooseClients, limitOf } from './choose-clients.ts'
import { makeMailing, repeatedMailing } from './make-mailing.ts'
import { refuseWhileRunning } from './running-mailing.ts'

/**
 * Makes the mailing and wakes the sender.
 * @returns the mailing's id; a repeated request gets the id of the first
 * @throws Refusal 409 with the `mailingId` that is running; 400 for an unknown template
 */
export async function startBulkSend(
  deps: Deps,
  admin: SignedIn,
  body: z.output<(typeof bulkSend)['body']>,
): Promise<number> {
  const { requestId, notEmailedSince, ...asked } = body
  const { statusFilter, roundId, templateId, ...chosen } = asked
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const request = { id: requestId, body: JSON.stringify(asked) }
  const { id } = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const again = await repeatedMailing(tx, request, author.at)
    if (again) return again
    await refuseWhileRunning(tx)
    const clients = await chooseClients(tx, deps, statusFilter, chosen)
    const selection = { ...clients, notEmailedSince: limitOf(notEmailedSince, deps.now()) }
    await checkTemplate(tx, 'templateId', templateId)
    const sending = { request, roundId, templateId }
    return makeMailing(tx, deps.config, { kind: 'bulk', selection, author, ...sending })
  })
  deps.sender.sendNow()
  return id
}
