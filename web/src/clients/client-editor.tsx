import type { Client } from '@attest/contract/clients'
import { Button } from '../ui/button.tsx'
import { Saving } from '../ui/field.tsx'
import { PageBar } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { useClientEditing } from './edit-or-answer.tsx'
import { useSaveClient } from './use-clients.ts'

export default function ClientEditor({ client, onClose }: { client: Client; onClose: () => void }) {
  const editing = useClientEditing(client, { edit: useSaveClient(), onClose })
  const { fields, submit, saving, guard } = editing
  return (
    <form noValidate onSubmit={submit}>
      <Panel title="Edit User">
        <div className="px-4 py-5 md:px-5.5">
          <Saving value={saving}>{fields}</Saving>
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
