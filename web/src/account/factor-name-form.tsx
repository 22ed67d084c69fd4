import { enrolTotp } from '@attest/contract/account'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { messageOf } from '../lib/call.ts'
import { isAborted } from '../lib/time-limit.ts'
import { Field, Input } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'

interface FactorNameFormProps {
  placeholder: string
  working: boolean
  failure: unknown
  onName: (name: string) => void
  onCancel: () => void
}

export function FactorNameForm(props: FactorNameFormProps) {
  const { placeholder, working, failure, onName, onCancel } = props
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(enrolTotp.body),
    defaultValues: { name: '' },
  })
  return (
    <DialogForm
      label="Continue"
      busyLabel="Loading..."
      busy={working}
      onSubmit={handleSubmit(({ name }) => onName(name))}
      onCancel={onCancel}
    >
      <Field label="Name" optional error={formState.errors.name?.message}>
        <Input autoFocus autoComplete="off" placeholder={placeholder} {...register('name')} />
      </Field>
      {failure != null && !isAborted(failure) && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {messageOf(failure, 'The second factor could not be set up. Please try again.')}
        </p>
      )}
    </DialogForm>
  )
}
