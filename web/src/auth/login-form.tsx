import { Credentials } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Input } from '../ui/field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { loginFailure, useSignIn } from './sign-in.ts'

export function LoginForm({ email = '' }: { email?: string }) {
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
