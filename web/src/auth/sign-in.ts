import { login, logout, me, userSecurity } from '@attest/contract/auth'
import {
  CallError,
  call,
  type Input,
  messageOf,
  type Reply,
  readFailure,
  replyIn,
  request,
} from '../lib/call.ts'
import * as session from '../lib/session.ts'
import { storedToken } from '../lib/stored-token.ts'
import { toastError } from '../lib/toast.ts'
import { useSingleMutation } from '../lib/use-action.ts'

export async function restoreSession() {
  const token = storedToken()
  if (!token) return session.endSession()
  session.tryToken(token)
  try {
    const admin = await call(me, {})
    // Another sign-in may have replaced the token meanwhile.
    if (session.currentSession().token === token) session.confirmSession(admin)
  } catch (error) {
    // A 401 has already ended the session.
    if (error instanceof CallError && error.status === 401) return
    session.leaveSessionUnchecked(readFailure(error))
  }
}

/** Signs in with another tab's new token, so unsaved input can be saved. Reloads if it is somebody else's. */
export const followOtherTabs = () =>
  session.onTokenElsewhere(async (token) => {
    const { user, halfway } = session.currentSession()
    if (!user) return halfway ? undefined : restoreSession()
    session.takeToken(token)
    const owner = await call(me, {}).catch(() => undefined)
    // Reloads also if the owner is unknown: the page must not continue under a wrong name.
    if (owner?.id !== user.id && session.currentSession().token === token) location.reload()
  })

export const LOGIN_FAILED = 'Login failed. Please try again.'

export const loginFailure = (error: unknown) => messageOf(error, LOGIN_FAILED)

export async function continueSignIn({ admin, token }: Reply<typeof login>, remember: boolean) {
  const answer = await request(
    userSecurity,
    { query: { select: 'two_factor_enabled', user_id: `eq.${admin.id}` } },
    { headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.pgrst.object+json' } },
  )
  const { two_factor_enabled } = await replyIn(userSecurity.reply, answer)
  if (two_factor_enabled) session.awaitSecondStep({ user: admin, token, remember })
  else session.beginSession(admin, token, remember)
}

export const useSignIn = () =>
  useSingleMutation({
    mutationFn: async ({ remember, ...input }: Input<typeof login> & { remember: boolean }) =>
      continueSignIn(await call(login, input), remember),
    onError: (error) => toastError('Login Failed', loginFailure(error)),
  })

/** Signs out at once, even if the server cannot be reached. */
export function signOut() {
  call(logout, {}).catch(() => {})
  session.endSession('left')
}
