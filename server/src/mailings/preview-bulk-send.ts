import type { StatusFilter } from '@attest/contract/clients'
import type { Deps } from '../deps.ts'
import { previewRecipients } from './queries.ts'
import { isSelected } from './recipients.ts'
import { runningMailing } from './running-mailing.ts'

export async function previewBulkSend({ db }: Deps, status: StatusFilter) {
  const figures = await previewRecipients(db, isSelected({ status }))
  return { ...figures, running: await runningMailing(db) }
}
