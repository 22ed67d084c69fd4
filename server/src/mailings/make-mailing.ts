import type { StatusFilter } from '@attest/contract/clients'
import { type Config, mailDomain } from '../config.ts'
import type { MailingRow, Tx } from '../db/schema.ts'
import { type Author, recordChanges } from '../history/queries.ts'
import {
  dropChanged,
  insertMailing,
  insertMessages,
  refreshStatistics,
  setReopened,
} from './queries.ts'
import { isSelected, reopenClients, type Selection } from './recipients.ts'

/**
 * From so many on the planner must know of them at once, or each of the sender's turns sorts the
 * whole queue: 5 ms instead of 1 at 3,000. Autovacuum would come too late.
 */
const MANY = 500

const BEFORE_ALL = new Date(0).toISOString()

interface NewMailing {
  kind: MailingRow['kind']
  selection: Selection
  author: Author & { adminEmail: string }
  requestId?: string
}

/**
 * Queues one message for each selected client. Who had answered begins a new round: pending again,
 * with a history record. The caller wakes the sender once its transaction has ended.
 */
export async function makeMailing(
  tx: Tx,
  config: Config,
  { kind, selection, author, requestId }: NewMailing,
) {
  const { id } = await insertMailing(tx, {
    kind,
    status_filter: 'status' in selection ? selection.status : null,
    admin_email: author.adminEmail,
    created_at: author.at,
    retry_of: 'failedIn' in selection ? selection.failedIn : null,
    request_id: requestId ?? null,
  })
  const inserted = await insertMessages(tx, id, isSelected(selection), {
    // Someone waits for the mail to a single client: it does not queue behind thousands.
    at: kind === 'resend' || kind === 'created' ? BEFORE_ALL : author.at,
    mailDomain: mailDomain(config),
  })
  const status = statusOf(selection)
  const total = inserted - (status ? await dropChanged(tx, id, status) : 0)
  const reopened = await reopenClients(tx, id)
  await recordChanges(
    tx,
    author,
    reopened.map((client) => ({
      client_id: client.id,
      action: 'updated',
      before: { status: client.status },
      after: { status: 'pending' },
    })),
  )
  if (reopened.length > 0) await setReopened(tx, id, reopened.length)
  if (total >= MANY) await refreshStatistics(tx)
  return { id, total, reopened: reopened.length }
}

/** The status that all whom it selects have, if it goes by that. */
function statusOf(selection: Selection): Exclude<StatusFilter, 'all'> | undefined {
  if ('failedIn' in selection) return 'pending'
  return 'status' in selection && selection.status !== 'all' ? selection.status : undefined
}
