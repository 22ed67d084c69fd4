import { useRecoveryCode as recoveryCode, verifyTwoFactor } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../lib/call.ts'
import type { Halfway } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { CodeInput } from '../ui/code-input.tsx'
import { Field, Input } from '../ui/field.tsx'
import { passkeysWork } from './passkey.ts'
import {
  backToLogin,
  proveByPasskey,
  secondStepFailure,
  useSecondStep,
  useWaysIn,
} from './use-second-step.ts'

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
  // As high as the usual form.
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
        <Button variant="link" size="inline" onClick={backToLogin}>
          Back to Login
        </Button>
        <Button variant="link" size="inline" onClick={() => setLost(!lost)}>
          {lost ? (app ? RECOVERY.other : 'Use a passkey') : APP.other}
        </Button>
      </div>
    </div>
  )
}

interface CodeFormProps {
  halfway: Halfway
  lost: boolean
}

function CodeForm({ halfway, lost }: CodeFormProps) {
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
