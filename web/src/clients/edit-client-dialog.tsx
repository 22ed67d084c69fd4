import type { Client } from '@attest/contract/clients'
import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { Saving } from '../ui/field.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import { ToldChoice } from './channel-choice.tsx'
import { useClientForm, useClientSaving } from './client-form.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { EditFields } from './edit-fields.tsx'
import { dialogForm } from './form-names.ts'
import { useUpdateClient } from './use-clients.ts'
import { useToldEdit } from './use-told-edit.ts'

interface EditClientDialogProps {
  id: number
  /** Undefined if deleted, or while it is read again after a sign-in. */
  client: Client | undefined
  onClose: () => void
}

export function EditClientDialog({ id, client, onClose }: EditClientDialogProps) {
  const { told, setTold, save, saving } = useToldEdit(useUpdateClient())
  const { form, began, guard } = useClientForm({ name: dialogForm(id), saving, client })
  const { base, submit } = useClientSaving(form, began, save, onClose)
  const close = () => guard.leave(onClose)
  return (
    <Dialog open locked={saving} onOpenChange={close} title="Edit User">
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <ConflictNotice before={began} now={base} />
          <Saving value={saving}>
            <EditFields form={form} />
            <ToldChoice value={told} onChange={setTold} />
          </Saving>
        </DialogBody>
        <FormFooter label="Save" busyLabel="Saving..." busy={saving} onCancel={close} />
      </form>
      {guard.dialog}
    </Dialog>
  )
}
