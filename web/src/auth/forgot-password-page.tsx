import { forgotPassword } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useLocation } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, messageOf } from '../lib/call.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { BackToLogin, Entrance } from './entrance.tsx'

export default function ForgotPasswordPage() {
  const [asked, setAsked] = useState<string>()
  return (
    <Entrance title="Forgot Password">
      {asked ? <Asked email={asked} /> : <AskForm onAsked={setAsked} />}
      <p className="mt-5 text-center">
        <BackToLogin />
      </p>
    </Entrance>
  )
}

function AskForm({ onAsked }: { onAsked: (email: string) => void }) {
  const { email = '' } = useLocation().state
  const ask = useSingleMutation({
    mutationFn: (body: { email: string }) => call(forgotPassword, { body }),
  })
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotPassword.body),
    defaultValues: { email },
  })
  const submit = handleSubmit((body) =>
    ask.mutate(body, {
      onSuccess: () => onAsked(body.email),
      onError: (error) => {
        const message = messageOf(error, 'The email could not be sent. Please try again.')
        setError('email', { message }, { shouldFocus: true })
      },
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div>
        <h2 className="text-xl">Forgot your password?</h2>
        <p className="mt-1 text-ink-2">
          Enter the address you sign in with. We email you a link to choose a new password.
        </p>
      </div>
      <Field label="Email" error={formState.errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus {...register('email')} />
      </Field>
      <Button type="submit" variant="primary" blocked={ask.isPending}>
        {ask.isPending ? 'Loading...' : 'Send Link'}
      </Button>
    </form>
  )
}

/** The same for unknown addresses, so that nobody learns who is an administrator. */
function Asked({ email }: { email: string }) {
  return (
    <div role="status" className="text-center">
      <MailCheck aria-hidden className="mx-auto mb-3 size-7 text-ink-3" strokeWidth={1.5} />
      <h2 className="text-xl">Check your email</h2>
      <p className="mt-1 text-ink-2 wrap-anywhere">
        If {email} is an administrator’s address, an email with a link is on its way. It may take a
        minute. Check the spam folder, too.
      </p>
    </div>
  )
}
