/** The usual time limit (spec §9). Uploads, downloads, streams, imports and their previews set their own. */
export const TIMEOUT_MS = 15_000

export type TimeLimit = ReturnType<typeof timeLimit>

export const isAborted = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError'

/** Aborts after `firstMs`, or when `outer` does. Some clients' phones lack AbortSignal.timeout and AbortSignal.any. */
export function timeLimit(outer?: AbortSignal, firstMs = TIMEOUT_MS) {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const renew = (ms = TIMEOUT_MS) => {
    end()
    timer = setTimeout(() => controller.abort(), ms)
  }
  const stop = () => {
    end()
    controller.abort()
  }
  renew(firstMs)
  if (outer?.aborted) stop()
  // The limit's end removes the listener, as one signal may outlive many calls.
  outer?.addEventListener('abort', stop, { signal: controller.signal })
  return { signal: controller.signal, end, stop, renew }
}
