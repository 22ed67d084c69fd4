import { confirmIdentity } from '@attest/contract/account'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { call, messageOf } from '../lib/call.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { answerIdentity, useIsAsked } from './confirm-identity.ts'
import { ProofField, proofBody, proofSchema } from './proof-field.tsx'
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
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: zodResolver(z.object({ proof: proofSchema(byCode) })),
    defaultValues: { proof: '' },
  })
  const submit = handleSubmit(({ proof }) =>
    confirm.mutate(proof, {
      onSuccess: () => answerIdentity(true),
      onError: (error) => {
        const message = messageOf(error, 'That could not be checked. Please try again.')
        setError('proof', { message }, { shouldFocus: true })
      },
    }),
  )
  return (
    <FormDialog
      title="Confirm it’s you"
      description="This changes how people sign in. Your confirmation is valid for ten minutes."
      label="Confirm"
      busyLabel="Loading..."
      busy={confirm.isPending}
      onSubmit={submit}
      onClose={() => answerIdentity(false)}
    >
      <ProofField
        autoFocus
        byCode={byCode}
        onByCode={(next) => {
          resetField('proof')
          setByCode(next)
        }}
        hasPassword={hasPassword}
        error={formState.errors.proof?.message}
        {...register('proof')}
      />
    </FormDialog>
  )
}
