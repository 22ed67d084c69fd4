import type { previewBulkSend as previewCall } from '@attest/contract/mailings'
import type * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { monthlyName } from '../rounds/open-round.ts'
import { listRoundRecords } from '../rounds/queries.ts'
import { selectionOf } from '../selection/select-clients.ts'
import { checkTemplate } from '../templates/check-template.ts'
import { aDayBefore, chooseClients, limitOf } from './choose-clients.ts'
import {
  countHeld,
  previewLastEmails,
  previewLetters,
  previewRecipients,
} from './preview-queries.ts'
import { runningMailing } from './running-mailing.ts'

/** @throws Refusal 409 if another number of clients matches than the caller saw; 400 for an unknown template */
export async function previewBulkSend(
  { db, config, now }: Deps,
  query: z.output<(typeof previewCall)['query']>,
) {
  const { statusFilter, templateId } = query
  const notEmailedSince = limitOf(query.notEmailedSince, now())
  await checkTemplate(db, 'templateId', templateId)
  // Before the figures: the screen rereads them only while a mailing runs.
  const running = await runningMailing(db)
  const clients = await chooseClients(db, { config, now }, statusFilter, selectionOf(query))
  const rounds = await listRoundRecords(db)
  const round = rounds.find(({ closed_at }) => closed_at === null)
  const letter = templateId ?? round?.template_id ?? null
  const latelySince = notEmailedSince ?? aDayBefore(now())
  const recipients = { chosen: { ...clients, notEmailedSince }, letter }
  const figures = await previewRecipients(db, recipients)
  const last = await previewLastEmails(db, { chosen: clients, letter }, latelySince)
  const leftOut = notEmailedSince ? last.emailedLately : 0
  const held = await countHeld(db, clients)
  return {
    ...figures,
    ...last,
    latelySince,
    leftOut,
    ...held,
    chosen: figures.totalUsers + leftOut + held.excused + held.disputed + held.withoutEmail,
    letters: await previewLetters(db, recipients),
    round: {
      id: round?.id ?? null,
      name: round?.name ?? monthlyName(rounds, config, now()),
      template_id: round?.template_id ?? null,
    },
    running,
  }
}
