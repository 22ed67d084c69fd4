/** The browser holds one token entry and, with remember-me, one session entry (spec §4). */
export const TOKEN_ENTRY = 'attest.token'
export const SESSION_ENTRY = 'attest.session'

/** The persistent session's token, otherwise the plain one. */
export function storedToken(): string | null {
  try {
    const { token } = JSON.parse(localStorage.getItem(SESSION_ENTRY) ?? '{}') as { token?: string }
    if (token) return token
  } catch {
    localStorage.removeItem(SESSION_ENTRY)
  }
  return localStorage.getItem(TOKEN_ENTRY) || null
}
