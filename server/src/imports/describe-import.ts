import type { Import } from '@attest/contract/imports'
import type { z } from 'zod'
import type { MessageCounts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { sayWaiting } from '../mailings/await-settled.ts'
import { countMessages, findMailing, findProvider, listFailures } from '../mailings/queries.ts'
import { countSelected } from '../mailings/recipients.ts'
import { findOriginal } from './originals.ts'
import { type ImportRecord, listRejections } from './queries.ts'

const MOST_REJECTIONS = 1000
const MOST_ERRORS = 100
/** Afterwards the mailing continues in the background. */
export const SETTLE_LIMIT_MS = 120_000

/** Rows count up to 50, or to 100 without a mailing; then messages. */
export interface Progress {
  state: Import['state']
  progress: number
  counts: MessageCounts | undefined
}

export async function progressOf(deps: Deps, record: ImportRecord): Promise<Progress> {
  const { state, send, mailing_id, done_rows, total_rows } = record
  const share = send ? 50 : 100
  const rows = total_rows === 0 ? share : Math.floor((share * done_rows) / total_rows)
  if (state === 'running') return { state, progress: Math.min(rows, 99), counts: undefined }
  const counts = mailing_id === null ? undefined : await countMessages(deps.db, mailing_id)
  if (state === 'undoing') return { state, progress: undone(record), counts }
  if (state !== 'finished') return { state, progress: rows, counts }
  if (!counts) return { state: 'completed', progress: 100, counts }
  if (counts.untried === 0 || isOverdue(deps, record) || deps.sender.trouble) {
    return { state: 'completed', progress: 100, counts }
  }
  const tried = counts.total - counts.untried
  return { state: 'sending', progress: 50 + Math.floor((50 * tried) / counts.total), counts }
}

const undone = ({ undo_done, undo_total }: ImportRecord) =>
  undo_total === 0 ? 0 : Math.min(99, Math.floor((100 * undo_done) / undo_total))

const isOverdue = ({ now }: Deps, { finished_at }: ImportRecord) =>
  finished_at !== null && now().getTime() - Date.parse(finished_at) > SETTLE_LIMIT_MS

export async function describeImport(
  deps: Deps,
  record: ImportRecord,
): Promise<z.input<typeof Import>> {
  const { state, progress, counts } = await progressOf(deps, record)
  const mailing =
    record.mailing_id === null ? undefined : await findMailing(deps.db, record.mailing_id)
  return {
    ...record,
    importId: record.id,
    state,
    progress,
    notRead: { sheets: record.sheets_not_read, headers: record.headers_not_read },
    successful: record.created + record.updated + record.unchanged,
    file: await findOriginal(deps, record.id),
    results: await listRejections(deps.db, record.id, MOST_REJECTIONS),
    bulkUpdate:
      counts && mailing
        ? {
            emailsSent: counts.accepted,
            emailsFailed: counts.failed,
            smtpProvider: (await findProvider(deps.db, mailing.id)) ?? deps.sender.provider,
            emailDetails: await listFailures(deps.db, mailing.id, MOST_ERRORS),
          }
        : null,
    mailingId: record.mailing_id,
    bulkUpdateError: counts ? sayWaiting(deps, counts.waiting) : null,
    recipients: await countSelected(deps.db, { importId: record.id }),
    alreadyAnswered: mailing?.reopened ?? 0,
  }
}
