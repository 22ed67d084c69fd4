import { email } from '@attest/contract/fields'
import * as z from 'zod/mini'
import { useShortForm } from '../lib/short-form.ts'
import type { Mutation } from '../lib/use-action.ts'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

interface EmailDialogProps {
  title: string
  description: string
  /** The label of the field; `label` is that of the button. */
  field: string
  autoComplete: 'email' | 'off'
  label: string
  busyLabel?: string
  action: Mutation<{ body: { email: string } }>
  onClose: () => void
}

const Sent = z.object({ email })

export function EmailDialog({ field, autoComplete, action, onClose, ...words }: EmailDialogProps) {
  const { register, handleSubmit, errorOf, refuse } = useShortForm(Sent, { email: '' })
  const submit = handleSubmit((body) =>
    action.mutate({ body }, { onSuccess: onClose, onError: (error) => refuse('email', error, '') }),
  )
  return (
    <FormDialog {...words} busy={action.isPending} onSubmit={submit} onClose={onClose}>
      <Field label={field} error={errorOf('email')}>
        <Input type="email" autoComplete={autoComplete} autoFocus {...register('email')} />
      </Field>
    </FormDialog>
  )
}
