import { storedToken } from './lib/stored-token.ts'
import { timeLimit } from './lib/time-limit.ts'

/*
 * A small file that the page loads first. Every screen waits for the token's owner, who is requested while the large
 * files load. `lib/call.ts` takes the reply. Until then the page shows a frame to those who seem signed in.
 */
async function ask(path: string, authorization: string): Promise<Response> {
  const limit = timeLimit()
  try {
    const answer = await fetch(path, { headers: { authorization }, signal: limit.signal })
    // Read to its end: the large files may take longer than a call may.
    const { status, statusText } = answer
    return new Response(await answer.text(), { status, statusText })
  } finally {
    limit.end()
  }
}

const token = storedToken()
if (token) {
  document.documentElement.classList.add('signed-in')
  const authorization = `Bearer ${token}`
  const path = '/api/auth/me'
  const answer = ask(path, authorization)
  // Reported where the answer is awaited.
  answer.catch(() => {})
  globalThis.askedEarly = { path, authorization, answer, at: performance.now() }
}
