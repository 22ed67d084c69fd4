import { Credentials } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Input } from '../ui/field.tsx'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { loginFailure, useSignIn } from './sign-in.ts'

export function LoginForm() {
  const [shown, setShown] = useState(false)
  const [remember, setRemember] = useState(false)
  const [forgot, setForgot] = useState(false)
  const signIn = useSignIn()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Credentials),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState

  const submit = handleSubmit((credentials) =>
    signIn.mutate(
      { ...credentials, remember },
      {
        onError: (error) =>
          setError('email', { message: loginFailure(error) }, { shouldFocus: true }),
      },
    ),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoFocus {...register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <div className="relative">
          <Input
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            className="pr-11"
            {...register('password')}
          />
          <Button
            variant="quiet"
            size="icon"
            className="absolute top-0 right-0"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </Button>
        </div>
      </Field>
      <div className="flex items-center justify-between">
        <Checkbox
          label="Remember me"
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <Button variant="link" size="inline" onClick={() => setForgot(true)}>
          Forgot Password
        </Button>
      </div>
      <Button type="submit" variant="primary" blocked={signIn.isPending}>
        {signIn.isPending ? 'Loading...' : 'Sign In'}
      </Button>
      <ForgotPasswordDialog open={forgot} onOpenChange={setForgot} />
    </form>
  )
}
