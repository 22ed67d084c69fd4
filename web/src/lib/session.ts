import type { Admin } from '@attest/contract/auth'
import { useSyncExternalStore } from 'react'
import { SESSION_ENTRY, storedToken, TOKEN_ENTRY } from './stored-token.ts'

/** Why a signed-in administrator may open only the account page. */
export type Barred = 'two_factor_required' | 'not_admin'

/** A sign-in before its second step; in memory only. */
export interface Halfway {
  user: Admin
  token: string
  remember: boolean
}

interface Session {
  user: Admin | null
  token: string | null
  halfway: Halfway | null
  barred: Barred | null
  /** True until a stored token has been checked. */
  loading: boolean
  /** Signed out on purpose: there is no page to return to. */
  left: 'here' | 'elsewhere' | null
  /** The server no longer knows the token: the login screen says so. */
  expired: boolean
  /** Why the stored token could not be checked. */
  unchecked: string | null
}

const nobody: Session = {
  user: null,
  token: null,
  halfway: null,
  barred: null,
  loading: false,
  left: null,
  expired: false,
  unchecked: null,
}
const listeners = new Set<() => void>()
let session: Session = { ...nobody, loading: true }

function set(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

export const currentSession = () => session

export const currentToken = () => session.token ?? session.halfway?.token ?? null

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(onSessionChange, currentSession)

export const awaitSecondStep = (halfway: Halfway) => set({ ...nobody, halfway })

/** Keeps what another tab may have stored. */
export const leaveSecondStep = () => set({ ...nobody, left: 'here' })

export function beginSession(user: Admin, token: string, remember: boolean) {
  if (remember) localStorage.setItem(SESSION_ENTRY, JSON.stringify({ user, token }))
  else localStorage.removeItem(SESSION_ENTRY)
  localStorage.setItem(TOKEN_ENTRY, token)
  set({ ...nobody, user, token })
}

/** The earlier token is no longer valid. */
export function replaceToken(token: string) {
  const { user } = session
  if (user) beginSession(user, token, localStorage.getItem(SESSION_ENTRY) !== null)
}

/** Written to the token's entry for a moment, so that other tabs learn the reason. */
const EXPIRED = ''

export function endSession({ left, expired = false }: { left?: 'here'; expired?: boolean } = {}) {
  if (expired) localStorage.setItem(TOKEN_ENTRY, EXPIRED)
  localStorage.removeItem(TOKEN_ENTRY)
  localStorage.removeItem(SESSION_ENTRY)
  set({ ...nobody, left: left ?? null, expired })
}

export const takeToken = (token: string) => set({ ...session, token, barred: null })

/** Ends the session, unless another tab stored a new token. */
export function loseToken() {
  if (session.halfway) return set({ ...nobody, expired: true })
  const stored = storedToken()
  if (session.user && stored && stored !== session.token) takeToken(stored)
  else endSession({ expired: true })
}

export function barSession(barred: Barred) {
  if (session.barred !== barred) set({ ...session, barred })
}

export const tryToken = (token: string) => set({ ...nobody, token, loading: true })

export const confirmSession = (user: Admin) => set({ ...session, user, loading: false })

export const leaveSessionUnchecked = (why: string) =>
  set({ ...session, loading: false, unchecked: why })

/** Ends the session in all tabs. `listener` gets a token that another tab stored. */
export const onTokenElsewhere = (listener: (token: string) => void) =>
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== TOKEN_ENTRY || !session.token) return
    if (newValue === EXPIRED) set({ ...nobody, expired: true })
    else if (newValue === null) set({ ...nobody, left: 'elsewhere' })
    else listener(newValue)
  })
