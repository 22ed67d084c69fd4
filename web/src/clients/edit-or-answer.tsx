import { COMPARED_FIELDS, FIELD_LABELS } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import { ownField, ownIdOf } from '@attest/contract/own-columns'
import type { OtherChannel } from '@attest/contract/recorded-answers'
import { useState } from 'react'
import { fieldText } from '../history/field-text.ts'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { Checkbox, Segments } from '../ui/choice.tsx'
import { NewerNotice } from '../ui/form-dialog.tsx'
import { useClientForm, useClientSaving } from './client-form.tsx'
import { EditFields } from './edit-fields.tsx'
import { useRecordAnswer, type useSaveClient } from './use-clients.ts'

type Save = ReturnType<typeof useSaveClient>

/** An edit that can be saved as the client's answer. `via`: the answer's channel. */
function useEditOrAnswer(edit: Save) {
  const [via, setVia] = useState<OtherChannel>()
  const record = useRecordAnswer()
  const save: Save['mutate'] = ({ params, body }, callbacks) =>
    via
      ? record.mutate({ params, body: { ...body, via } }, callbacks)
      : edit.mutate({ params, body }, callbacks)
  return { via, setVia, save, saving: edit.isPending || record.isPending }
}

export function useClientEditing(
  client: Client | undefined,
  { edit, onClose }: { edit: Save; onClose: () => void },
) {
  const { via, setVia, save, saving } = useEditOrAnswer(edit)
  const { form, began, guard } = useClientForm({ saving, ...(client && { client }) })
  const { base, submit } = useClientSaving(form, began, save, onClose)
  const fields = (
    <>
      <ConflictNotice before={began} now={base} />
      <EditFields form={form} autoFocus />
      <SaveAsAnswer value={via} onChange={setVia} />
    </>
  )
  return { fields, submit, saving, guard }
}

const CHANNELS = [
  ['phone', 'By phone'],
  ['letter', 'By letter'],
  ['in_person', 'In person'],
] as const

interface ChannelChoiceProps {
  value: OtherChannel
  onChange: (via: OtherChannel) => void
}

export const ChannelChoice = (props: ChannelChoiceProps) => (
  <Segments label="How" options={CHANNELS} {...props} />
)

interface SaveAsAnswerProps {
  /** Undefined: the office's own edit, no answer. */
  value: OtherChannel | undefined
  onChange: (via: OtherChannel | undefined) => void
}

const SaveAsAnswer = ({ value, onChange }: SaveAsAnswerProps) => (
  <div className="mt-5 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2">
    <Checkbox
      label="The client told us: save it as the client’s answer"
      checked={value !== undefined}
      onCheckedChange={(on) => onChange(on ? 'phone' : undefined)}
    />
    {value && <ChannelChoice value={value} onChange={onChange} />}
  </div>
)

interface ConflictNoticeProps {
  before: Client | undefined
  now: Client | undefined
}

export function ConflictNotice({ before, now }: ConflictNoticeProps) {
  const templateName = useTemplateName()
  const own = useOwnTexts()
  if (!before || !now || before.last_updated === now.last_updated) return null
  const theirs = COMPARED_FIELDS.filter((field) => before[field] !== now[field])
  const ids = Object.keys({ ...before.own, ...now.own })
  const theirOwn = ids.filter((id) => before.own[id] !== now.own[id]).map(ownField)
  return (
    <div className="mb-5">
      <NewerNotice
        title="Someone changed this record while you edited it."
        theirs={[
          ...theirs.map((field) => ({
            label: FIELD_LABELS[field],
            text: fieldText(field, now[field], templateName),
          })),
          ...theirOwn.map((field) => ({
            label: own.label(field),
            text: own.text(field, now.own[ownIdOf(field)]),
          })),
        ]}
      />
    </div>
  )
}
