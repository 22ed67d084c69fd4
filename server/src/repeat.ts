/**
 * Does `work` every so many milliseconds, and never twice at a time: a turn that comes while it is still
 * being done is left out.
 * @param work handles its own failures; a long one looks at `stopped` to end early
 * @param options.atOnce begins with the first turn instead of waiting for it
 * @returns what ends it: resolves when nothing of it is under way any more
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
