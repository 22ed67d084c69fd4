import { confirmByLink, signInByLink } from '@attest/contract/auth'
import { useNavigate } from '@tanstack/react-router'
import { call, messageOf } from '../lib/call.ts'
import { currentSession } from '../lib/session.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { continueSignIn, restoreSession } from './sign-in.ts'

interface StepProps {
  token: string
  email: string
}

/** Needs a press: mail scanners open links but press nothing. */
export function SignInByLink({ token, email }: StepProps) {
  const navigate = useNavigate()
  const signIn = useSingleMutation({
    mutationFn: async () => continueSignIn(await call(signInByLink, { body: { token } }), false),
    onSuccess: () => navigate({ to: '/login', replace: true }),
  })
  return (
    <Step
      title="Sign in by this link"
      text={`You will be signed in as ${email}.`}
      action="Sign In"
      step={signIn}
      failure="Login failed. Please try again."
    />
  )
}

export function ConfirmEmail({ token, email }: StepProps) {
  const navigate = useNavigate()
  const confirm = useSingleMutation({
    mutationFn: () => call(confirmByLink, { body: { token } }),
    onSuccess: async () => {
      // The session shows the new address from now on.
      if (currentSession().user) await restoreSession()
      const notice = `${email} is confirmed.`
      await navigate({ to: '/login', replace: true, state: { notice, email } })
    },
  })
  return (
    <Step
      title="Confirm your email"
      text={`From now on you sign in as ${email}.`}
      action="Confirm"
      step={confirm}
      failure="The email could not be confirmed. Please try again."
    />
  )
}

interface StepLook {
  title: string
  text: string
  action: string
  step: { mutate: (input: undefined) => void; isPending: boolean; error: Error | null }
  /** Shown if the server gives no reason. */
  failure: string
}

function Step({ title, text, action, step, failure }: StepLook) {
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-1 text-ink-2 wrap-anywhere">{text}</p>
      </div>
      {step.error && (
        <p role="alert" className="font-semibold text-danger">
          {messageOf(step.error, failure)}
        </p>
      )}
      <Button variant="primary" blocked={step.isPending} onClick={() => step.mutate(undefined)}>
        {step.isPending ? 'Loading...' : action}
      </Button>
    </div>
  )
}
