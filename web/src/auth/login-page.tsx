import { Credentials } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { firm } from '../lib/firm.ts'
import { useSession } from '../lib/session.ts'
import { toastError } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Input, PasswordInput } from '../ui/field.tsx'
import { Entrance, Notice, Waiting } from './entrance.tsx'
import { leaveForProvider } from './provider.ts'
import { SecondStep } from './second-step.tsx'
import { loginFailure, useSignIn } from './sign-in.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string
    /** A message from the previous screen. */
    notice?: string
  }
}

export default function LoginPage() {
  const { user, loading, halfway, ended } = useSession()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const { notice, email } = useLocation().state
  const shown = ended === 'expired' ? 'Your session has ended. Please sign in again.' : notice
  const navigate = useNavigate()
  useEffect(() => {
    if (user) void navigate({ href: ownPath(next), replace: true })
  }, [user, next, navigate])
  if (halfway) {
    return (
      <Entrance title="Sign In">
        <SecondStep halfway={halfway} />
      </Entrance>
    )
  }
  return (
    <Entrance title="Sign In">
      {shown && <Notice>{shown}</Notice>}
      {loading || user ? (
        <Waiting />
      ) : (
        <>
          <LoginForm email={email} />
          {firm.providers.length > 0 && <ProviderButtons next={next} />}
        </>
      )}
    </Entrance>
  )
}

/** Sign-in at the firm's own identity providers. `next`: the page to return to. */
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

/** Back to the page that was asked for, never to another site: '//evil', '/\evil' and '/', tab, '/evil' are addresses too. */
const ownPath = (next: string | undefined) =>
  next && /^\/(?![/\\\s])/.test(next) ? next : '/dashboard'

function LoginForm({ email = '' }: { email?: string }) {
  const [remember, setRemember] = useState(false)
  const navigate = useNavigate()
  const signIn = useSignIn()
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { email, password: '' },
  })
  const { errors } = formState

  const submit = handleSubmit((credentials) =>
    signIn.mutate(
      { body: credentials, remember },
      {
        onError: (error) =>
          setError('email', { message: loginFailure(error) }, { shouldFocus: true }),
      },
    ),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus={!email} {...register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          autoFocus={email !== ''}
          {...register('password')}
        />
      </Field>
      <div className="flex items-center justify-between">
        <Checkbox
          label="Remember me"
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
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
      <Button type="submit" variant="primary" blocked={signIn.isPending}>
        {signIn.isPending ? 'Loading...' : 'Sign In'}
      </Button>
    </form>
  )
}
