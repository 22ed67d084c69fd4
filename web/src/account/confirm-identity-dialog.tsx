import { confirmIdentity, mailCode } from '@attest/contract/account'
import { sixDigits } from '@attest/contract/auth'
import { type ComponentProps, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../lib/call.ts'
import { useShortForm } from '../lib/short-form.ts'
import { mayRetry, useAction, useSingleMutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { CodeInput, Field, PasswordInput } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { answerIdentity, useIsAsked } from './confirm-identity.ts'
import { useAccount } from './use-account.ts'

/** Rendered on screens whose actions may need a fresh proof of identity. */
export function ConfirmIdentityDialog() {
  const asked = useIsAsked()
  useEffect(() => () => answerIdentity(false), [])
  return asked && <ConfirmForm />
}

function ConfirmForm() {
  const hasPassword = useAccount().data?.has_password ?? true
  const [chosen, setByCode] = useState<boolean>()
  const byCode = chosen ?? !hasPassword
  const confirm = useSingleMutation({
    mutationFn: (proof: string) => call(confirmIdentity, { body: proofBody(byCode, proof) }),
  })
  const form = useShortForm(z.object({ proof: proofSchema(byCode) }), { proof: '' })
  const refuse = (error: Error) =>
    form.refuse('proof', error, 'That could not be checked. Please try again.')
  const submit = form.handleSubmit(({ proof }) =>
    confirm.mutate(proof, { onSuccess: () => answerIdentity(true), onError: refuse }),
  )
  return (
    <FormDialog
      title="Confirm it’s you"
      description="This changes how people sign in. Your confirmation is valid for ten minutes."
      label="Confirm"
      busy={confirm.isPending}
      onSubmit={submit}
      onClose={() => answerIdentity(false)}
    >
      <ProofField byCode={byCode} onByCode={setByCode} hasPassword={hasPassword} form={form} />
    </FormDialog>
  )
}

export const proofSchema = (byCode: boolean) =>
  byCode ? sixDigits : z.string().check(z.minLength(1, 'Password is required'))

export const proofBody = (byCode: boolean, proof: string) =>
  byCode ? { code: proof } : { current_password: proof }

interface ProofFieldProps {
  byCode: boolean
  onByCode: (byCode: boolean) => void
  /** An account with single sign-on may have no password. */
  hasPassword: boolean
  form: {
    register: (name: 'proof') => ComponentProps<'input'>
    resetField: (name: 'proof') => void
    errorOf: (name: 'proof') => string | undefined
  }
}

export function ProofField({ byCode, onByCode, hasPassword, form }: ProofFieldProps) {
  const input = { autoFocus: true, ...form.register('proof') }
  const error = form.errorOf('proof')
  const choose = (next: boolean) => {
    form.resetField('proof')
    onByCode(next)
  }
  const mail = useAction(mailCode, {
    success: ({ message }) => ({ title: 'Email sent', text: message }),
    failure: mayRetry('Error', 'The code could not be mailed.'),
  })
  const send = () => mail.mutate({}, { onSuccess: () => choose(true) })
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
          <Button variant="link" size="inline" onClick={() => choose(false)}>
            Use the password
          </Button>
        )}
      </div>
    </div>
  )
}
