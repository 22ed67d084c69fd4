import { enrolPasskey, enrolTotp, verifyNewFactor } from '@attest/contract/account'
import { sixDigits } from '@attest/contract/auth'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { makePasskey } from '../auth/passkey.ts'
import { type Input as CallInput, call, messageOf, type Reply } from '../lib/call.ts'
import { replaceToken } from '../lib/session.ts'
import { useShortForm } from '../lib/short-form.ts'
import { isAborted } from '../lib/time-limit.ts'
import { toast } from '../lib/toast.ts'
import { type Mutation, refresh, useSingleMutation } from '../lib/use-action.ts'
import { buttonClass, CopyButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeInput, Field, Input } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'
import { callConfirmed } from './confirm-identity.ts'

interface AddFactorDialogProps {
  onClose: () => void
  onAdded: (codes: string[] | null) => void
}

export function AddAppDialog({ onClose, onAdded }: AddFactorDialogProps) {
  const enrol = useSingleMutation({
    mutationFn: (name: string) => callConfirmed(enrolTotp, { body: { name } }),
  })
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

export function AddPasskeyDialog({ onClose, onAdded }: AddFactorDialogProps) {
  const adding = useAddFactor(addPasskey, onAdded)
  return (
    <Dialog
      locked={adding.isPending}
      onClose={onClose}
      title="Add a passkey"
      description="A fingerprint, a face or a security key. Your browser leads you through it."
    >
      <FactorNameForm placeholder="Work laptop" adding={adding} onCancel={onClose} />
    </Dialog>
  )
}

interface ProveAppProps extends AddFactorDialogProps {
  app: Reply<typeof enrolTotp>
}

const ByCode = z.object({ code: sixDigits })

function ProveApp({ app, onClose, onAdded }: ProveAppProps) {
  const verify = useAddFactor(verifyFactor, onAdded)
  const { register, handleSubmit, errorOf, refuse } = useShortForm(ByCode, { code: '' })
  const submit = handleSubmit(({ code }) =>
    verify.mutate(
      { params: { id: app.id }, body: { code } },
      { onError: (error) => refuse('code', error, 'Invalid 2FA code') },
    ),
  )
  return (
    <DialogForm label="Verify Code" busy={verify.isPending} onSubmit={submit} onCancel={onClose}>
      <Secret app={app} />
      <Field
        label="Code"
        hint="Enter the 6-digit code from your authenticator app"
        error={errorOf('code')}
      >
        <CodeInput autoFocus {...register('code')} />
      </Field>
    </DialogForm>
  )
}

function Secret({ app: { qr_code, secret, uri } }: Pick<ProveAppProps, 'app'>) {
  return (
    <div className="mb-5 flex flex-col items-center gap-x-5 gap-y-3 md:flex-row">
      {/* The code stays black on white in dark mode: not every camera reads an inverted one. */}
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

interface FactorNameFormProps {
  placeholder: string
  adding: Mutation<string>
  onCancel: () => void
}

function FactorNameForm({ placeholder, adding, onCancel }: FactorNameFormProps) {
  const { register, handleSubmit, errorOf } = useShortForm(enrolTotp.body, { name: '' })
  return (
    <DialogForm
      label="Continue"
      busy={adding.isPending}
      onSubmit={handleSubmit(({ name }) => adding.mutate(name))}
      onCancel={onCancel}
    >
      <Field label="Name" optional error={errorOf('name')}>
        <Input autoFocus placeholder={placeholder} {...register('name')} />
      </Field>
      {adding.error && !isAborted(adding.error) && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {messageOf(adding.error, 'The second factor could not be set up. Please try again.')}
        </p>
      )}
    </DialogForm>
  )
}

async function verifyFactor(input: CallInput<typeof verifyNewFactor>) {
  const { token, recovery_codes } = await call(verifyNewFactor, input)
  replaceToken(token)
  return recovery_codes
}

async function addPasskey(name: string) {
  const { id, challenge_id, options } = await callConfirmed(enrolPasskey, { body: { name } })
  return verifyFactor({
    params: { id },
    body: { challenge_id, answer: await makePasskey(options) },
  })
}

/** `prove` returns the recovery codes of a first factor, which `onAdded` gets. */
function useAddFactor<Proof>(
  prove: (proof: Proof) => Promise<string[] | null>,
  onAdded: AddFactorDialogProps['onAdded'],
) {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: prove,
    onSuccess: (codes) => {
      void refresh(queries)
      toast({ title: 'Second factor added', text: 'You will be asked for it at each sign-in.' })
      onAdded(codes)
    },
  })
}
