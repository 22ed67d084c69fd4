import { type Client, ClientInput } from '@attest/contract/clients'
import * as z from 'zod/mini'
import { Dialog, DialogBody } from '../ui/dialog.tsx'
import { Saving } from '../ui/field.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import {
  StateField,
  TemplateField,
  TextField,
  useClientForm,
  useClientSaving,
} from './client-form.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { dialogForm } from './form-names.ts'
import { useUpdateClient } from './use-clients.ts'

/** Fields of the dialog (spec §7), with the whole address (decision 1). */
const EditedFields = z.pick(ClientInput, {
  first_name: true,
  last_name: true,
  email: true,
  client_number: true,
  address: true,
  city: true,
  state: true,
  zip_code: true,
  phone_number: true,
  alt_number: true,
  group_template: true,
})

interface EditClientDialogProps {
  id: number
  /** Undefined if deleted, or while it is read again after a sign-in. */
  client: Client | undefined
  onClose: () => void
}

export function EditClientDialog({ id, client, onClose }: EditClientDialogProps) {
  const update = useUpdateClient()
  const { form, began, guard } = useClientForm({
    name: dialogForm(id),
    saving: update.isPending,
    client,
    schema: EditedFields,
  })
  const { base, submit } = useClientSaving(form, began, update, onClose)
  const close = () => guard.leave(onClose)
  return (
    <Dialog open locked={update.isPending} onOpenChange={close} title="Edit User">
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <ConflictNotice before={began} now={base} />
          <Saving value={update.isPending}>
            <div className="grid gap-4 md:grid-cols-2">
              <TextField form={form} name="first_name" />
              <TextField form={form} name="last_name" />
              <TextField form={form} name="email" type="email" />
              <TextField form={form} name="client_number" />
              <TextField form={form} name="address" className="md:col-span-2" />
              <TextField form={form} name="city" className="md:col-span-2" />
              <StateField form={form} />
              <TextField form={form} name="zip_code" inputMode="numeric" />
              <TextField form={form} name="phone_number" type="tel" />
              <TextField form={form} name="alt_number" type="tel" optional />
              <TemplateField form={form} className="md:col-span-2" />
            </div>
          </Saving>
        </DialogBody>
        <FormFooter label="Save" busyLabel="Saving..." busy={update.isPending} onCancel={close} />
      </form>
      {guard.dialog}
    </Dialog>
  )
}
