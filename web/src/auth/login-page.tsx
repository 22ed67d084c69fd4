import * as calls from '@attest/contract/auth'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, messageOf, ShownError } from '../lib/call.ts'
import { firm } from '../lib/firm.ts'
import { beginSession, type Halfway, useSession } from '../lib/session.ts'
import { useShortForm } from '../lib/short-form.ts'
import { toastError } from '../lib/toast.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { CodeInput, Field, Input, PasswordInput } from '../ui/field.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { Entrance, EntranceForm, Notice, Waiting } from './entrance.tsx'
import { answerByPasskey, passkeysWork } from './passkey.ts'
import { leaveForProvider } from './provider.ts'
import { LOGIN_FAILED, signOut, useSignIn } from './sign-in.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string
    notice?: string
  }
}

export default function LoginPage() {
  const { user, waiting, loading, halfway, ended } = useSession()
  const { href, state } = useLocation()
  const search = useSearch({ strict: false }) as { next?: string }
  const next = waiting ? href : search.next
  const { notice, email = waiting?.email } = state
  const guard = useFormGuard(waiting !== null, false)
  const shown = ended === 'expired' ? 'Your session has ended. Please sign in again.' : notice
  const navigate = useNavigate()
  useEffect(() => {
    if (user) void navigate({ href: ownPath(next), replace: true })
  }, [user, next, navigate])
  return (
    <Entrance title="Sign In">
      {shown && !halfway && <Notice>{shown}</Notice>}
      {halfway ? (
        <SecondStep halfway={halfway} />
      ) : loading || user ? (
        <Waiting />
      ) : (
        <>
          <LoginForm email={email} />
          {firm.providers.length > 0 && <ProviderButtons next={next} />}
        </>
      )}
      {guard.dialog}
    </Entrance>
  )
}

/** Buttons to sign in at the firm's identity providers. `next`: the page to return to. */
function ProviderButtons({ next }: { next: string | undefined }) {
  const leave = (name: string) =>
    leaveForProvider(name, next).catch(() =>
      toastError('Login Failed', 'Single sign-on needs an address that begins with https.'),
    )
  return (
    <div className="mt-5 grid gap-2.5 border-t border-line pt-5">
      {firm.providers.map(({ name, label }) => (
        <Button key={name} onClick={() => void leave(name)}>
          Sign in with {label}
        </Button>
      ))}
    </div>
  )
}

/** The page to return to, never another site: browsers also read '//evil', '/\evil' and '/', tab, '/evil' as one. */
const ownPath = (next: string | undefined) =>
  next && /^\/(?![/\\\s])/.test(next) ? next : '/dashboard'

function LoginForm({ email = '' }: { email?: string }) {
  const [remember, setRemember] = useState(false)
  const navigate = useNavigate()
  const signIn = useSignIn()
  const { register, handleSubmit, getValues, errorOf, refuse } = useShortForm(calls.Credentials, {
    email,
    password: '',
  })
  const submit = handleSubmit((body) =>
    signIn.mutate({ body, remember }, { onError: (error) => refuse('email', error, LOGIN_FAILED) }),
  )
  return (
    <EntranceForm label="Sign In" busy={signIn.isPending} onSubmit={submit}>
      <Field label="Email" error={errorOf('email')}>
        <Input type="email" autoComplete="username" autoFocus={!email} {...register('email')} />
      </Field>
      <Field label="Password" error={errorOf('password')}>
        <PasswordInput
          autoComplete="current-password"
          autoFocus={email !== ''}
          {...register('password')}
        />
      </Field>
      <div className="flex items-center justify-between">
        <Checkbox label="Remember me" checked={remember} onCheckedChange={setRemember} />
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            const typed = getValues('email').trim()
            void navigate({ to: '/forgot-password', state: { email: typed } })
          }}
        >
          Forgot Password
        </Button>
      </div>
    </EntranceForm>
  )
}

const APP = {
  endpoint: calls.verifyTwoFactor,
  title: 'Two-Factor Authentication Code',
  hint: 'Enter the 6-digit code from your authenticator app',
  label: 'Verify Code',
  other: 'Use a recovery code',
}
const RECOVERY = {
  endpoint: calls.useRecoveryCode,
  title: 'Recovery Code',
  hint: 'One of the codes you kept when you set up two-factor sign-in. Each works once.',
  label: 'Use Recovery Code',
  other: 'Use the authenticator app',
}

function SecondStep({ halfway }: { halfway: Halfway }) {
  const ways = useWaysIn(halfway)
  const [lost, setLost] = useState(false)
  // As high as the usual form, so nothing moves when it comes.
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
  const { endpoint, hint, ...words } = lost ? RECOVERY : APP
  const step = useSecondStep(halfway, (body: { code: string }) => call(endpoint, { body }))
  const { register, handleSubmit, errorOf, refuse } = useShortForm(endpoint.body, { code: '' })
  const submit = handleSubmit((body) =>
    step.mutate(body, { onError: (error) => refuse('code', error, INVALID_CODE) }),
  )
  return (
    <EntranceForm {...words} busy={step.isPending} onSubmit={submit}>
      <Field label="Code" hint={hint} error={errorOf('code')}>
        {lost ? (
          <Input autoFocus spellCheck={false} {...register('code')} />
        ) : (
          <CodeInput autoFocus {...register('code')} />
        )}
      </Field>
    </EntranceForm>
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
          {messageOf(step.error, INVALID_CODE)}
        </p>
      )}
    </div>
  )
}

const INVALID_CODE = 'Invalid 2FA code'

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
  const { asked } = await call(calls.passkeyOptions, {})
  if (!asked) throw new ShownError('Your account no longer has a passkey.')
  const { challenge_id, options } = asked
  return call(calls.verifyPasskey, {
    body: { challenge_id, answer: await answerByPasskey(options) },
  })
}

/** Ways to pass the second step; undefined while loading. If the call fails, it offers the app's code. */
function useWaysIn({ user }: Halfway) {
  const { data, isPending } = useRead(calls.passkeyOptions, { queryKey: ['passkey', user.id] })
  if (isPending) return undefined
  return { passkey: Boolean(data?.asked), app: data?.authenticator_app ?? true }
}
