import type { Client } from '@attest/contract/clients'
import type { OtherChannel } from '@attest/contract/verification'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../lib/call.ts'
import { today } from '../lib/format.ts'
import { showFieldErrors } from '../lib/forms.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { Field, Input, Saving } from '../ui/field.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { Segments } from '../ui/segments.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AnswerDetails } from './answer-details.tsx'
import { type ClientForm, type ClientValues, useClientForm } from './client-form.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { answerForm } from './form-names.ts'
import { useClient, useRecordAnswer } from './use-clients.ts'

interface RecordAnswerDialogProps {
  id: number
  onRecorded?: () => void
  onClose: () => void
}

/** For an answer by phone, by letter or in person. Unchanged details confirm. */
export function RecordAnswerDialog({ id, onRecorded, onClose }: RecordAnswerDialogProps) {
  const reading = useClient(id)
  if (reading.data) {
    return <AnswerForm client={reading.data} onRecorded={onRecorded} onClose={onClose} />
  }
  return (
    <Dialog open onOpenChange={onClose} title="Record an Answer">
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

const CHANNELS = [
  ['phone', 'By phone'],
  ['letter', 'By letter'],
  ['in_person', 'In person'],
] as const

/** The server checks what was changed: other stored details may be incomplete. */
const Unchecked = z.any()

interface AnswerFormProps extends Omit<RecordAnswerDialogProps, 'id'> {
  client: Client
}

function AnswerForm({ client, onRecorded, onClose }: AnswerFormProps) {
  const record = useRecordAnswer()
  const saving = record.isPending
  const name = answerForm(client.id)
  const { form, began = client, guard } = useClientForm({ name, saving, client, schema: Unchecked })
  const [via, setVia] = useState<OtherChannel>('phone')
  const [on, setOn] = useState(today)
  const [note, setNote] = useState('')
  const [base, setBase] = useState(began)
  const changes = changedIn(form)
  const updated = Object.keys(changes).length > 0
  const noteGuard = useFormGuard(note !== '' && !updated, saving)
  const close = () => noteGuard.leave(() => guard.leave(onClose))
  const errors = record.error instanceof CallError ? record.error.fields : {}

  const submit = form.handleSubmit(() =>
    record.mutate(
      {
        params: { id: client.id },
        body: { ...changes, via, on, note, last_updated: base.last_updated },
      },
      {
        onSuccess: () => {
          onClose()
          onRecorded?.()
        },
        onError: (error) => setBase(showErrors(form, error) ?? base),
      },
    ),
  )
  return (
    <Dialog
      open
      wide
      locked={saving}
      onOpenChange={close}
      title={`Answer of ${client.first_name} ${client.last_name}`}
      description="Change what is not correct. If everything is, record it as it stands."
    >
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <ConflictNotice before={began} now={base} />
          <Saving value={saving}>
            <div className="mb-5 flex flex-wrap gap-4">
              <div>
                <p aria-hidden className="mb-1.25 text-md font-semibold">
                  How
                </p>
                <Segments label="How" options={CHANNELS} value={via} onChange={setVia} />
              </div>
              <Field label="Day" error={errors.on} className="w-40">
                <Input
                  type="date"
                  max={today()}
                  value={on}
                  onChange={(event) => setOn(event.target.value)}
                />
              </Field>
            </div>
            <AnswerDetails form={form} />
            <Field label="Note" optional error={errors.note} className="mt-4">
              <Input
                autoComplete="off"
                placeholder="The person you spoke to, or where the letter is"
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          </Saving>
        </DialogBody>
        <FormFooter
          label={updated ? 'Record: Updated' : 'Record: Confirmed'}
          busyLabel="Recording..."
          busy={saving}
          onCancel={close}
        />
      </form>
      {guard.dialog}
      {noteGuard.dialog}
    </Dialog>
  )
}

function changedIn(form: ClientForm): Partial<ClientValues> {
  const dirty = form.formState.dirtyFields
  const entries = Object.entries(form.getValues())
  return Object.fromEntries(entries.filter(([field]) => dirty[field as keyof ClientValues]))
}

/** After a conflict typed fields stay, the others take the saved values. Returns the saved client. */
function showErrors(form: ClientForm, error: Error): Client | undefined {
  showFieldErrors(form, error)
  if (!(error instanceof CallError && error.current)) return undefined
  const newer = error.current as Client
  form.reset({ ...newer, alt_number: newer.alt_number ?? '' }, { keepDirtyValues: true })
  return newer
}
