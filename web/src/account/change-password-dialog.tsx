import { MIN_PASSWORD, newPassword } from '@attest/contract/auth'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { CallError } from '../lib/call.ts'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { ProofField, proofBody, proofSchema } from './proof-field.tsx'
import { useChangePassword } from './use-account.ts'

interface ChangePasswordDialogProps {
  /** For the browser's password manager. */
  email: string
  hasPassword: boolean
  onClose: () => void
}

export function ChangePasswordDialog({ email, hasPassword, onClose }: ChangePasswordDialogProps) {
  const [byCode, setByCode] = useState(!hasPassword)
  const change = useChangePassword(hasPassword)
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: zodResolver(z.object({ proof: proofSchema(byCode), password: newPassword })),
    defaultValues: { proof: '', password: '' },
  })
  const { errors } = formState
  const submit = handleSubmit(({ proof, password }) =>
    change.mutate(
      { body: { ...proofBody(byCode, proof), password } },
      {
        onSuccess: onClose,
        onError: (error) => {
          const { code, message } = error instanceof CallError ? error.body : {}
          const field = code === 'weak_password' || code === 'same_password' ? 'password' : 'proof'
          if (message) setError(field, { message }, { shouldFocus: true })
        },
      },
    ),
  )
  return (
    <FormDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description="You will be signed out everywhere else."
      label="Save"
      busyLabel="Saving..."
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <ProofField
          autoFocus
          byCode={byCode}
          onByCode={(next) => {
            resetField('proof')
            setByCode(next)
          }}
          hasPassword={hasPassword}
          error={errors.proof?.message}
          {...register('proof')}
        />
        <Field
          label="New password"
          hint={`At least ${MIN_PASSWORD} characters`}
          error={errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
      </div>
    </FormDialog>
  )
}
