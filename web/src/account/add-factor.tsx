import type { enrolTotp } from '@attest/contract/account'
import { sixDigits } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { messageOf, type Reply } from '../lib/call.ts'
import { buttonClass } from '../ui/button.tsx'
import { CodeInput } from '../ui/code-input.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'
import { FactorNameForm } from './factor-name-form.tsx'
import { useAddFactor } from './use-add-factor.ts'

export interface AddFactorDialogProps {
  onClose: () => void
  onAdded: (codes: string[] | null) => void
}

export function AddAppDialog({ onClose, onAdded }: AddFactorDialogProps) {
  const { enrol } = useAddFactor(onAdded)
  const app = enrol.data
  return (
    <Dialog
      locked={enrol.isPending || app !== undefined}
      onClose={onClose}
      title="Add an authenticator app"
      description="An app on your phone that shows a new code every 30 seconds."
    >
      {app ? (
        <ProveApp app={app} onClose={onClose} onAdded={onAdded} />
      ) : (
        <FactorNameForm placeholder="My phone" adding={enrol} onCancel={onClose} />
      )}
    </Dialog>
  )
}

interface ProveAppProps extends AddFactorDialogProps {
  app: Reply<typeof enrolTotp>
}

function ProveApp({ app, onClose, onAdded }: ProveAppProps) {
  const { verify } = useAddFactor(onAdded)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(z.object({ code: sixDigits })),
    defaultValues: { code: '' },
  })
  const submit = handleSubmit(({ code }) =>
    verify.mutate(
      { params: { id: app.id }, body: { code } },
      {
        onError: (error) =>
          setError(
            'code',
            { message: messageOf(error, 'Invalid 2FA code') },
            { shouldFocus: true },
          ),
      },
    ),
  )
  return (
    <DialogForm
      label="Verify Code"
      busyLabel="Loading..."
      busy={verify.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Secret app={app} />
      <Field
        label="Code"
        hint="Enter the 6-digit code from your authenticator app"
        error={formState.errors.code?.message}
      >
        <CodeInput autoFocus {...register('code')} />
      </Field>
    </DialogForm>
  )
}

function Secret({ app: { qr_code, secret, uri } }: Pick<ProveAppProps, 'app'>) {
  return (
    <div className="mb-5 flex flex-col items-center gap-x-5 gap-y-3 md:flex-row">
      {/* White in dark mode, too: not every camera reads an inverted code. */}
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr_code)}`}
        alt="QR code for the authenticator app"
        width={176}
        height={176}
        className="shrink-0 rounded-md border border-line bg-[white] p-2"
      />
      <div className="min-w-0">
        <p>Scan this with the app, or enter the secret there:</p>
        <p className="my-1.5 font-mono text-md wrap-anywhere">{inGroups(secret)}</p>
        <div className="flex flex-wrap gap-x-4">
          <CopyButton text={secret} />
          <a href={uri} className={buttonClass({ variant: 'link', size: 'inline' })}>
            Open on this device
          </a>
        </div>
      </div>
    </div>
  )
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ')
