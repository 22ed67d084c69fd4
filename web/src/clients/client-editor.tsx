import type { Client } from '@attest/contract/clients'
import { Button } from '../ui/button.tsx'
import { Saving } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import {
  StateField,
  TemplateField,
  TextField,
  useClientForm,
  useClientSaving,
} from './client-form.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { editorForm } from './form-names.ts'
import { useSaveClient } from './use-clients.ts'

export function ClientEditor({ client, onClose }: { client: Client; onClose: () => void }) {
  const save = useSaveClient()
  const name = editorForm(client.id)
  const { form, began = client, guard } = useClientForm({ name, saving: save.isPending, client })
  const { base, submit } = useClientSaving(form, began, save, onClose)
  return (
    <form noValidate onSubmit={submit}>
      <Sheet
        title="Edit User"
        end={
          <>
            <Button
              size="sm"
              variant="quiet"
              disabled={save.isPending}
              onClick={() => guard.leave(onClose)}
            >
              Cancel
            </Button>
            <Button size="sm" type="submit" variant="primary" blocked={save.isPending}>
              {save.isPending ? 'Saving...' : 'Save'}
            </Button>
          </>
        }
      >
        <div className="px-4 py-5 md:px-5.5">
          <ConflictNotice before={began} now={base} />
          <Saving value={save.isPending}>
            <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
              <TextField form={form} name="first_name" autoFocus />
              <TextField form={form} name="last_name" />
              <TextField form={form} name="email" type="email" />
              <TextField form={form} name="client_number" />
              <TextField form={form} name="phone_number" type="tel" />
              <TextField form={form} name="alt_number" type="tel" optional />
              <TextField form={form} name="address" className="md:col-span-2" />
              <TextField form={form} name="city" className="md:col-span-2" />
              <StateField form={form} />
              <TextField form={form} name="zip_code" inputMode="numeric" />
              <TemplateField form={form} className="md:col-span-2" />
            </div>
          </Saving>
        </div>
      </Sheet>
      {guard.dialog}
    </form>
  )
}
