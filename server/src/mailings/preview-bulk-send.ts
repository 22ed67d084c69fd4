import type { previewBulkSend as previewCall } from '@attest/contract/mailings'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { monthlyName } from '../rounds/open-round.ts'
import { findOpenRound } from '../rounds/queries.ts'
import {
  countHeld,
  previewLastEmails,
  previewLetters,
  previewRecipients,
} from './preview-queries.ts'
import { runningMailing } from './running-mailing.ts'

const LATELY_MS = 24 * 60 * 60 * 1000

export async function previewBulkSend(
  { db, config, now }: Deps,
  { statusFilter: status, notEmailedSince }: z.output<(typeof previewCall)['query']>,
) {
  const round = await findOpenRound(db)
  const query = { status, letter: round?.template_id ?? null }
  const latelySince = notEmailedSince ?? new Date(now().getTime() - LATELY_MS).toISOString()
  const recipients = { ...query, notEmailedSince }
  const figures = await previewRecipients(db, recipients)
  const last = await previewLastEmails(db, query, latelySince)
  const leftOut = notEmailedSince ? last.emailedLately : 0
  const held = await countHeld(db, status)
  return {
    ...figures,
    ...last,
    latelySince,
    leftOut,
    ...held,
    chosen: figures.totalUsers + leftOut + held.excused + held.disputed + held.withoutEmail,
    letters: await previewLetters(db, recipients),
    round: { id: round?.id ?? null, name: round?.name ?? monthlyName(config, now()) },
    running: await runningMailing(db),
  }
}
