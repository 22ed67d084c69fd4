import { ClientFilter, DEFAULT_TEMPLATE } from '@attest/contract/clients'
import { type SubmitEvent, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const filter = ClientFilter.parse({ group: template.id })
    const body = { filter, total: clients, group_template: group }
    change.mutate({ body }, { onSuccess: onMoved, onError: onClose })
  }
  return (
    <Dialog
      open
      locked={change.isPending}
      onOpenChange={onClose}
      title={`Delete “${template.name}”`}
      description={`${who} this template. Choose another one for them; then it is deleted.`}
    >
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label="New Template">
            <TemplateSelect
              without={template.id}
              value={group}
              onChange={(event) => setGroup(event.target.value)}
            />
          </Field>
        </DialogBody>
        <FormFooter
          label="Move and Delete"
          busyLabel="Moving..."
          busy={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
