import { DEFAULT_TEMPLATE } from '@attest/contract/clients'
import { type SubmitEvent, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { TemplateSelect } from '../templates/template-select.tsx'
import { useChangeGroup } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const done = () => {
      onDone()
      onClose()
    }
    change.mutate({ body: { ...selected, group_template: group } }, { onSuccess: done })
  }
  return (
    <Dialog
      open
      locked={change.isPending}
      onOpenChange={onClose}
      title="Change group"
      description={`The group decides which letter ${count === 1 ? 'the client gets' : `the ${formatNumber(count)} clients get`}.`}
    >
      <form onSubmit={submit} className="contents">
        <DialogBody>
          <Field label="Template Group">
            <TemplateSelect value={group} onChange={(event) => setGroup(event.target.value)} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" blocked={change.isPending}>
            {change.isPending ? 'Changing...' : 'Change Group'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
