import { TIMEOUT_MS } from './time-limit.ts'

/** A call that `early.ts` has begun. */
interface AskedEarly {
  path: string
  authorization: string
  answer: Promise<Response>
  /** When it was asked, by performance.now(). */
  at: number
}

declare global {
  var askedEarly: AskedEarly[] | undefined
}

/** The call, if just this one was made already; only once, and not when it is older than a call may be. */
export function takeAskedEarly(path: string, authorization: string | undefined) {
  const asked = globalThis.askedEarly?.find(
    (call) =>
      call.path === path &&
      call.authorization === authorization &&
      performance.now() - call.at < TIMEOUT_MS,
  )
  globalThis.askedEarly = globalThis.askedEarly?.filter((call) => call !== asked)
  return asked?.answer
}
