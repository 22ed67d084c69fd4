import { signInByProvider } from '@attest/contract/auth'
import { call, ShownError } from '../lib/call.ts'
import { continueSignIn } from './sign-in.ts'

/** Stored for this tab only, while the browser is at the provider. */
const ENTRY = 'attest.provider'

interface Leaving {
  /** Proves that the same browser comes back; missing while an account is linked. */
  verifier?: string
  next?: string
}

/** A page without this note ignores a provider's code in its address, which somebody else may have put there. */
export const noteLeaving = (leaving: Leaving) =>
  sessionStorage.setItem(ENTRY, JSON.stringify(leaving))

export function takeLeaving(): Leaving | undefined {
  const entry = sessionStorage.getItem(ENTRY)
  sessionStorage.removeItem(ENTRY)
  return entry ? (JSON.parse(entry) as Leaving) : undefined
}

/** Leaves for the provider, which leads back to /sign-in. Browsers can hash only on https and localhost. */
export async function leaveForProvider(provider: string, next: string | undefined) {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(48)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  noteLeaving({ verifier, next })
  const query = new URLSearchParams({
    provider,
    redirect_to: `${location.origin}/sign-in`,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 's256',
  })
  location.assign(`/auth/v1/authorize?${query}`)
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

export interface ProviderReturn {
  code?: string
  error?: string
  error_description?: string
}

/** Completes the sign-in by the provider's reply. Returns the page to open. */
export async function finishAtReturn({ code, error, error_description }: ProviderReturn) {
  const { verifier, next } = takeLeaving() ?? {}
  if (!verifier)
    throw new ShownError('This sign-in was not started in this tab. Please start again from Login.')
  if (error === 'access_denied') throw new ShownError('The sign-in was canceled. Please try again.')
  if (!code)
    throw new ShownError(error_description || 'The sign-in did not succeed. Please try again.')
  await continueSignIn(await call(signInByProvider, { body: { code, verifier } }), false)
  return next
}
