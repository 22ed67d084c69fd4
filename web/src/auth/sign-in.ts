import { login, logout, me } from '@attest/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { CallError, call, messageOf } from '../lib/call.ts'
import {
  beginSession,
  confirmSession,
  endSession,
  leaveSessionUnchecked,
  storedToken,
  tryToken,
} from '../lib/session.ts'
import { toast } from '../lib/toast.ts'

/** At start: asks the server whose the stored token is. */
export async function restoreSession() {
  const token = storedToken()
  if (!token) return endSession()
  tryToken(token)
  try {
    confirmSession(await call(me, {}))
  } catch (error) {
    // A 401 has ended the session already, and said so.
    if (error instanceof CallError && error.status === 401) return
    if (error instanceof CallError && error.status > 0) endSession()
    else leaveSessionUnchecked()
  }
}

export const loginFailure = (error: unknown) => messageOf(error, 'Login failed. Please try again.')

interface SignIn {
  email: string
  password: string
  remember: boolean
}

export const useSignIn = () =>
  useMutation({
    mutationFn: ({ email, password }: SignIn) => call(login, { body: { email, password } }),
    onSuccess: ({ admin, token }, { remember }) => beginSession(admin, token, remember),
    onError: (error) => toast({ title: 'Login Failed', text: loginFailure(error), tone: 'danger' }),
  })

/** Signs out here at once, whether or not the server can be reached. */
export function signOut() {
  call(logout, {}).catch(() => {})
  endSession({ left: true })
}
