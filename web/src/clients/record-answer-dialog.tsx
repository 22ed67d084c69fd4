import { fullName } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import type { OtherChannel } from '@attest/contract/recorded-answers'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { today } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { changedIn, useClientForm, useClientSaving } from './client-form.tsx'
import { EditFields } from './edit-fields.tsx'
import { ChannelChoice, ConflictNotice } from './edit-or-answer.tsx'
import { useClient, useRecordAnswer, type useSaveClient } from './use-clients.ts'

interface RecordAnswerDialogProps {
  id: number
  note?: string
  onRecorded?: () => void
  onClose: () => void
}

/** Records an answer by phone, by letter or in person. Unchanged details confirm. */
export default function RecordAnswerDialog({ id, onClose, ...rest }: RecordAnswerDialogProps) {
  const reading = useClient(id)
  if (reading.data) return <AnswerForm client={reading.data} onClose={onClose} {...rest} />
  return (
    <Dialog onClose={onClose} title="Record an Answer">
      <DialogBody>
        {!reading.error && <SkeletonLines count={8} className="h-80" />}
        <ReadError title="Failed to fetch the client" reading={reading} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

interface Circumstances {
  via: OtherChannel
  /** Missing: today by the firm's clock. */
  on?: string
  note: string
}

const ENDS_REPORT =
  'This client was reported as deceased. Record an answer only if you have spoken with the client: it ends the report. '

type Save = ReturnType<typeof useSaveClient>['mutate']

interface AnswerFormProps extends Omit<RecordAnswerDialogProps, 'id'> {
  client: Client
}

function AnswerForm({ client, note = '', onRecorded, onClose }: AnswerFormProps) {
  const record = useRecordAnswer()
  const saving = record.isPending
  const [changed, setChanged] = useState<Circumstances>()
  const { form, began = client, guard } = useClientForm({ saving, client, typedMore: !!changed })
  const circumstances = changed ?? { via: 'phone', note }
  const change = (part: Partial<Circumstances>) => setChanged({ ...circumstances, ...part })
  const updated = Object.keys(changedIn(form)).length > 0
  const { fields: errors = {} } = record.error instanceof CallError ? record.error.body : {}

  const save: Save = ({ params, body }, callbacks) =>
    record.mutate({ params, body: { ...body, ...circumstances } }, callbacks)
  const { base, submit } = useClientSaving(form, began, save, () => {
    onClose()
    onRecorded?.()
  })
  return (
    <FormDialog
      width="wide"
      title={`Answer of ${fullName(client)}`}
      description={`${client.reported_as === 'reported_deceased' ? ENDS_REPORT : ''}Correct any wrong details. If all are right, record the answer without changes.`}
      label={updated ? 'Record: Updated' : 'Record: Confirmed'}
      busyLabel="Recording..."
      busy={saving}
      onSubmit={submit}
      onClose={onClose}
      guard={guard}
    >
      <ConflictNotice before={began} now={base} />
      <div className="mb-5 flex flex-wrap gap-4">
        <div>
          <p aria-hidden className="mb-1.25 text-md font-semibold">
            How
          </p>
          <ChannelChoice value={circumstances.via} onChange={(via) => change({ via })} />
        </div>
        <Field label="Day" error={errors.on} className="w-40">
          <Input
            type="date"
            max={today()}
            value={circumstances.on ?? today()}
            onValueChange={(on) => change({ on })}
          />
        </Field>
      </div>
      <EditFields form={form} ofClient />
      <Field label="Note" optional error={errors.note} className="mt-4">
        <Input
          placeholder="The person you spoke to, or where the letter is"
          value={circumstances.note}
          onValueChange={(note) => change({ note })}
        />
      </Field>
    </FormDialog>
  )
}
