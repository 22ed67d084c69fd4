/** A call that `early.ts` has begun. */
interface AskedEarly {
  path: string
  authorization: string
  answer: Promise<Response>
}

declare global {
  var askedEarly: AskedEarly[] | undefined
}

/** The call, if just this one was made already; only once. */
export function takeAskedEarly(path: string, authorization: string | undefined) {
  const asked = globalThis.askedEarly?.find(
    (call) => call.path === path && call.authorization === authorization,
  )
  globalThis.askedEarly = globalThis.askedEarly?.filter((call) => call !== asked)
  return asked?.answer
}
