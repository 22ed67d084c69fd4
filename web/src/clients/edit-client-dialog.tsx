import type { Client } from '@attest/contract/clients'
import { dialogForm } from '../lib/drafts.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useClientForm, useClientSaving } from './client-form.tsx'
import { EditFields } from './edit-fields.tsx'
import { ConflictNotice, SaveAsAnswer, useEditOrAnswer } from './edit-or-answer.tsx'
import { useUpdateClient } from './use-clients.ts'

interface EditClientDialogProps {
  id: number
  /** Undefined if deleted, or while it is read again after a sign-in. */
  client: Client | undefined
  onClose: () => void
}

export default function EditClientDialog({ id, client, onClose }: EditClientDialogProps) {
  const { via, setVia, save, saving } = useEditOrAnswer(useUpdateClient())
  const { form, began, guard } = useClientForm({ name: dialogForm(id), saving, client })
  const { base, submit } = useClientSaving(form, began, save, onClose)
  return (
    <FormDialog
      title="Edit User"
      label="Save"
      busyLabel="Saving..."
      busy={saving}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <ConflictNotice before={began} now={base} />
      <EditFields form={form} />
      <SaveAsAnswer value={via} onChange={setVia} />
    </FormDialog>
  )
}
