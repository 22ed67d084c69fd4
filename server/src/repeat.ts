import type { FastifyBaseLogger } from 'fastify'

interface Chore {
  everyMs: number
  work: (stopped: AbortSignal) => Promise<unknown>
  /** The log's message when the work fails. */
  failure: string
  log: FastifyBaseLogger
  atOnce?: boolean
}

/** Runs `work` at an interval, never twice together, until the returned function is called. */
export function repeat({ everyMs, work, failure, log, atOnce = false }: Chore) {
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
  const turn = () => {
    running ??= work(stopping.signal)
      .catch((error) => log.error(error, failure))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(turn, everyMs)
  if (atOnce) turn()
  return async (): Promise<void> => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
