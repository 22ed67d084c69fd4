import type { MailingSummary } from '@attest/contract/mailings'
import { formatNumber } from '../lib/format.ts'
import { asksForAnswers, isRunning } from './use-mailings.ts'

export interface MailingFigure {
  name: string
  text: (mailing: MailingSummary) => string
  danger?: (mailing: MailingSummary) => boolean
}

const hasFailed = ({ emailsFailed }: MailingSummary) => emailsFailed > 0

const answeredOfSent = (mailing: MailingSummary) =>
  asksForAnswers(mailing)
    ? `${formatNumber(mailing.answered)} of ${formatNumber(mailing.emailsSent)}`
    : ''

/** Leaves out columns that are empty or the same in every row. */
export function figuresOf(mailings: MailingSummary[] = []): MailingFigure[] {
  const none = mailings.length === 0
  const toMany = none || mailings.some(({ recipient }) => recipient === null)
  const sent = mailings.some(({ provider }) => provider === 'outbox') ? 'Kept' : 'Sent'
  const figures: (MailingFigure & { shown: boolean })[] = [
    { name: 'Recipients', text: (each) => formatNumber(each.totalUsers), shown: toMany },
    { name: sent, text: (each) => formatNumber(each.emailsSent), shown: toMany },
    { name: 'Answered', text: answeredOfSent, shown: none || mailings.some(asksForAnswers) },
    {
      name: 'Failed',
      text: (each) => formatNumber(each.emailsFailed),
      danger: hasFailed,
      shown: mailings.some(hasFailed),
    },
    {
      name: 'Waiting',
      text: (each) => formatNumber(each.emailsWaiting),
      shown: mailings.some(isRunning),
    },
  ]
  return figures.filter(({ shown }) => shown)
}
