import { storedToken } from './lib/stored-token.ts'
import { timeLimit } from './lib/time-limit.ts'

/*
 * The page loads this small file first. Every screen needs the token's owner, so it requests the owner while the large
 * files load. `lib/call.ts` takes the reply. Meanwhile the page shows a frame to people who seem signed in.
 */
async function ask(path: string, authorization: string): Promise<Response> {
  const limit = timeLimit()
  try {
    const answer = await fetch(path, { headers: { authorization }, signal: limit.signal })
    // Reads the whole reply, as the large files may take longer than a call's time limit.
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
  // A failure is reported where the answer is awaited.
  answer.catch(() => {})
  globalThis.askedEarly = { path, authorization, answer, at: performance.now() }
}
