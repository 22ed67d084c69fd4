import { storedToken } from './lib/stored-token.ts'
import { timeLimit } from './lib/time-limit.ts'

/*
 * The build makes this a small file of its own, which the page loads first. Every screen waits for whose the stored
 * token is, so that is asked while the large files are still on their way. `lib/asked-early.ts` takes it from here.
 */
const token = storedToken()
if (token) {
  const authorization = `Bearer ${token}`
  const limit = timeLimit()
  const answer = fetch('/api/auth/me', { headers: { authorization }, signal: limit.signal })
  // A failure is told where the answer is waited for.
  answer.catch(() => {})
  globalThis.askedEarly = { path: '/api/auth/me', authorization, limit, answer }
}
