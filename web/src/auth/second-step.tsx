import {
  passkeyOptions,
  useRecoveryCode as recoveryCode,
  verifyPasskey,
  verifyTwoFactor,
} from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, messageOf, ShownError } from '../lib/call.ts'
import { beginSession, type Halfway } from '../lib/session.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { Button } from '../ui/button.tsx'
import { CodeInput, Field, Input } from '../ui/field.tsx'
import { answerByPasskey, passkeysWork } from './passkey.ts'
import { signOut } from './sign-in.ts'

const APP = {
  endpoint: verifyTwoFactor,
  title: 'Two-Factor Authentication Code',
  hint: 'Enter the 6-digit code from your authenticator app',
  action: 'Verify Code',
  other: 'Use a recovery code',
}
const RECOVERY = {
  endpoint: recoveryCode,
  title: 'Recovery Code',
  hint: 'One of the codes you kept when you set up two-factor sign-in. Each works once.',
  action: 'Use Recovery Code',
  other: 'Use the authenticator app',
}

/** After the password: an app's code, a passkey or a recovery code. */
export function SecondStep({ halfway }: { halfway: Halfway }) {
  const ways = useWaysIn(halfway)
  const [lost, setLost] = useState(false)
  // As high as the usual form, so that nothing moves.
  if (!ways) return <div className="min-h-60" aria-busy="true" />
  const { app, passkey } = ways
  return (
    <div className="grid gap-4">
      {app || lost ? (
        <CodeForm key={String(lost)} halfway={halfway} lost={lost} />
      ) : (
        <h2 className="text-xl">Passkey</h2>
      )}
      {passkey && <PasskeyButton halfway={halfway} />}
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button variant="link" size="inline" onClick={signOut}>
          Back to Login
        </Button>
        <Button variant="link" size="inline" onClick={() => setLost(!lost)}>
          {lost ? (app ? RECOVERY.other : 'Use a passkey') : APP.other}
        </Button>
      </div>
    </div>
  )
}

function CodeForm({ halfway, lost }: { halfway: Halfway; lost: boolean }) {
  const { endpoint, title, hint, action } = lost ? RECOVERY : APP
  const step = useSecondStep(halfway, (body: { code: string }) => call(endpoint, { body }))
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(endpoint.body),
    defaultValues: { code: '' },
  })
  const submit = handleSubmit((body) =>
    step.mutate(body, {
      onError: (error) =>
        setError('code', { message: secondStepFailure(error) }, { shouldFocus: true }),
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <h2 className="text-xl">{title}</h2>
      <Field label="Code" hint={hint} error={formState.errors.code?.message}>
        {lost ? (
          <Input autoFocus autoComplete="off" spellCheck={false} {...register('code')} />
        ) : (
          <CodeInput autoFocus {...register('code')} />
        )}
      </Field>
      <Button type="submit" variant="primary" blocked={step.isPending}>
        {step.isPending ? 'Loading...' : action}
      </Button>
    </form>
  )
}

function PasskeyButton({ halfway }: { halfway: Halfway }) {
  const step = useSecondStep(halfway, proveByPasskey)
  if (!passkeysWork()) return <p className="text-ink-2">This browser cannot use passkeys.</p>
  return (
    <div>
      <Button className="w-full" blocked={step.isPending} onClick={() => step.mutate(undefined)}>
        <KeyRound aria-hidden />
        Use a passkey
      </Button>
      {step.error && (
        <p role="alert" className="mt-1 text-sm font-semibold text-danger">
          {secondStepFailure(step.error)}
        </p>
      )}
    </div>
  )
}

const secondStepFailure = (error: unknown) => messageOf(error, 'Invalid 2FA code')

function useSecondStep<T>(
  { user, remember }: Halfway,
  prove: (proof: T) => Promise<{ token: string }>,
) {
  return useSingleMutation({
    mutationFn: prove,
    onSuccess: ({ token }) => beginSession(user, token, remember),
  })
}

async function proveByPasskey() {
  const { asked } = await call(passkeyOptions, {})
  if (!asked) throw new ShownError('Your account no longer has a passkey.')
  const { challenge_id, options } = asked
  return call(verifyPasskey, { body: { challenge_id, answer: await answerByPasskey(options) } })
}

/** Ways to pass the second step; undefined while loading. Without an answer, the app's code. */
function useWaysIn({ user }: Halfway) {
  const { data, isPending } = useRead(passkeyOptions, { queryKey: ['passkey', user.id] })
  if (isPending) return undefined
  return { passkey: Boolean(data?.asked), app: data?.authenticator_app ?? true }
}
