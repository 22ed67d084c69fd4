/** Runs `work` at an interval, never twice together. `work` handles its own failures and heeds `stopped`. */
export function repeat(
  everyMs: number,
  work: (stopped: AbortSignal) => Promise<unknown>,
  { atOnce = false } = {},
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
  const turn = () => {
    running ??= work(stopping.signal).finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(turn, everyMs)
  if (atOnce) turn()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
