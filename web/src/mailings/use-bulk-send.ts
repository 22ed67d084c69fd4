import type { StatusFilter } from '@attest/contract/clients'
import { bulkSend, type Mailing, previewBulkSend } from '@attest/contract/mailings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, call, callAsync, isUnanswered, messageOf } from '../lib/call.ts'
import { formatNumber } from '../lib/format.ts'
import { type Toast, toast } from '../lib/toast.ts'
import { refresh, useSingleMutation } from '../lib/use-action.ts'
import { noteAnswered, requestIdOf } from './unanswered-sends.ts'
import { isSettled, LIVE_MS, saidCanceled, useMailing } from './use-mailings.ts'

/** What a bulk send would do; asked anew whenever another target is chosen. */
export const useBulkPreview = (statusFilter: StatusFilter) =>
  useQuery({
    queryKey: ['bulk preview', statusFilter],
    queryFn: ({ signal }) => call(previewBulkSend, { query: { statusFilter } }, signal),
    staleTime: 0,
    // Until it has ended nothing else can be sent.
    refetchInterval: ({ state }) => (state.data?.running ? LIVE_MS : false),
  })

const UNSURE =
  'The server did not confirm the mailing, so it may have started: see Mailings. Sending again from here reaches no client twice.'

/** The server said no: nothing has begun. */
const isRefused = (error: Error) =>
  error instanceof CallError && error.status >= 400 && error.status < 500

/** Starts the mailing and follows its counts, and those of a second try after it. */
export function useBulkSend() {
  const queries = useQueryClient()
  const [id, follow] = useState<number>()
  const starting = useSingleMutation({
    mutationFn: (statusFilter: StatusFilter) =>
      callAsync(bulkSend, { body: { statusFilter, requestId: requestIdOf(statusFilter) } }),
    onSuccess: ({ mailingId }, statusFilter) => {
      noteAnswered(statusFilter)
      follow(mailingId)
      void refresh(queries)
    },
    onError: (error, statusFilter) => {
      if (isRefused(error)) noteAnswered(statusFilter)
      toast({
        title: 'Bulk Email Failed',
        text: messageOf(error, isUnanswered(error) ? UNSURE : 'Failed to send bulk emails'),
        tone: 'danger',
      })
      // A mailing that is running already is told there, with the way to it.
      void refresh(queries)
    },
  })
  const { data: mailing } = useMailing(id, { insist: true })
  useOutcomeToast(mailing)
  return {
    send: starting.mutate,
    follow,
    sending: starting.isPending || (id !== undefined && !(mailing && isSettled(mailing))),
    /** It runs on the server, whether or not its counts have come. */
    started: id !== undefined,
    mailing,
  }
}

/** Tells once how a mailing ended. */
function useOutcomeToast(mailing: Mailing | undefined) {
  const told = useRef<number>(undefined)
  useEffect(() => {
    if (!mailing || !isSettled(mailing) || told.current === mailing.id) return
    told.current = mailing.id
    // Who cancels it is told of that.
    if (!mailing.canceled_at) toast(outcomeToast(mailing))
  }, [mailing])
}

const PUT_OFF = 'the mail server put them off. They are tried again.'

function outcomeToast(mailing: Mailing): Toast {
  const { totalUsers, emailsSent, emailsFailed, emailsWaiting, waitingBecause } = mailing
  const sent = `Sent ${formatNumber(emailsSent)} emails successfully, ${formatNumber(emailsFailed)} failed.`
  const waiting = `${formatNumber(emailsWaiting)} still waiting: ${waitingBecause ?? PUT_OFF}`
  if (emailsFailed > 0 || emailsWaiting > 0) {
    return {
      title: 'Bulk Email Completed with Issues',
      text: emailsWaiting > 0 ? `${sent} ${waiting}` : sent,
      tone: 'danger',
    }
  }
  const all = `Successfully sent verification emails to all ${formatNumber(totalUsers)} users.`
  return {
    title: 'Bulk Email Success',
    // The rest answered, or were deleted, before their email went out.
    text: emailsSent === totalUsers ? all : `${sent} ${saidCanceled(mailing)}`,
  }
}
