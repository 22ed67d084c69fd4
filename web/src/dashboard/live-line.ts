import { type LiveEvent, liveEvents } from '@attest/contract/dashboard'
import { readEvents } from '../lib/read-events.ts'

/** Pauses before it is tried again; the last one from then on (spec §9). */
const PAUSES_MS = [1000, 2000, 5000, 10_000]

interface Listener {
  onChange: () => void
  /** Whether the line stands. */
  onLive: (live: boolean) => void
}

/** Listens for changes until the returned function is called: one stream, opened again when it breaks. */
export function openLiveLine({ onChange, onLive }: Listener): () => void {
  const closed = new AbortController()
  void keepListening(closed.signal, { onChange, onLive })
  return () => closed.abort()
}

async function keepListening(closed: AbortSignal, { onChange, onLive }: Listener) {
  for (let failures = 0; !closed.aborted; failures++) {
    await listen(closed, {
      onChange,
      onLive: () => {
        failures = 0
        onLive(true)
        // What happened while nobody listened.
        onChange()
      },
    })
    if (closed.aborted) return
    onLive(false)
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, closed)
  }
}

/** Hears one stream to its end, whichever way that comes. */
async function listen(
  signal: AbortSignal,
  { onChange, onLive }: { onChange: () => void; onLive: () => void },
) {
  const options = { signal, onOpen: onLive }
  try {
    for await (const { type } of readEvents<LiveEvent>(liveEvents, {}, options)) {
      if (type === 'changed') onChange()
    }
  } catch {
    // Refused, broken off or fallen silent: it is tried again; a 401 has ended the session already.
  }
}

const pause = (ms: number, closed: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    closed.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
