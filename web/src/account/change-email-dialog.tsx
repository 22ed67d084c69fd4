import { changeEmail } from '@attest/contract/account'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { CallError } from '../lib/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { useChangeEmail } from './use-account.ts'

export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const change = useChangeEmail()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(changeEmail.body),
    defaultValues: { email: '' },
  })
  const submit = handleSubmit((body) =>
    change.mutate(
      { body },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof CallError && error.told)
            setError('email', { message: error.told }, { shouldFocus: true })
        },
      },
    ),
  )
  return (
    <Dialog
      open
      locked={change.isPending}
      onOpenChange={onClose}
      title="Change your address"
      description="A link goes to the new address; the change counts once you open it. Your present address is told."
    >
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <Field label="New email" error={formState.errors.email?.message}>
            <Input type="email" autoComplete="email" autoFocus {...register('email')} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button
            variant="quiet"
            className="md:mr-auto"
            disabled={change.isPending}
            onClick={onClose}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" blocked={change.isPending}>
            {change.isPending ? 'Loading...' : 'Send Link'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
