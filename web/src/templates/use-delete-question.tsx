import { ClientFilter } from '@attest/contract/clients'
import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ChangeGroupDialog } from './change-group-dialog.tsx'
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
      <ChangeGroupDialog
        title={`Delete “${template.name}”`}
        description={`${clients === 1 ? '1 client uses' : `${formatNumber(clients)} clients use`} this template. Choose another one for them; then it is deleted.`}
        label="Move and Delete"
        clients={{ filter: ClientFilter.parse({ group: template.id }), total: clients }}
        without={template.id}
        onDone={remove}
        onFail={reset}
        onClose={reset}
      />
    ) : (
      asking && (
        <ConfirmDialog
          title="Delete Template"
          text={`Are you sure you want to delete “${template.name}”? This action cannot be undone.`}
          action="Delete Template"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )
    ),
  }
}
