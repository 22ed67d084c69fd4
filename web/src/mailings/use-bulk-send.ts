import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import { bulkSend, type Mailing, previewBulkSend } from '@attest/contract/mailings'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callAsync, isUnanswered, type Reply } from '../lib/call.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { type Toast, toast } from '../lib/toast.ts'
import { refresh, toastFailure, useSingleMutation } from '../lib/use-action.ts'
import { inQuery, useRead } from '../lib/use-read.ts'
import { outboxToast } from '../outbox/outbox-note.tsx'
import { requestIdOf, untilConfirmed } from './unconfirmed-sends.ts'
import { isSettled, LIVE_MS, saidCanceled, useMailing } from './use-mailings.ts'

const UNSURE =
  'The server did not confirm the mailing, so it may have started: see Mailings. Sending again from here reaches no client twice.'

/** `enabled` is false once a mailing has started, as its filter may then match other clients. */
export const useBulkPreview = (
  { statusFilter, leavesOut, templateId, selected }: Recipients,
  enabled: boolean,
) =>
  useRead(previewBulkSend, {
    enabled,
    query: {
      statusFilter,
      notEmailedSince: leavesOut ? 'day' : undefined,
      templateId,
      ...inQuery(selected),
    },
    queryKey: ['bulk preview', statusFilter, leavesOut, templateId, selected],
    staleTime: 0,
    // Keeps the controls in place while another choice of the same status loads.
    placeholderData: (last, query) => (query?.queryKey[1] === statusFilter ? last : undefined),
    // Polls until a running mailing, which blocks this one, has ended.
    refetchInterval: ({ state }) => (state.data?.running ? LIVE_MS : false),
  })

interface Recipients {
  statusFilter: StatusFilter
  /** Whether clients emailed in the last 24 hours are left out. */
  leavesOut: boolean
  templateId: string | undefined
  selected: ClientSelection | undefined
}

interface BulkTarget extends Recipients {
  /** The preview that was shown. The mailing uses its round and its 24 hours, and is refused after a later one. */
  preview: Reply<typeof previewBulkSend> | undefined
}

export function useBulkSend(onStarted?: () => void) {
  const queries = useQueryClient()
  const [id, follow] = useState<number>()
  const starting = useSingleMutation({
    mutationFn: ({ selected, leavesOut, preview, ...chosen }: BulkTarget) => {
      const target = selected ?? chosen.statusFilter
      const body = {
        ...chosen,
        ...selected,
        notEmailedSince: leavesOut ? (preview?.latelySince ?? 'day') : undefined,
        roundId: preview && (preview.round.id ?? 0),
        lastMailingId: preview?.lastMailingId,
        requestId: requestIdOf(target),
      }
      return untilConfirmed(target, callAsync(bulkSend, { body }))
    },
    onSuccess: ({ mailingId }) => {
      follow(mailingId)
      onStarted?.()
      void refresh(queries)
    },
    onError: (error) => {
      const text = isUnanswered(error) ? UNSURE : 'Failed to send bulk emails'
      toastFailure({ title: 'Bulk Email Failed', text }, error)
      // Rereads the preview, which shows a running mailing.
      void refresh(queries)
    },
  })
  const { data: mailing } = useMailing(id, { insist: true })
  useOutcomeToast(mailing)
  return {
    send: starting.mutate,
    follow,
    sending: starting.isPending || (id !== undefined && !(mailing && isSettled(mailing))),
    started: id !== undefined,
    mailing,
  }
}

function useOutcomeToast(mailing: Mailing | undefined) {
  const shown = useRef<number>(undefined)
  useEffect(() => {
    if (!mailing || !isSettled(mailing) || shown.current === mailing.id) return
    shown.current = mailing.id
    // A canceled mailing has had its own toast.
    if (!mailing.canceled_at) toast(outcomeToast(mailing))
  }, [mailing])
}

const DEFERRED = 'the mail server deferred them. They are retried automatically.'

function outcomeToast(mailing: Mailing): Toast {
  const { totalUsers, emailsSent, emailsFailed, emailsWaiting, waitingBecause } = mailing
  const sent = `Sent ${formatNumber(emailsSent)} emails successfully, ${formatNumber(emailsFailed)} failed.`
  const waiting = `${formatNumber(emailsWaiting)} still waiting: ${waitingBecause ?? DEFERRED}`
  if (emailsFailed > 0 || emailsWaiting > 0) {
    return {
      title: 'Bulk Email Completed with Issues',
      text: emailsWaiting > 0 ? `${sent} ${waiting}` : sent,
      tone: 'danger',
    }
  }
  const all = `Successfully sent verification emails to all ${formatNumber(totalUsers)} users.`
  const isWhole = emailsSent === totalUsers
  if (mailing.smtpProvider === 'outbox') {
    const { title, text } = outboxToast(counted(emailsSent, 'email', 'emails'))
    return { title, text: isWhole ? text : `${saidCanceled(mailing)} ${text}` }
  }
  return { title: 'Bulk Email Success', text: isWhole ? all : `${sent} ${saidCanceled(mailing)}` }
}
