import { TIMEOUT_MS } from './time-limit.ts'

/** A call that `early.ts` has started. */
interface AskedEarly {
  path: string
  authorization: string
  answer: Promise<Response>
  /** By performance.now(). */
  at: number
}

declare global {
  var askedEarly: AskedEarly[] | undefined
}

/** The early call for this request; once, and only within the time limit. */
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
