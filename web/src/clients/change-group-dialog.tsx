import { DEFAULT_TEMPLATE } from '@attest/contract/clients'
import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { TemplateSelect } from '../templates/template-select.tsx'
import { useChangeGroup } from '../templates/use-templates.ts'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { countOf, type Selected } from './use-client-selection.ts'

interface ChangeGroupDialogProps {
  selected: Selected
  onDone: () => void
  onClose: () => void
}

export function ChangeGroupDialog({ selected, onDone, onClose }: ChangeGroupDialogProps) {
  const [group, setGroup] = useState(DEFAULT_TEMPLATE)
  const change = useChangeGroup()
  const count = countOf(selected)
  const submit = () => {
    const done = () => {
      onDone()
      onClose()
    }
    change.mutate({ body: { ...selected, group_template: group } }, { onSuccess: done })
  }
  return (
    <FormDialog
      title="Change group"
      description={`The group decides which letter ${count === 1 ? 'the client gets' : `the ${formatNumber(count)} clients get`}.`}
      label="Change Group"
      busyLabel="Changing..."
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Template Group">
        <TemplateSelect value={group} onChange={(event) => setGroup(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
