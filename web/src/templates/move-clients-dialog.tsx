import { ClientFilter, DEFAULT_TEMPLATE } from '@attest/contract/clients'
import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TemplateSelect } from './template-select.tsx'
import { useChangeGroup } from './use-templates.ts'

interface MoveClientsDialogProps {
  template: { id: string; name: string }
  clients: number
  onMoved: () => void
  onClose: () => void
}

export function MoveClientsDialog({ template, clients, onMoved, onClose }: MoveClientsDialogProps) {
  const [group, setGroup] = useState(DEFAULT_TEMPLATE)
  const change = useChangeGroup()
  const who = clients === 1 ? '1 client uses' : `${formatNumber(clients)} clients use`
  const submit = () => {
    const filter = ClientFilter.parse({ group: template.id })
    const body = { filter, total: clients, group_template: group }
    change.mutate({ body }, { onSuccess: onMoved, onError: onClose })
  }
  return (
    <FormDialog
      title={`Delete “${template.name}”`}
      description={`${who} this template. Choose another one for them; then it is deleted.`}
      label="Move and Delete"
      busyLabel="Moving..."
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="New Template">
        <TemplateSelect
          without={template.id}
          value={group}
          onChange={(event) => setGroup(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
