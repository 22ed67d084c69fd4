import type { ClientInput } from '@attest/contract/clients'
import { type Mail, routeMail } from '../clients/mail-address.ts'
import type { Tx } from '../db/schema.ts'
import { type Author, changedFields, pick, recordChanges } from '../history/queries.ts'
import { updateImported } from '../records/clients.ts'
import { formerAddresses, revokeLinks } from '../records/links.ts'
import type { KnownClient } from './queries.ts'

export interface Correction {
  before: Omit<KnownClient, 'excused_reason' | 'disputed_at'>
  after: ClientInput
  /** For an undo: the address that gets mail again. */
  mail?: Mail | undefined
}

/** Writes the clients with their history. Links to an address that is no longer theirs end. */
export async function correctClients(tx: Tx, corrected: Correction[], author: Author) {
  const written = corrected.map(({ before, after: { email, ...rest }, mail }) => {
    const act = mail
      ? { by: 'return' as const, email, mail, at: author.at }
      : { by: 'office' as const, email }
    return { before, after: { ...rest, email, ...routeMail(before, act) } }
  })
  await updateImported(
    tx,
    written.map(({ after }) => after),
    author.at,
  )
  const former = written.flatMap(({ before, after }) => formerAddresses(before, after))
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
