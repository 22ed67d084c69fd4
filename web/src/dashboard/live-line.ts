import { HEARTBEAT_MS, type LiveEvent, liveEvents } from '@attest/contract/dashboard'
import { readEvents } from '../lib/read-events.ts'

/** Silence beyond the heartbeat after which the line is given up (spec §9). */
const PATIENCE_MS = 10_000
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
  closed: AbortSignal,
  { onChange, onLive }: { onChange: () => void; onLive: () => void },
) {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const { signal } = silence
  const giveUp = () => silence.abort()
  closed.addEventListener('abort', giveUp)
  const hush = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, HEARTBEAT_MS + PATIENCE_MS)
  }
  try {
    hush()
    for await (const { type } of readEvents<LiveEvent>(
      liveEvents,
      {},
      { signal, onOpen: onLive },
    )) {
      hush()
      if (type === 'changed') onChange()
    }
  } catch {
    // Refused, broken off or given up: it is tried again; a 401 has ended the session already.
  }
  clearTimeout(timer)
  closed.removeEventListener('abort', giveUp)
}

const pause = (ms: number, closed: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    closed.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
