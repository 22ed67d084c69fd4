import type { StatusFilter } from '@attest/contract/clients'
import { bulkSend, getMailing, type Mailing } from '@attest/contract/mailings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, callAsync, messageOf } from '../lib/call.ts'
import { formatNumber } from '../lib/format.ts'
import { type Toast, toast } from '../lib/toast.ts'
import { refresh, useSingleMutation } from '../lib/use-action.ts'

const POLL_MS = 1000

/** Nothing more to wait for: all is tried, or the sender stands still and says why. */
export const isSettled = ({ emailsWaiting, waitingBecause }: Mailing) =>
  emailsWaiting === 0 || waitingBecause !== null

/** Starts the mailing and follows its counts. */
export function useBulkSend() {
  const queries = useQueryClient()
  const sending = useSingleMutation({
    mutationFn: (statusFilter: StatusFilter) => callAsync(bulkSend, { body: { statusFilter } }),
    onSuccess: () => refresh(queries, ['clients', 'client', 'history', 'stats']),
    onError: (error) =>
      toast({
        title: 'Bulk Email Failed',
        text: messageOf(error, 'Failed to send bulk emails'),
        tone: 'danger',
      }),
  })
  const id = sending.data?.mailingId
  const { data: mailing } = useQuery({
    queryKey: ['mailing', id],
    queryFn: ({ signal }) => call(getMailing, { params: { id } }, signal),
    enabled: id !== undefined,
    // One that stands still may go on: its counts stay live while the result is looked at.
    refetchInterval: ({ state }) => (state.data?.emailsWaiting === 0 ? false : POLL_MS),
  })

  const settled = mailing && isSettled(mailing)
  const told = useRef(false)
  useEffect(() => {
    if (!mailing || !settled || told.current) return
    told.current = true
    toast(outcomeToast(mailing))
  }, [mailing, settled])

  return {
    send: sending.mutate,
    sending: sending.isPending || (id !== undefined && !settled),
    mailing,
  }
}

function outcomeToast(mailing: Mailing): Toast {
  const { totalUsers, emailsSent, emailsFailed, emailsWaiting, waitingBecause } = mailing
  const sent = `Sent ${formatNumber(emailsSent)} emails successfully, ${formatNumber(emailsFailed)} failed.`
  if (emailsFailed > 0 || waitingBecause) {
    return {
      title: 'Bulk Email Completed with Issues',
      text: waitingBecause
        ? `${sent} ${formatNumber(emailsWaiting)} still waiting: ${waitingBecause}`
        : sent,
      tone: 'danger',
    }
  }
  return {
    title: 'Bulk Email Success',
    text: `Successfully sent verification emails to all ${formatNumber(totalUsers)} users.`,
  }
}
