import { deleteChange } from '@attest/contract/history'
import { useQueryClient } from '@tanstack/react-query'
import { CallError, call, messageOf } from '../lib/call.ts'
import { toast } from '../lib/toast.ts'
import { refresh, useAction, useSingleMutation } from '../lib/use-action.ts'

/** The figures count answers by their records. */
const TOUCHED = ['history', 'stats', 'charts']

export function useDeleteChange() {
  const queries = useQueryClient()
  const { mutate, isPending } = useAction(deleteChange, {
    refreshes: TOUCHED,
    success: { title: 'Change record deleted' },
    failure: { title: 'Delete failed', text: 'Failed to delete change record' },
  })
  return {
    isPending,
    // It may have been gone already: then the list is out of date as well.
    remove: (id: number, onSuccess: () => void) =>
      mutate({ params: { id } }, { onSuccess, onError: () => void refresh(queries, TOUCHED) }),
  }
}

/** One by one, as there is no call for several. Those that fail stay on screen, and so selected. */
export function useDeleteChanges() {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: deleteOneByOne,
    onSuccess: ({ failed, reason }, ids) => {
      if (failed > 0) {
        const text = `Failed to delete ${failed} change record(s)`
        toast({
          title: 'Delete failed',
          text: reason ? `${text}: ${reason}` : text,
          tone: 'danger',
        })
      } else {
        const text = ids.length > 1 ? `${ids.length} records are gone.` : undefined
        toast({ title: 'Change record deleted', text })
      }
    },
    onSettled: () => void refresh(queries, TOUCHED),
  })
}

async function deleteOneByOne(ids: number[]) {
  let failed = 0
  let reason = ''
  for (const [n, id] of ids.entries()) {
    try {
      await call(deleteChange, { params: { id } })
    } catch (error) {
      // Somebody else was faster: it is gone, as was wished.
      if (error instanceof CallError && error.status === 404) continue
      failed++
      reason ||= messageOf(error, '')
      // Without a server or a session the rest would only make everybody wait.
      if (error instanceof CallError && (error.status === 0 || error.status === 401)) {
        failed = ids.length - n + failed - 1
        break
      }
    }
  }
  return { failed, reason }
}
