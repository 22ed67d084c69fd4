import type { Client } from '@attest/contract/clients'
import { editorForm } from '../lib/drafts.ts'
import { Button } from '../ui/button.tsx'
import { Saving } from '../ui/field.tsx'
import { PageBar } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { useClientForm, useClientSaving } from './client-form.tsx'
import { EditFields } from './edit-fields.tsx'
import { ConflictNotice, SaveAsAnswer, useEditOrAnswer } from './edit-or-answer.tsx'
import { useSaveClient } from './use-clients.ts'

export default function ClientEditor({ client, onClose }: { client: Client; onClose: () => void }) {
  const { via, setVia, save, saving } = useEditOrAnswer(useSaveClient())
  const name = editorForm(client.id)
  const { form, began = client, guard } = useClientForm({ name, saving, client })
  const { base, submit } = useClientSaving(form, began, save, onClose)
  return (
    <form noValidate onSubmit={submit}>
      <Panel title="Edit User">
        <div className="px-4 py-5 md:px-5.5">
          <ConflictNotice before={began} now={base} />
          <Saving value={saving}>
            <EditFields form={form} autoFocus />
            <SaveAsAnswer value={via} onChange={setVia} />
          </Saving>
        </div>
        <PageBar className="justify-between gap-2.5 bg-sunk py-2">
          <Button variant="quiet" disabled={saving} onClick={() => guard.leave(onClose)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" blocked={saving}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
        </PageBar>
      </Panel>
      {guard.dialog}
    </form>
  )
}
