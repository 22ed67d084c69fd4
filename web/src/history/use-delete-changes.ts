import { deleteChange, deleteChanges } from '@attest/contract/history'
import { useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../lib/call.ts'
import { toast } from '../lib/toast.ts'
import { refresh, useAction, useSingleMutation } from '../lib/use-action.ts'

export const useDeleteChange = () =>
  useAction(deleteChange, {
    success: { title: 'Change record deleted' },
    failure: { title: 'Delete failed', text: 'Failed to delete change record' },
  })

export function useDeleteChanges() {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (ids: number[]) => call(deleteChanges, { body: { ids } }),
    onSuccess: (_, ids) => {
      const text = ids.length > 1 ? `${ids.length} records are gone.` : undefined
      toast({ title: 'Change record deleted', text })
    },
    onError: (error, ids) =>
      toast({
        title: 'Delete failed',
        text: messageOf(error, `Failed to delete ${ids.length} change record(s)`),
        tone: 'danger',
      }),
    onSettled: () => void refresh(queries),
  })
}
