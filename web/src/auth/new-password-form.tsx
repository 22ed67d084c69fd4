import { MIN_PASSWORD, setPasswordByLink } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { CallError, call, messageOf } from '../lib/call.ts'
import { firm } from '../lib/firm.ts'
import { currentSession, endSession } from '../lib/session.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'

const Chosen = z.omit(setPasswordByLink.body, { token: true })

interface NewPasswordFormProps {
  token: string
  email: string
  kind: 'recovery' | 'invite'
  /** The mailbox alone must not open an account with a second factor. */
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

export function NewPasswordForm({ token, email, kind, secondFactor }: NewPasswordFormProps) {
  const set = useSetPassword(token, email)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Chosen),
    defaultValues: { password: '', code: '' },
  })
  const { errors } = formState
  const submit = handleSubmit((chosen) =>
    set.mutate(chosen, {
      onError: (error) => {
        const field = isOfFactor(error) ? 'code' : 'password'
        const message = messageOf(error, 'The password was not set. Please try again.')
        setError(field, { message }, { shouldFocus: true })
      },
    }),
  )
  const invited = kind === 'invite'
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div>
        <h2 className="text-xl">{invited ? 'Choose your password' : 'Choose a new password'}</h2>
        <p className="mt-1 text-ink-2 wrap-anywhere">
          {invited
            ? `You are invited to look after the clients of ${firm.name} as ${email}.`
            : `For ${email}. You will be signed out everywhere.`}
        </p>
      </div>
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        hint={`At least ${MIN_PASSWORD} characters. A few words are easier to remember than symbols.`}
        error={errors.password?.message}
      >
        <PasswordInput autoFocus autoComplete="new-password" {...register('password')} />
      </Field>
      {secondFactor && (
        <Field {...SECOND_FACTORS[secondFactor]} error={errors.code?.message}>
          <Input autoComplete="one-time-code" spellCheck={false} {...register('code')} />
        </Field>
      )}
      <Button type="submit" variant="primary" blocked={set.isPending}>
        {set.isPending ? 'Loading...' : 'Set Password'}
      </Button>
    </form>
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
      call(setPasswordByLink, { body: { token, password, code: code || undefined } }),
    onSuccess: () => {
      // A new password ends every session of the account.
      if (currentSession().user?.email === email) endSession('left')
      const notice = 'Your password is set. Sign in with it.'
      return navigate({ to: '/login', replace: true, state: { notice, email } })
    },
  })
}
