import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeleteTemplate } from './use-templates.ts'

/** The server refuses while clients use the template, and says how many. */
export function useDeleteQuestion(template: { id: string; name: string }, onDeleted?: () => void) {
  const { mutate, isPending } = useDeleteTemplate()
  const [asking, setAsking] = useState(false)
  return {
    ask: () => setAsking(true),
    isPending,
    dialog: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete Template"
        text={`Are you sure you want to delete “${template.name}”? This action cannot be undone.`}
        action="Delete Template"
        onConfirm={() => mutate({ params: { id: template.id } }, { onSuccess: onDeleted })}
      />
    ),
  }
}
