import * as calls from '@attest/contract/mailings'
import type * as z from 'zod/mini'
import { useSaveDownload } from '../lib/download.ts'
import { counted } from '../lib/format.ts'
import { action, mayRetry } from '../lib/use-action.ts'
import { usePage, useRead } from '../lib/use-read.ts'

export const MailingQuery = calls.listMailings.query
export type MailingQuery = z.output<typeof MailingQuery>
export const MessageQuery = calls.listMessages.query
export type MessageQuery = z.output<typeof MessageQuery>

export const LIVE_MS = 1000

export const isRunning = ({ emailsWaiting }: calls.MailingSummary) => emailsWaiting > 0

/** Receipts and requests to confirm an email need no answer about the details. */
export const asksForAnswers = ({ kind }: calls.MailingSummary) =>
  kind !== 'receipt' && kind !== 'confirm_email'

/** Whether all emails were tried, or the sender is paused. */
export const isSettled = ({ emailsUntried, waitingBecause }: calls.Mailing) =>
  emailsUntried === 0 || waitingBecause !== null

export const saidCanceled = ({ emailsCanceled }: calls.MailingSummary) =>
  `${counted(emailsCanceled, 'email was', 'emails were')} canceled and not sent.`

export function sentLabel({ smtpProvider, emailsSent, emails }: calls.Mailing): string {
  if (emails < emailsSent) return `Clients, in ${counted(emails, 'email', 'emails')}`
  return smtpProvider === 'outbox' ? 'Kept in the outbox' : 'Emails sent'
}

export const useMailings = (query: MailingQuery) =>
  usePage(calls.listMailings, {
    query,
    queryKey: ['mailings', query],
    refetchInterval: ({ state }) => (state.data?.mailings.some(isRunning) ? LIVE_MS : false),
  })

/** Reads a mailing with live counts. `insist`: retries until they arrive. */
export const useMailing = (id: number | undefined, { insist = false } = {}) =>
  useRead(calls.getMailing, {
    params: { id },
    queryKey: ['mailing', id],
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      (state.data ? isRunning(state.data) : insist) ? LIVE_MS : false,
  })

/** Polls while `running`, and once more at the end. */
export const useMessages = (id: number, query: MessageQuery, running: boolean) =>
  usePage(calls.listMessages, {
    params: { id },
    query,
    queryKey: ['messages', id, query, running],
    refetchInterval: running ? LIVE_MS : false,
  })

export const useCancelMailing = action(calls.cancelMailing, {
  success: (mailing) =>
    mailing.canceled_at
      ? { title: 'Mailing canceled', text: saidCanceled(mailing) }
      : { title: 'Nothing to cancel', text: 'All emails of this mailing have gone out.' },
  failure: mayRetry('Cancel failed', 'The mailing could not be canceled.'),
})

export const useRetryMailing = action(calls.retryMailing, {
  success: { title: 'Sending again', text: 'Only to clients whose email failed.' },
  failure: { title: 'Bulk Email Failed', text: 'Failed to send bulk emails' },
})

export const useExportMessages = (id: number) =>
  useSaveDownload({
    ask: ({ search, state }: MessageQuery) => [
      calls.exportMessages,
      { params: { id }, query: { search, state } },
      `mailing-${id}.csv`,
    ],
    saved: 'Export Successful',
    failure: mayRetry('Export Failed', 'The messages could not be exported.'),
  })
