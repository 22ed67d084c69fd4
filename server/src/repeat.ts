/**
 * Runs `work` at an interval, never twice together.
 * @param work handles its own failures and ends early once `stopped`
 * @param options.atOnce runs the first turn now
 * @returns a function that stops and waits
 */
export function repeat(
  everyMs: number,
  work: (stopped: AbortSignal) => Promise<unknown>,
  { atOnce = false } = {},
): () => Promise<void> {
  const stopping = new AbortController()
  let underWay: Promise<unknown> | undefined
  const turn = () => {
    underWay ??= work(stopping.signal).finally(() => {
      underWay = undefined
    })
  }
  const timer = setInterval(turn, everyMs)
  if (atOnce) turn()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  }
}
