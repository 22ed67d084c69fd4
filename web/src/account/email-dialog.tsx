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
  label: string
  autoComplete: 'email' | 'off'
  send: string
  busyLabel: string
  action: Sending
  onClose: () => void
}

export function EmailDialog({ action, onClose, ...words }: EmailDialogProps) {
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
    <FormDialog
      title={words.title}
      description={words.description}
      label={words.send}
      busyLabel={words.busyLabel}
      busy={action.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={words.label} error={formState.errors.email?.message}>
        <Input type="email" autoComplete={words.autoComplete} autoFocus {...register('email')} />
      </Field>
    </FormDialog>
  )
}
