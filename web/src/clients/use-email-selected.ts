import { bulkSend } from '@attest/contract/mailings'
import { useQueryClient } from '@tanstack/react-query'
import { callAsync, isUnanswered, messageOf } from '../lib/call.ts'
import { toast } from '../lib/toast.ts'
import { refresh, useSingleMutation } from '../lib/use-action.ts'
import { uuid } from '../lib/uuid.ts'
import { UNSURE } from '../mailings/unanswered-sends.ts'
import type { Selected } from './use-client-selection.ts'

/** By selection, until the server has answered. In memory: a filter's search may be a client's name. */
const requestIds = new Map<string, string>()

/** The same selection keeps its request id until the server has answered: a repeated press sends nothing twice. */
export function useEmailSelected() {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (selected: Selected) => {
      const key = JSON.stringify(selected)
      const requestId = requestIds.get(key) ?? uuid()
      requestIds.set(key, requestId)
      return callAsync(bulkSend, { body: { statusFilter: 'all', requestId, ...selected } })
    },
    onSuccess: () => toast({ title: 'Sending emails', text: 'Mailings shows the result of each.' }),
    onError: (error) => {
      const text = messageOf(error, isUnanswered(error) ? UNSURE : 'Failed to send bulk emails')
      toast({ title: 'Bulk Email Failed', text, tone: 'danger' })
    },
    onSettled: (_, error, selected) => {
      if (!error || !isUnanswered(error)) requestIds.delete(JSON.stringify(selected))
      void refresh(queries)
    },
  })
}
