import { enrolPasskey, enrolTotp, verifyNewFactor } from '@attest/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import { makePasskey } from '../auth/passkey.ts'
import { call, type Input } from '../lib/call.ts'
import { replaceToken } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { refresh, useSingleMutation } from '../lib/use-action.ts'
import { callConfirmed } from './confirm-identity.ts'

/** Replaces the session's token by the one that comes with the factor. */
async function verify(input: Input<typeof verifyNewFactor>) {
  const { token, recovery_codes } = await call(verifyNewFactor, input)
  replaceToken(token)
  return recovery_codes
}

async function addPasskey(name: string) {
  const { id, challenge_id, options } = await callConfirmed(enrolPasskey, { body: { name } })
  return verify({ params: { id }, body: { challenge_id, answer: await makePasskey(options) } })
}

/** `onAdded` gets the recovery codes that a first factor brings. */
export function useAddFactor(onAdded: (codes: string[] | null) => void) {
  const queries = useQueryClient()
  const onSuccess = (codes: string[] | null) => {
    void refresh(queries)
    toast({ title: 'Second factor added', text: 'From now on it is asked for at sign-in.' })
    onAdded(codes)
  }
  return {
    /** Resolves to the secret for the authenticator app. */
    enrol: useSingleMutation({
      mutationFn: (name: string) => callConfirmed(enrolTotp, { body: { name } }),
    }),
    verify: useSingleMutation({ mutationFn: verify, onSuccess }),
    addPasskey: useSingleMutation({ mutationFn: addPasskey, onSuccess }),
  }
}
