import { logout, passkeyOptions, verifyPasskey } from '@attest/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { call, messageOf } from '../lib/call.ts'
import { beginSession, type Halfway, leaveSecondStep } from '../lib/session.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { answerByPasskey, PasskeyFailure } from './passkey.ts'

export const secondStepFailure = (error: unknown) =>
  error instanceof PasskeyFailure ? error.message : messageOf(error, 'Invalid 2FA code')

/** Passes the second step by `prove`: the token that it brings takes the first one's place. */
export const useSecondStep = <T>(
  { user, remember }: Halfway,
  prove: (proof: T) => Promise<{ token: string }>,
) =>
  useSingleMutation({
    mutationFn: prove,
    onSuccess: ({ token }) => beginSession(user, token, remember),
  })

export async function proveByPasskey() {
  const { asked } = await call(passkeyOptions, {})
  if (!asked) throw new PasskeyFailure('Your account has no passkey any more.')
  const { challenge_id, options } = asked
  return call(verifyPasskey, { body: { challenge_id, answer: await answerByPasskey(options) } })
}

/** What the account can be opened with; undefined while that is asked. Where nobody answers it is the app's code. */
export function useWaysIn({ user }: Halfway): { passkey: boolean; app: boolean } | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['passkey', user.id],
    queryFn: () => call(passkeyOptions, {}),
  })
  if (isPending) return undefined
  return { passkey: Boolean(data?.asked), app: data?.authenticator_app ?? true }
}

/** Ends the half-done sign-in, here at once. */
export function backToLogin() {
  call(logout, {}).catch(() => {})
  leaveSecondStep()
}
