import { useRemind } from '../rounds/use-rounds.ts'
import type { Selected } from './use-client-selection.ts'
import { useDeleteClients } from './use-clients.ts'

/** Lives as long as the list: a question closes when it is answered, its call ends later. */
export function useSelectionActions(onSuccess: () => void) {
  const remind = useRemind()
  const remove = useDeleteClients()
  return {
    busy: remind.isPending || remove.isPending,
    remind: (id: number, body: Selected) => remind.mutate({ params: { id }, body }, { onSuccess }),
    remove: (body: Selected) => remove.mutate({ body }, { onSuccess }),
  }
}

export type SelectionActions = ReturnType<typeof useSelectionActions>
