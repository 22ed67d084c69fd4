import type { ClientInput } from '@attest/contract/clients'
import { isSameAddress } from '@attest/contract/fields'
import type { Tx } from '../db/schema.ts'
import { type Author, changedFields, pick, recordChanges } from '../history/queries.ts'
import { formerAddresses, revokeLinks } from '../links/queries.ts'
import { type KnownClient, updateImported } from './queries.ts'

export interface Correction {
  before: Omit<KnownClient, 'excused_reason' | 'disputed_at'>
  after: ClientInput
}

/** Writes the clients with their history. Links to an address that is no longer theirs end. */
export async function correctClients(tx: Tx, corrected: Correction[], author: Author) {
  const after = corrected.map((each) => each.after)
  await updateImported(tx, after, author.at)
  const readdressed = corrected.filter(
    ({ before, after }) => !isSameAddress(after.email, before.email),
  )
  const former = readdressed.flatMap(({ before, after }) => formerAddresses(before, after))
  await revokeLinks(tx, former, author.at)
  const changes = corrected.map(({ before, after }) => {
    const fields = changedFields(before, after)
    return {
      client_id: before.id,
      action: 'updated' as const,
      before: pick(before, fields),
      after: pick(after, fields),
    }
  })
  await recordChanges(tx, author, changes)
}
