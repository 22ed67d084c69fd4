import { ClientFilter } from '@attest/contract/clients'
import type { Template } from '@attest/contract/templates'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { counted } from '../lib/format.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { ChangeGroupDialog } from './change-group-dialog.tsx'
import { clientsIn, useDeleteTemplate } from './use-templates.ts'

/** While clients use the template, offers to move them first. */
export function DeleteButton({ template: { id, name } }: { template: Template }) {
  const navigate = useNavigate()
  const { mutate, reset, isPending, error } = useDeleteTemplate()
  const leave = () => void navigate({ to: '/email-templates', replace: true, ignoreBlocker: true })
  const remove = () => mutate({ params: { id } }, { onSuccess: leave })
  const clients = clientsIn(error)
  return (
    <>
      <ConfirmButton
        variant="danger"
        blocked={isPending}
        question="Delete Template"
        text={`Are you sure you want to delete “${name}”? This action cannot be undone.`}
        action="Delete Template"
        onConfirm={remove}
      >
        <Trash2 aria-hidden />
        Delete
      </ConfirmButton>
      {clients && (
        <ChangeGroupDialog
          title={`Delete “${name}”`}
          description={`${counted(clients, 'client uses', 'clients use')} this template. Choose another one for them; then it is deleted.`}
          label="Move and Delete"
          clients={{ filter: ClientFilter.parse({ group: id }), total: clients }}
          without={id}
          onDone={remove}
          onClose={reset}
        />
      )}
    </>
  )
}
