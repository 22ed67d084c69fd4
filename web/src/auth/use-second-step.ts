import { logout, passkeyOptions, verifyPasskey } from '@attest/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { call, messageOf } from '../lib/call.ts'
import { beginSession, type Halfway, leaveSecondStep } from '../lib/session.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { answerByPasskey, PasskeyFailure, passkeysWork } from './passkey.ts'

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

/** Whether the account has a passkey: the server offers a challenge only then. */
export function useHasPasskey({ user }: Halfway) {
  const { data } = useQuery({
    queryKey: ['passkey', user.id],
    queryFn: () => call(passkeyOptions, {}),
    enabled: passkeysWork(),
  })
  return Boolean(data?.asked)
}

/** Ends the half-done sign-in, here at once. */
export function backToLogin() {
  call(logout, {}).catch(() => {})
  leaveSecondStep()
}
