import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MoveClientsDialog } from './move-clients-dialog.tsx'
import { clientsIn, useDeleteTemplate } from './use-templates.ts'

/** While clients use the template, offers to move them first. */
export function useDeleteQuestion(template: { id: string; name: string }, onDeleted?: () => void) {
  const { mutate, reset, isPending, error } = useDeleteTemplate()
  const [asking, setAsking] = useState(false)
  const remove = () => mutate({ params: { id: template.id } }, { onSuccess: onDeleted })
  const clients = clientsIn(error)
  return {
    ask: () => setAsking(true),
    isPending,
    dialog: clients ? (
      <MoveClientsDialog template={template} clients={clients} onMoved={remove} onClose={reset} />
    ) : (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete Template"
        text={`Are you sure you want to delete “${template.name}”? This action cannot be undone.`}
        action="Delete Template"
        onConfirm={remove}
      />
    ),
  }
}
