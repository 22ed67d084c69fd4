import type { MailingSummary } from '@attest/contract/mailings'
import { formatNumber } from '../lib/format.ts'
import { asksForAnswers } from './use-mailings.ts'

export interface MailingFigure {
  name: string
  text: (mailing: MailingSummary) => string
  danger?: (mailing: MailingSummary) => boolean
}

const COUNTS = [
  ['Recipients', 'totalUsers'],
  ['Sent', 'emailsSent'],
  ['Failed', 'emailsFailed'],
  ['Waiting', 'emailsWaiting'],
] as const

const [recipients, sent, failed, waiting] = COUNTS.map(
  ([name, count]): MailingFigure => ({ name, text: (mailing) => formatNumber(mailing[count]) }),
) as [MailingFigure, MailingFigure, MailingFigure, MailingFigure]

const answered: MailingFigure = {
  name: 'Answered',
  text: (mailing) =>
    asksForAnswers(mailing)
      ? `${formatNumber(mailing.answered)} of ${formatNumber(mailing.emailsSent)}`
      : '',
}

/** Leaves out columns that are empty or the same in every row. */
export function figuresOf(mailings: MailingSummary[] = []): MailingFigure[] {
  const toOutbox = mailings.some(({ provider }) => provider === 'outbox')
  const toMany = mailings.length === 0 || mailings.some(({ recipient }) => recipient === null)
  return [
    ...(toMany ? [recipients, toOutbox ? { ...sent, name: 'Written' } : sent] : []),
    ...(mailings.length === 0 || mailings.some(asksForAnswers) ? [answered] : []),
    ...(mailings.some(({ emailsFailed }) => emailsFailed > 0)
      ? [{ ...failed, danger: ({ emailsFailed }: MailingSummary) => emailsFailed > 0 }]
      : []),
    ...(mailings.some(({ emailsWaiting }) => emailsWaiting > 0) ? [waiting] : []),
  ]
}
