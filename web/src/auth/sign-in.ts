import { type Admin, login, logout, me, userSecurity } from '@attest/contract/auth'
import { CallError, call, messageOf, readFailure, replyIn, request } from '../lib/call.ts'
import {
  awaitSecondStep,
  beginSession,
  confirmSession,
  currentSession,
  endSession,
  leaveSessionUnchecked,
  onTokenElsewhere,
  takeToken,
  tryToken,
} from '../lib/session.ts'
import { storedToken } from '../lib/stored-token.ts'
import { toast } from '../lib/toast.ts'
import { useSingleMutation } from '../lib/use-action.ts'

/** At start: asks the server whose the stored token is. */
export async function restoreSession() {
  const token = storedToken()
  if (!token) return endSession()
  tryToken(token)
  try {
    const admin = await call(me, {})
    // Meanwhile someone may have signed in on this page.
    if (currentSession().token === token) confirmSession(admin)
  } catch (error) {
    // A 401 has ended the session already, and said so.
    if (error instanceof CallError && error.status === 401) return
    leaveSessionUnchecked(readFailure(error))
  }
}

/** Another tab has got a new token: this one goes on with it, or anew if it is someone else's. */
export const followOtherTabs = () =>
  onTokenElsewhere(async (token) => {
    const { user } = currentSession()
    if (!user) return
    takeToken(token)
    const owner = await call(me, {}).catch(() => undefined)
    // Also where nobody says whose it is: the page would go on under a name that may be another's.
    if (owner?.id !== user.id && currentSession().token === token) location.reload()
  })

export const loginFailure = (error: unknown) => messageOf(error, 'Login failed. Please try again.')

interface FirstStep {
  admin: Admin
  token: string
}

/** After the first step of a sign-in: the session begins, or waits for its second step. */
export async function goOnSigningIn({ admin, token }: FirstStep, remember: boolean) {
  const answer = await request(
    userSecurity,
    { query: { select: 'two_factor_enabled', user_id: `eq.${admin.id}` } },
    {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.pgrst.object+json',
      },
    },
  )
  const { two_factor_enabled } = await replyIn(userSecurity.reply, answer)
  if (two_factor_enabled) awaitSecondStep({ user: admin, token, remember })
  else beginSession(admin, token, remember)
}

interface SignIn {
  email: string
  password: string
  remember: boolean
}

export const useSignIn = () =>
  useSingleMutation({
    mutationFn: async ({ email, password, remember }: SignIn) =>
      goOnSigningIn(await call(login, { body: { email, password } }), remember),
    onError: (error) => toast({ title: 'Login Failed', text: loginFailure(error), tone: 'danger' }),
  })

/** Signs out here at once, whether or not the server can be reached. */
export function signOut() {
  call(logout, {}).catch(() => {})
  endSession({ left: 'here' })
}
