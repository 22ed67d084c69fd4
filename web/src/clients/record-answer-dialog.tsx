import type { Client } from '@attest/contract/clients'
import { fullName } from '@attest/contract/full-name'
import type { OtherChannel } from '@attest/contract/verification'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { useDraft } from '../lib/drafts.ts'
import { today } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import { changedIn, useClientForm, useClientSaving } from './client-form.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { EditFields } from './edit-fields.tsx'
import { answerForm, circumstancesForm } from './form-names.ts'
import { useClient, useRecordAnswer, type useSaveClient } from './use-clients.ts'

interface RecordAnswerDialogProps {
  id: number
  /** Typed before the dialog opened. */
  note?: string
  onRecorded?: () => void
  onClose: () => void
}

/** For an answer by phone, by letter or in person. Unchanged details confirm. */
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
  /** Today by the firm's clock if absent. */
  on?: string
  note: string
}

/** The circumstances of the answer, kept over the end of a session like the details. */
function useCircumstances(id: number, note: string) {
  const [begun] = useState<Circumstances>(() => ({ via: 'phone', note }))
  const draft = useDraft(circumstancesForm(id), (): Circumstances | undefined =>
    circumstances === begun ? undefined : circumstances,
  )
  const [circumstances, setCircumstances] = useState(draft ?? begun)
  const change = (changes: Partial<Circumstances>) =>
    setCircumstances({ ...circumstances, ...changes })
  return { circumstances, change, typedBeside: circumstances.note !== note }
}

type Save = ReturnType<typeof useSaveClient>['mutate']

interface AnswerFormProps extends Omit<RecordAnswerDialogProps, 'id'> {
  client: Client
}

function AnswerForm({ client, note = '', onRecorded, onClose }: AnswerFormProps) {
  const record = useRecordAnswer()
  const saving = record.isPending
  const name = answerForm(client.id)
  const { circumstances, change, typedBeside } = useCircumstances(client.id, note)
  const { form, began = client, guard } = useClientForm({ name, saving, client, typedBeside })
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
      description="Correct any wrong details. If all are right, record the answer without changes."
      label={updated ? 'Record: Updated' : 'Record: Confirmed'}
      busyLabel="Recording..."
      busy={saving}
      onSubmit={submit}
      onClose={() => guard.leave(onClose)}
      guards={guard.dialog}
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
            onChange={(event) => change({ on: event.target.value })}
          />
        </Field>
      </div>
      <EditFields form={form} ofClient />
      <Field label="Note" optional error={errors.note} className="mt-4">
        <Input
          autoComplete="off"
          placeholder="The person you spoke to, or where the letter is"
          value={circumstances.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
