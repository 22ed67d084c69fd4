import type { Import } from '@attest/contract/imports'
import type * as z from 'zod/mini'
import type { Db } from '../db/schema.ts'
import type { Deps, Sending } from '../deps.ts'
import { previewRecipients } from '../mailings/bulk-send.ts'
import { describeMailing } from '../mailings/describe-mailing.ts'
import { countMessages } from '../mailings/queries.ts'
import { sayWaiting } from '../mailings/running-mailing.ts'
import { findOpenRound } from '../rounds/queries.ts'
import { findOriginal } from './originals.ts'
import { type ImportRecord, listRejections } from './queries.ts'

const MOST_REJECTIONS = 1000
/** States that are polled each second; the reply then leaves out the rejected rows. */
const MOVING = new Set(['running', 'sending', 'undoing'])
/** Afterwards the mailing continues in the background. */
export const SETTLE_LIMIT_MS = 120_000

interface Progress {
  state: Import['state']
  progress: number
}

/** Rows count up to 50, or to 100 without a mailing; then messages. */
export async function progressOf(deps: Sending, record: ImportRecord): Promise<Progress> {
  const { state, send, mailing_id, done_rows, total_rows } = record
  const share = send ? 50 : 100
  const rows = total_rows === 0 ? share : Math.floor((share * done_rows) / total_rows)
  if (state === 'running') return { state, progress: Math.min(rows, 99) }
  if (state === 'undoing') return { state, progress: undone(record) }
  if (state !== 'finished') return { state, progress: rows }
  const completed = { state: 'completed', progress: 100 } as const
  if (mailing_id === null || isOverdue(deps, record) || deps.sender.problem) return completed
  const { total, untried } = await countMessages(deps.db, mailing_id)
  if (untried === 0) return completed
  return { state: 'sending', progress: 50 + Math.floor((50 * (total - untried)) / total) }
}

const undone = ({ undo_done, undo_total }: ImportRecord) =>
  undo_total === 0 ? 0 : Math.min(99, Math.floor((100 * undo_done) / undo_total))

const isOverdue = ({ now }: Pick<Deps, 'now'>, { finished_at }: ImportRecord) =>
  finished_at !== null && now().getTime() - Date.parse(finished_at) > SETTLE_LIMIT_MS

export async function describeImport(
  deps: Sending,
  record: ImportRecord,
): Promise<z.input<typeof Import>> {
  const { state, progress } = await progressOf(deps, record)
  const mailing = record.mailing_id === null ? null : await describeMailing(deps, record.mailing_id)
  return {
    ...record,
    importId: record.id,
    state,
    progress,
    notRead: { sheets: record.sheets_not_read, headers: record.headers_not_read },
    successful: record.created + record.updated + record.unchanged,
    file: await findOriginal(deps, record.id),
    results: MOVING.has(state)
      ? []
      : await listRejections(deps.db, record.id, { page: 1, limit: MOST_REJECTIONS }),
    bulkUpdate: mailing && { ...mailing, emailDetails: mailing.emailErrors },
    mailingId: record.mailing_id,
    bulkUpdateError: mailing && sayWaiting(deps, mailing.emailsWaiting),
    ...(mailing || MOVING.has(state) ? NOBODY : await recipientsOf(deps.db, record.id)),
    alreadyAnswered: mailing?.updatedCount ?? 0,
  }
}

const NOBODY = { recipients: 0, recipientEmails: 0 }

async function recipientsOf(db: Db, importId: string) {
  const letter = (await findOpenRound(db))?.template_id ?? null
  const { totalUsers, emails } = await previewRecipients(db, { chosen: { importId }, letter })
  return { recipients: totalUsers, recipientEmails: emails }
}
