import { email } from '@attest/contract/fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { messageOf } from '../lib/call.ts'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

interface Sending {
  isPending: boolean
  mutate: (
    input: { body: { email: string } },
    callbacks: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void
}

interface EmailDialogProps {
  title: string
  description: string
  /** The field's label; `label` is the button's. */
  field: string
  autoComplete: 'email' | 'off'
  label: string
  busyLabel?: string
  action: Sending
  onClose: () => void
}

export function EmailDialog(props: EmailDialogProps) {
  const { field, autoComplete, action, onClose, ...words } = props
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(z.object({ email })),
    defaultValues: { email: '' },
  })
  const submit = handleSubmit((body) =>
    action.mutate(
      { body },
      {
        onSuccess: onClose,
        onError: (error) => {
          const message = messageOf(error, '')
          if (message) setError('email', { message }, { shouldFocus: true })
        },
      },
    ),
  )
  return (
    <FormDialog {...words} busy={action.isPending} onSubmit={submit} onClose={onClose}>
      <Field label={field} error={formState.errors.email?.message}>
        <Input type="email" autoComplete={autoComplete} autoFocus {...register('email')} />
      </Field>
    </FormDialog>
  )
}
