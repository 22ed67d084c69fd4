import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import type { updateClient as updateClientCall } from '@attest/contract/clients'
import type { Body } from '@attest/contract/endpoint'
import { transact } from '../db/transact.ts'
import type { Timed } from '../deps.ts'
import { changedFields, pick, recordChange } from '../history/queries.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { type ClientRecord, lockClient, updateClient } from '../records/clients.ts'
import { formerAddresses, revokeLinks } from '../records/links.ts'
import { explainConflict, refuseOutdated } from './conflicts.ts'
import { routeMail } from './mail-address.ts'
import { settleInput } from './settle-input.ts'

export const editableFields = (client: ClientRecord) => pick(client, COMPARED_FIELDS)

/** The status stays. Throws Refusal 409 with the `current` row if someone else was faster. */
export async function changeClient(
  { db, now }: Timed,
  admin: SignedIn,
  id: number,
  { last_updated, ...given }: Body<typeof updateClientCall>,
) {
  const at = now().toISOString()
  return transact(db, async (tx) => {
    const before = (await lockClient(tx, id)) ?? notFound('User')
    const input = settleInput(before, given)
    const fields = changedFields(before, input)
    if (fields.length > 0) refuseOutdated(before, last_updated)
    if (fields.length === 0) return before
    const after = await updateClient(tx, id, {
      ...input,
      ...routeMail(before, { by: 'office', email: input.email ?? before.email }),
      last_updated: at,
    })
    await recordChange(tx, { adminEmail: admin.email, at }, 'updated', { before, after, fields })
    // Readers of the former address must no longer answer for this client.
    await revokeLinks(tx, formerAddresses(before, after), at)
    return after
  }).catch((error) => explainConflict(error, given))
}
