import type { timeLimit } from './time-limit.ts'

/** A call that `early.ts` has begun. */
interface AskedEarly {
  path: string
  authorization: string
  limit: ReturnType<typeof timeLimit>
  answer: Promise<Response>
}

declare global {
  var askedEarly: AskedEarly | undefined
}

/** The call, if just this one is on its way already; only once. */
export function takeAskedEarly(path: string, authorization: string | undefined) {
  const asked = globalThis.askedEarly
  if (asked?.path !== path || asked.authorization !== authorization) return undefined
  globalThis.askedEarly = undefined
  return asked
}
