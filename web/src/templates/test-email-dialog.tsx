import { type Language, languageName } from '@attest/contract/languages'
import { samplesFor } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import { foreignPlaceholders } from '@attest/contract/placeholders'
import { asksForVerification, type LetterContent } from '@attest/contract/templates'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { currentSession } from '../lib/session.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { TemplateValues } from './template-values.ts'
import { useSendTest } from './use-templates.ts'

interface TestEmailDialogProps {
  content: TemplateValues
  language: Language
  onClose: () => void
}

export default function TestEmailDialog({ content, language, onClose }: TestEmailDialogProps) {
  const letter = letterIn(content, language)
  const [foreign] = foreignPlaceholders(Object.values(letter).join('\n'))
  // Taken from the session at once, as an address that comes later would mix with typed text.
  const [testEmail, setTestEmail] = useState(() => currentSession().user?.email ?? '')
  const send = useSendTest()
  const error = send.error instanceof CallError ? send.error.body.fields?.testEmail : undefined
  const submit = () => {
    if (testEmail.trim() === '') return
    const { id: templateId, ...draft } = content
    const body = { templateId, testEmail, templateData: sampleData(letter), draft, language }
    send.mutate({ body }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Test Email"
      description={`Sends the ${languageName(letter.writtenIn ?? 'en')} letter as you see it now, with the details of an invented client.`}
      label="Send Test"
      busyLabel="Sending..."
      busy={send.isPending}
      disabled={testEmail.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Test Address" error={error}>
        <Input type="email" autoComplete="email" value={testEmail} onValueChange={setTestEmail} />
      </Field>
      {foreign && (
        <p className="mt-4 text-danger">
          Clients would read “{foreign.written}” as it is. Write {foreign.ours} instead.
        </p>
      )}
      <OutboxNote className="mt-4" />
    </FormDialog>
  )
}

/** Address and link are sent only if the letter shows them (spec §7). */
function sampleData(letter: LetterContent) {
  const { first_name, email: _, ...rest } = samplesFor(letter)
  return asksForVerification(letter) ? { first_name, ...rest } : { first_name }
}
