import { logout, passkeyOptions, verifyPasskey } from '@attest/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { call, messageOf, ShownError } from '../lib/call.ts'
import { beginSession, type Halfway, leaveSecondStep } from '../lib/session.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { answerByPasskey } from './passkey.ts'

export const secondStepFailure = (error: unknown) => messageOf(error, 'Invalid 2FA code')

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
  if (!asked) throw new ShownError('Your account has no passkey any more.')
  const { challenge_id, options } = asked
  return call(verifyPasskey, { body: { challenge_id, answer: await answerByPasskey(options) } })
}

/** Ways to pass the second step; undefined while loading. Without an answer, the app's code. */
export function useWaysIn({ user }: Halfway): { passkey: boolean; app: boolean } | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['passkey', user.id],
    queryFn: () => call(passkeyOptions, {}),
  })
  if (isPending) return undefined
  return { passkey: Boolean(data?.asked), app: data?.authenticator_app ?? true }
}

export function backToLogin() {
  call(logout, {}).catch(() => {})
  leaveSecondStep()
}
