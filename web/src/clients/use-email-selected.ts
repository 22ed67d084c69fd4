import { bulkSend } from '@attest/contract/mailings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAsync, isUnanswered, messageOf } from '../lib/call.ts'
import { toast } from '../lib/toast.ts'
import { refresh, useSingleMutation } from '../lib/use-action.ts'
import { uuid } from '../lib/uuid.ts'
import type { Selected } from './use-client-selection.ts'

const UNSURE =
  'The server did not confirm the mailing, so it may have started: see Mailings. Sending again from here reaches no client twice.'

/** One request id until the server has answered: a repeated press sends nothing twice. */
export function useEmailSelected() {
  const queries = useQueryClient()
  const [requestId, setRequestId] = useState(uuid)
  return useSingleMutation({
    mutationFn: (selected: Selected) =>
      callAsync(bulkSend, { body: { statusFilter: 'all', requestId, ...selected } }),
    onSuccess: () => {
      setRequestId(uuid())
      toast({ title: 'Emails on their way', text: 'Mailings shows the result of each.' })
      void refresh(queries)
    },
    onError: (error) => {
      if (!isUnanswered(error)) setRequestId(uuid())
      const text = messageOf(error, isUnanswered(error) ? UNSURE : 'Failed to send bulk emails')
      toast({ title: 'Bulk Email Failed', text, tone: 'danger' })
      void refresh(queries)
    },
  })
}
