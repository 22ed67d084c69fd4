import { inviteAdministrator } from '@attest/contract/administrators'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { CallError } from '../lib/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { useInvite } from './use-administrators.ts'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInvite()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(inviteAdministrator.body),
    defaultValues: { email: '' },
  })
  const submit = handleSubmit((body) =>
    invite.mutate(
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
      locked={invite.isPending}
      onOpenChange={onClose}
      title="Invite an administrator"
      description="A link to choose a password goes to this address; it is good for 7 days. Every client and every file will be open to who opens it."
    >
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <Field label="Email" error={formState.errors.email?.message}>
            <Input type="email" autoComplete="off" autoFocus {...register('email')} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button
            variant="quiet"
            className="md:mr-auto"
            disabled={invite.isPending}
            onClick={onClose}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" blocked={invite.isPending}>
            {invite.isPending ? 'Sending...' : 'Send Invitation'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
