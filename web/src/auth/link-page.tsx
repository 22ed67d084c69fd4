import * as calls from '@attest/contract/auth'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { CallError, call, messageOf } from '../lib/call.ts'
import { firm } from '../lib/firm.ts'
import { currentSession, endSession } from '../lib/session.ts'
import { useShortForm } from '../lib/short-form.ts'
import { type Mutation, useSingleMutation } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field, Input, PasswordInput } from '../ui/field.tsx'
import { ReadError } from '../ui/panel.tsx'
import { BackToLogin, Entrance, EntranceForm, Waiting } from './entrance.tsx'
import { continueSignIn, LOGIN_FAILED, restoreSession } from './sign-in.ts'

/** The page of links in account emails. The token follows the #, so it reaches no log. */
export default function LinkPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(hash)
  // Moves the token from the address bar and the history to this page's memory.
  useEffect(() => {
    if (!hash) return
    setToken(hash)
    void navigate({ to: '/link', replace: true })
  }, [hash, navigate])
  return (
    <Entrance title="Your Link">
      {token ? (
        <MailedLink key={token} token={token} />
      ) : (
        // The token is not stored, so a reload loses it.
        <Unusable
          title="Open the link in your email again"
          text="For your safety this page does not keep it."
        />
      )}
    </Entrance>
  )
}

function MailedLink({ token }: { token: string }) {
  const link = useRead(calls.readLink, { body: { token }, queryKey: ['link', token], gcTime: 0 })
  if (link.isPending) return <Waiting>Checking the link...</Waiting>
  const status = link.error instanceof CallError ? link.error.status : 0
  if (status >= 400 && status < 500 && status !== 429) {
    return (
      <Unusable
        title="This link is invalid or has expired."
        text="A link works only once, and it expires. For a forgotten password, ask for a new link here. For an invitation, ask the administrator who sent it."
      />
    )
  }
  if (!link.data) return <ReadError title="The link could not be checked" reading={link} />
  const { kind, email, second_factor, authenticator_app } = link.data
  if (kind === 'magiclink') return <SignInByLink token={token} email={email} />
  if (kind === 'recovery' || kind === 'invite') {
    const factor = authenticator_app ? 'app' : 'recovery-code'
    const secondFactor = second_factor ? factor : undefined
    return <NewPasswordForm {...{ token, email, kind, secondFactor }} />
  }
  return <ConfirmEmail token={token} email={email} />
}

const Unusable = ({ title, text }: { title: string; text: string }) => (
  <div role="alert" className="text-center">
    <h2 className="text-xl">{title}</h2>
    <p className="mt-1 mb-5 text-ink-2">{text}</p>
    <div className="grid gap-2.5">
      <Link to="/forgot-password" className={buttonClass()}>
        Ask for a new link
      </Link>
      <BackToLogin />
    </div>
  </div>
)

/** Waits for a press, as mail scanners open links but press nothing. */
function SignInByLink({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const signIn = useSingleMutation({
    mutationFn: async () =>
      continueSignIn(await call(calls.signInByLink, { body: { token } }), false),
    onSuccess: () => navigate({ to: '/login', replace: true }),
  })
  return (
    <Step
      title="Sign in by this link"
      text={`You will be signed in as ${email}.`}
      label="Sign In"
      step={signIn}
      failure={LOGIN_FAILED}
    />
  )
}

function ConfirmEmail({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const confirm = useSingleMutation({
    mutationFn: () => call(calls.confirmByLink, { body: { token } }),
    onSuccess: async () => {
      // Reads the session again, for its new address.
      if (currentSession().user) await restoreSession()
      const notice = `${email} is confirmed.`
      await navigate({ to: '/login', replace: true, state: { notice, email } })
    },
  })
  return (
    <Step
      title="Confirm your email"
      text={`From now on you sign in as ${email}.`}
      label="Confirm"
      step={confirm}
      failure="The email could not be confirmed. Please try again."
    />
  )
}

interface StepProps {
  title: string
  text: string
  label: string
  step: Mutation<undefined>
  failure: string
}

function Step({ step, failure, ...words }: StepProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    step.mutate(undefined)
  }
  return (
    <EntranceForm {...words} busy={step.isPending} onSubmit={submit}>
      {step.error && (
        <p role="alert" className="font-semibold text-danger">
          {messageOf(step.error, failure)}
        </p>
      )}
    </EntranceForm>
  )
}

const Chosen = z.omit(calls.setPasswordByLink.body, { token: true })

interface NewPasswordFormProps {
  token: string
  email: string
  kind: 'recovery' | 'invite'
  /** Which second factor the form asks for, as the mailbox alone must not open such an account. */
  secondFactor: 'app' | 'recovery-code' | undefined
}

const SECOND_FACTORS = {
  app: {
    label: 'Two-factor code',
    hint: 'Enter the 6-digit code from your authenticator app, or a recovery code',
  },
  'recovery-code': {
    label: 'Recovery code',
    hint: 'Your passkey cannot be used on this page. Without a recovery code, ask another administrator of your firm to reset your second factor.',
  },
}

function NewPasswordForm({ token, email, kind, secondFactor }: NewPasswordFormProps) {
  const set = useSetPassword(token, email)
  const { register, handleSubmit, errorOf, refuse } = useShortForm(Chosen, {
    password: '',
    code: '',
  })
  const submit = handleSubmit((chosen) =>
    set.mutate(chosen, {
      onError: (error) => {
        const field = isOfFactor(error) ? 'code' : 'password'
        refuse(field, error, 'The password was not set. Please try again.')
      },
    }),
  )
  const words =
    kind === 'invite'
      ? {
          title: 'Choose your password',
          text: `You are invited to look after the clients of ${firm.name} as ${email}.`,
        }
      : { title: 'Choose a new password', text: `For ${email}. You will be signed out everywhere.` }
  return (
    <EntranceForm {...words} label="Set Password" busy={set.isPending} onSubmit={submit}>
      {/* Password managers read it. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        hint={`At least ${calls.MIN_PASSWORD} characters. A few words are easier to remember than symbols.`}
        error={errorOf('password')}
      >
        <PasswordInput autoFocus autoComplete="new-password" {...register('password')} />
      </Field>
      {secondFactor && (
        <Field {...SECOND_FACTORS[secondFactor]} error={errorOf('code')}>
          <Input autoComplete="one-time-code" spellCheck={false} {...register('code')} />
        </Field>
      )}
    </EntranceForm>
  )
}

const isOfFactor = (error: unknown) =>
  error instanceof CallError &&
  ['insufficient_aal', 'mfa_verification_failed', 'over_request_rate_limit'].includes(
    error.body.code ?? '',
  )

function useSetPassword(token: string, email: string) {
  const navigate = useNavigate()
  return useSingleMutation({
    mutationFn: ({ password, code }: z.input<typeof Chosen>) =>
      call(calls.setPasswordByLink, { body: { token, password, code: code || undefined } }),
    onSuccess: () => {
      // A new password ends every session of the account.
      if (currentSession().user?.email === email) endSession('left')
      const notice = 'Your password is set. Sign in with it.'
      return navigate({ to: '/login', replace: true, state: { notice, email } })
    },
  })
}
