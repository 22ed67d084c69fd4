import type { Admin } from '@attest/contract/auth'
import { isGuarded } from './guards.ts'
import { createStore } from './store.ts'
import { SESSION_ENTRY, storedToken, TOKEN_ENTRY } from './stored-token.ts'

/** Why a signed-in administrator may open only the account page. */
export type Barred = 'two_factor_required' | 'not_admin'

/** A sign-in before its second step, kept in memory only. */
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
  /** How the last session ended. 'left': on purpose. 'expired': the server no longer knows its token. */
  ended: 'left' | 'expired' | null
  unchecked: string | null
  /** The administrator whose unsaved work is kept, hidden, until the next sign-in. */
  waiting: Admin | null
}

const nobody: Session = {
  user: null,
  token: null,
  halfway: null,
  barred: null,
  loading: false,
  ended: null,
  unchecked: null,
  waiting: null,
}
const session = createStore<Session>({ ...nobody, loading: true })
const { get, set } = session
const signedOut = (): Session => ({ ...nobody, waiting: get().waiting })

export const currentSession = get
export const onSessionChange = session.subscribe
export const useSession = session.use

export const currentToken = () => get().token ?? get().halfway?.token ?? null

export const awaitSecondStep = (halfway: Halfway) => set({ ...signedOut(), halfway })

export function beginSession(user: Admin, token: string, remember: boolean) {
  if (remember) localStorage.setItem(SESSION_ENTRY, JSON.stringify({ user, token }))
  else localStorage.removeItem(SESSION_ENTRY)
  localStorage.setItem(TOKEN_ENTRY, token)
  set({ ...nobody, user, token })
}

/** The earlier token is no longer valid. */
export function replaceToken(token: string) {
  const { user } = get()
  if (user) beginSession(user, token, localStorage.getItem(SESSION_ENTRY) !== null)
}

/** Stored as the token for a moment, so that other tabs learn why the session ended. */
const EXPIRED = ''

export function endSession(ended: Session['ended'] = null) {
  // A sign-in before its second step has stored nothing: the entries belong to another tab.
  if (!get().halfway) {
    if (ended === 'expired') localStorage.setItem(TOKEN_ENTRY, EXPIRED)
    localStorage.removeItem(TOKEN_ENTRY)
    localStorage.removeItem(SESSION_ENTRY)
  }
  finish(ended)
}

function finish(ended: Session['ended']) {
  const { user, waiting } = get()
  const unsaved = ended !== 'left' && isGuarded() ? user : null
  set({ ...nobody, ended, waiting: user ? unsaved : waiting })
}

export const takeToken = (token: string) => set({ ...get(), token, barred: null })

/** Ends the session, unless another tab stored a new token. */
export function loseToken() {
  const { user, token } = get()
  const stored = storedToken()
  if (user && stored && stored !== token) takeToken(stored)
  else endSession('expired')
}

export function barSession(barred: Barred) {
  if (get().barred !== barred) set({ ...get(), barred })
}

export const tryToken = (token: string) => set({ ...signedOut(), token, loading: true })

export const confirmSession = (user: Admin) =>
  set({ ...get(), user, loading: false, waiting: null })

export const forgetWaiting = () => get().waiting && set({ ...get(), waiting: null })

export const leaveSessionUnchecked = (why: string) =>
  set({ ...get(), loading: false, unchecked: why })

/** Ends the session in all tabs. `listener` gets a token that another tab stored, also at the login screen. */
export const onTokenElsewhere = (listener: (token: string) => void) =>
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== TOKEN_ENTRY) return
    if (newValue) listener(newValue)
    else if (get().token) finish(newValue === EXPIRED ? 'expired' : null)
  })
