import { mailCode } from '@attest/contract/account'
import { sixDigits } from '@attest/contract/auth'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { mayRetry, useAction } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { CodeInput } from '../ui/code-input.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'

export const proofSchema = (byCode: boolean) =>
  byCode ? sixDigits : z.string().check(z.minLength(1, 'Password is required'))

export const proofBody = (byCode: boolean, proof: string) =>
  byCode ? { code: proof } : { current_password: proof }

interface ProofFieldProps extends ComponentProps<'input'> {
  byCode: boolean
  onByCode: (byCode: boolean) => void
  /** An account with single sign-on may have none. */
  hasPassword: boolean
  error: string | undefined
}

export function ProofField(props: ProofFieldProps) {
  const { byCode, onByCode, hasPassword, error, ...input } = props
  const mail = useAction(mailCode, {
    success: ({ message }) => ({ title: 'Email sent', text: message }),
    failure: mayRetry('Error', 'The code could not be mailed.'),
  })
  const send = () => mail.mutate({}, { onSuccess: () => onByCode(true) })
  return (
    <div>
      {byCode ? (
        <Field label="Code" hint="From the email sent to your address" error={error}>
          <CodeInput {...input} />
        </Field>
      ) : (
        <Field label="Your password" error={error}>
          <PasswordInput autoComplete="current-password" {...input} />
        </Field>
      )}
      <div className="mt-1 flex flex-wrap gap-x-4">
        <Button variant="link" size="inline" blocked={mail.isPending} onClick={send}>
          {byCode
            ? mail.isSuccess
              ? 'Email another code'
              : 'Email me a code'
            : 'Email me a code instead'}
        </Button>
        {byCode && hasPassword && (
          <Button variant="link" size="inline" onClick={() => onByCode(false)}>
            Use the password
          </Button>
        )}
      </div>
    </div>
  )
}
