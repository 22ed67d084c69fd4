import { DEFAULT_TEMPLATE } from '@attest/contract/client-fields'
import type { ClientSelection } from '@attest/contract/clients'
import { useState } from 'react'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { TemplateSelect } from './template-select.tsx'
import { useChangeGroup } from './use-templates.ts'

interface ChangeGroupDialogProps {
  title: string
  description: string
  label: string
  clients: ClientSelection
  without?: string
  onDone: () => void
  onClose: () => void
}

export default function ChangeGroupDialog(props: ChangeGroupDialogProps) {
  const { clients, without, onDone, onClose, ...words } = props
  const [group, setGroup] = useState(DEFAULT_TEMPLATE)
  const change = useChangeGroup()
  const submit = () =>
    change.mutate({ body: { ...clients, group_template: group } }, { onSuccess: onDone })
  return (
    <FormDialog
      {...words}
      busyLabel="Changing..."
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={without ? 'New Template' : 'Template Group'}>
        <TemplateSelect without={without} value={group} onValueChange={setGroup} />
      </Field>
    </FormDialog>
  )
}
