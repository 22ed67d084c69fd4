import { useRemind } from '../rounds/use-rounds.ts'
import type { Selected } from './use-client-selection.ts'
import { useDeleteClients } from './use-clients.ts'
import { useEmailSelected } from './use-email-selected.ts'

/** Lives as long as the list: a question closes when it is answered, its call ends later. */
export function useSelectionActions(onSuccess: () => void) {
  const email = useEmailSelected()
  const remind = useRemind()
  const remove = useDeleteClients()
  return {
    busy: email.isPending || remind.isPending || remove.isPending,
    email: (selected: Selected) => email.mutate(selected, { onSuccess }),
    remind: (id: number, body: Selected) => remind.mutate({ params: { id }, body }, { onSuccess }),
    remove: (body: Selected) => remove.mutate({ body }, { onSuccess }),
  }
}

export type SelectionActions = ReturnType<typeof useSelectionActions>
