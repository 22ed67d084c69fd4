/** A call's time limit (spec §9), unless it sets its own: uploads, downloads, streams, imports and their previews. */
export const TIMEOUT_MS = 15_000

export type TimeLimit = ReturnType<typeof timeLimit>

export const isAborted = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError'

/** Aborts after `firstMs`, or when `outer` does. The browser's own AbortSignal.timeout and .any are too new for some clients' phones. */
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
  // Removed with the limit: one signal may outlive many calls.
  outer?.addEventListener('abort', stop, { signal: controller.signal })
  return { signal: controller.signal, end, stop, renew }
}
