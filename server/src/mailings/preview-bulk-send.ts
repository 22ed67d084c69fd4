import type { StatusFilter } from '@attest/contract/clients'
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

export async function previewBulkSend({ db, config, now }: Deps, status: StatusFilter) {
  const round = await findOpenRound(db)
  const query = { status, letter: round?.template_id ?? null }
  const lately = new Date(now().getTime() - LATELY_MS).toISOString()
  const figures = await previewRecipients(db, query)
  const held = await countHeld(db, status)
  return {
    ...figures,
    ...(await previewLastEmails(db, query, lately)),
    ...held,
    chosen: figures.totalUsers + held.excused + held.disputed + held.withoutEmail,
    letters: await previewLetters(db, query),
    round: { id: round?.id ?? null, name: round?.name ?? monthlyName(config, now()) },
    running: await runningMailing(db),
  }
}
