import type { Admin } from '@attest/contract/auth'
import { useSyncExternalStore } from 'react'

/** The browser holds one token entry and, with remember-me, one session entry (spec §4). */
const TOKEN_ENTRY = 'attest.token'
const SESSION_ENTRY = 'attest.session'

interface Session {
  user: Admin | null
  token: string | null
  /** True until a stored token has been checked. */
  loading: boolean
  /** The visitor left on purpose: there is no page to return to. */
  left: boolean
  /** The server no longer knows the token: the visitor is told why they are here. */
  expired: boolean
  /** The stored token could not be checked: the server did not answer. */
  unreachable: boolean
}

const nobody: Session = {
  user: null,
  token: null,
  loading: false,
  left: false,
  expired: false,
  unreachable: false,
}
const listeners = new Set<() => void>()
let session: Session = { ...nobody, loading: true }

function set(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

export const currentSession = () => session

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(onSessionChange, currentSession)

export function beginSession(user: Admin, token: string, remember: boolean) {
  localStorage.setItem(TOKEN_ENTRY, token)
  if (remember) localStorage.setItem(SESSION_ENTRY, JSON.stringify({ user, token }))
  else localStorage.removeItem(SESSION_ENTRY)
  set({ ...nobody, user, token })
}

export function endSession({ left = false, expired = false } = {}) {
  localStorage.removeItem(TOKEN_ENTRY)
  localStorage.removeItem(SESSION_ENTRY)
  set({ ...nobody, left, expired })
}

/** The token of the persistent session, else the plain one. */
export function storedToken(): string | null {
  try {
    const { token } = JSON.parse(localStorage.getItem(SESSION_ENTRY) ?? '{}') as { token?: string }
    if (token) return token
  } catch {
    localStorage.removeItem(SESSION_ENTRY)
  }
  return localStorage.getItem(TOKEN_ENTRY)
}

/** Takes a stored token for true until the server has said otherwise. */
export const tryToken = (token: string) => set({ ...nobody, token, loading: true })

/** The stored token belongs to `user`. */
export const confirmSession = (user: Admin) => set({ ...session, user, loading: false })

export const leaveSessionUnchecked = () => set({ ...session, loading: false, unreachable: true })

// Signing out in one tab signs out in all.
addEventListener('storage', (event) => {
  if (event.key === TOKEN_ENTRY && event.newValue === null) set({ ...nobody, left: true })
})
