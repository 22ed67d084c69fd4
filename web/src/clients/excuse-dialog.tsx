import { fullName } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import type { ExcuseReason } from '@attest/contract/rounds'
import { useId, useState } from 'react'
import { EXCUSES } from '../history/field-text.ts'
import { Choice } from '../ui/choice.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { useExcuseClient } from './use-clients.ts'

export default function ExcuseDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const excuse = useExcuseClient()
  const id = useId()
  const [reason, setReason] = useState<ExcuseReason>()
  const [note, setNote] = useState('')
  const guard = useFormGuard(note !== '', excuse.isPending)
  return (
    <FormDialog
      title={`Do not ask ${fullName(client)}?`}
      description="No email goes to this client until you press Allow Emails. Waiting emails are canceled."
      label="Do Not Ask"
      busyLabel="Saving..."
      busy={excuse.isPending}
      disabled={!reason}
      onSubmit={() => {
        if (!reason) return
        const body = { reason, note }
        excuse.mutate({ params: { id: client.id }, body }, { onSuccess: onClose })
      }}
      onClose={onClose}
      guard={guard}
    >
      <fieldset className="mb-4 grid gap-2.5" inert={excuse.isPending}>
        <legend className="mb-2 text-md font-semibold">Reason</legend>
        {EXCUSES.map((each) => (
          <Choice
            key={each.reason}
            name={id}
            label={each.name}
            text={each.text}
            checked={reason && each.reason === reason}
            onChoose={() => setReason(each.reason)}
          />
        ))}
      </fieldset>
      <Field label="Note" optional>
        <Input maxLength={200} placeholder="How you know" value={note} onValueChange={setNote} />
      </Field>
    </FormDialog>
  )
}
