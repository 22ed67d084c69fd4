import { enrolTotp } from '@attest/contract/account'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { messageOf } from '../lib/call.ts'
import { isAborted } from '../lib/time-limit.ts'
import { Field, Input } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'

interface FactorNameFormProps {
  placeholder: string
  adding: { mutate: (name: string) => void; isPending: boolean; error: unknown }
  onCancel: () => void
}

export function FactorNameForm({ placeholder, adding, onCancel }: FactorNameFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(enrolTotp.body),
    defaultValues: { name: '' },
  })
  return (
    <DialogForm
      label="Continue"
      busyLabel="Loading..."
      busy={adding.isPending}
      onSubmit={handleSubmit(({ name }) => adding.mutate(name))}
      onCancel={onCancel}
    >
      <Field label="Name" optional error={formState.errors.name?.message}>
        <Input autoFocus autoComplete="off" placeholder={placeholder} {...register('name')} />
      </Field>
      {adding.error != null && !isAborted(adding.error) && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {messageOf(adding.error, 'The second factor could not be set up. Please try again.')}
        </p>
      )}
    </DialogForm>
  )
}
