import { storedToken } from './lib/stored-token.ts'
import { timeLimit } from './lib/time-limit.ts'

/*
 * The build makes this a small file of its own, which the page loads first. Every screen waits for whose the stored
 * token is, and a client's screen for the client: so that is asked while the large files are still on their way.
 * `lib/asked-early.ts` takes it from here.
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
  const authorization = `Bearer ${token}`
  const client = /^\/user-management\/(\d+)$/.exec(location.pathname)?.[1]
  const paths = ['/api/auth/me', ...(client ? [`/api/admin/users/${client}`] : [])]
  globalThis.askedEarly = paths.map((path) => {
    const answer = ask(path, authorization)
    // Reported where the answer is awaited.
    answer.catch(() => {})
    return { path, authorization, answer, at: performance.now() }
  })
}
