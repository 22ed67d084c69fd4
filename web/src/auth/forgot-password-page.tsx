import { forgotPassword } from '@attest/contract/auth'
import { useLocation } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../lib/call.ts'
import { useShortForm } from '../lib/short-form.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { Field, Input } from '../ui/field.tsx'
import { BackToLogin, Entrance, EntranceForm } from './entrance.tsx'

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
  const { register, handleSubmit, errorOf, refuse } = useShortForm(forgotPassword.body, { email })
  const submit = handleSubmit((body) =>
    ask.mutate(body, {
      onSuccess: () => onAsked(body.email),
      onError: (error) => refuse('email', error, 'The email could not be sent. Please try again.'),
    }),
  )
  return (
    <EntranceForm
      title="Forgot your password?"
      text="Enter the address you sign in with. We email you a link to choose a new password."
      label="Send Link"
      busy={ask.isPending}
      onSubmit={submit}
    >
      <Field label="Email" error={errorOf('email')}>
        <Input type="email" autoComplete="username" autoFocus {...register('email')} />
      </Field>
    </EntranceForm>
  )
}

/** Also shown for unknown addresses, so nobody learns who is an administrator. */
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
