import { EXPORT_WAIT_MS } from '@attest/contract/exports'
import {
  cancelMailing,
  exportMessages,
  getMailing,
  listClientMessages,
  listMailings,
  listMessages,
  type Mailing,
  type MailingSummary,
  retryMailing,
} from '@attest/contract/mailings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, messageOf } from '../lib/call.ts'
import { download } from '../lib/download.ts'
import { formatNumber } from '../lib/format.ts'
import { saveDownload } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { useAction, useSingleMutation } from '../lib/use-action.ts'

export const MailingQuery = listMailings.query
export type MailingQuery = z.output<typeof MailingQuery>
export const MessageQuery = listMessages.query
export type MessageQuery = z.output<typeof MessageQuery>

/** Polling interval of a running mailing's counts. */
export const LIVE_MS = 1000

export const isRunning = ({ emailsWaiting }: MailingSummary) => emailsWaiting > 0

/** All emails were tried once, or the sender is paused. */
export const isSettled = ({ emailsUntried, waitingBecause }: Mailing) =>
  emailsUntried === 0 || waitingBecause !== null

export const saidCanceled = ({ emailsCanceled }: MailingSummary) =>
  emailsCanceled === 1
    ? '1 email was canceled and not sent.'
    : `${formatNumber(emailsCanceled)} emails were canceled and not sent.`

/** Without a mail server nothing is sent. */
export const sentLabel = ({ smtpProvider }: Mailing) =>
  smtpProvider === 'outbox' ? 'Written to the outbox' : 'Emails sent'

/** The server runs one mailing at a time. */
export const canRetry = ({ retryable, emailsUntried }: Mailing) =>
  retryable > 0 && emailsUntried === 0

export const useMailings = (query: MailingQuery) =>
  useQuery({
    queryKey: ['mailings', query],
    queryFn: ({ signal }) => call(listMailings, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.mailings.some(isRunning) ? LIVE_MS : false),
  })

/** With live counts. `insist`: retried until they arrive. */
export const useMailing = (id: number | undefined, { insist = false } = {}) =>
  useQuery({
    queryKey: ['mailing', id],
    queryFn: ({ signal }) => call(getMailing, { params: { id } }, signal),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      (state.data ? isRunning(state.data) : insist) ? LIVE_MS : false,
  })

/** Polls while `running`, and reads once more at the end. */
export const useMessages = (id: number, query: MessageQuery, running: boolean) =>
  useQuery({
    queryKey: ['messages', id, query, running],
    queryFn: ({ signal }) => call(listMessages, { params: { id }, query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: running ? LIVE_MS : false,
  })

export const useMessagesOfClient = (id: number) =>
  useQuery({
    queryKey: ['messages', 'client', id],
    queryFn: ({ signal }) => call(listClientMessages, { params: { id } }, signal),
  })

export const useCancelMailing = () =>
  useAction(cancelMailing, {
    success: (mailing) =>
      mailing.canceled_at
        ? { title: 'Mailing canceled', text: saidCanceled(mailing) }
        : { title: 'Nothing to cancel', text: 'All emails of this mailing have gone out.' },
    failure: { title: 'Cancel failed', text: 'The mailing could not be canceled.' },
  })

export const useRetryMailing = () =>
  useAction(retryMailing, {
    success: { title: 'Sending again', text: 'Only to clients whose email failed.' },
    failure: { title: 'Bulk Email Failed', text: 'Failed to send bulk emails' },
  })

export const useExportMessages = (id: number) =>
  useSingleMutation({
    mutationFn: async ({ search, state }: MessageQuery) => {
      const parts = { params: { id }, query: { search, state } }
      const file = await download(exportMessages, parts, EXPORT_WAIT_MS)
      return saveDownload(file, `mailing-${id}.csv`)
    },
    onSuccess: (file) => toast({ title: 'Export Successful', text: `Saved as ${file}.` }),
    onError: (error) =>
      toast({
        title: 'Export Failed',
        text: messageOf(error, 'The messages could not be exported.'),
        tone: 'danger',
      }),
  })
