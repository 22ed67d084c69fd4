import { type LiveEvent, liveEvents } from '@attest/contract/dashboard'
import { readEvents } from '../lib/read-events.ts'

/** Pauses between attempts; the last one repeats (spec §9). */
const PAUSES_MS = [1000, 2000, 5000, 10_000]

/** Delay of the first reading: a screen that opens reads everything anyway. */
const OPENING_MS = 1000

interface Listener {
  onChange: () => void
  onLive: (live: boolean) => void
  opening: boolean
}

/** Listens until the returned function is called; reopens a broken stream. */
export function followLiveStream(listener: Listener): () => void {
  const closed = new AbortController()
  void keepListening(closed.signal, listener)
  return () => closed.abort()
}

async function keepListening(closed: AbortSignal, { onChange, onLive, opening }: Listener) {
  for (let failures = 0; !closed.aborted; failures++) {
    const broken = new AbortController()
    await listen(closed, {
      onChange,
      onFirst: async () => {
        failures = 0
        if (opening) await pause(OPENING_MS, broken.signal)
        opening = false
        if (broken.signal.aborted) return
        onLive(true)
        onChange()
      },
    })
    broken.abort()
    if (closed.aborted) return
    onLive(false)
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, closed)
  }
}

/**
 * Reads one stream until it ends or breaks. It counts as open at its first event, which the server sends at once:
 * a stream without one may be a gateway's page.
 */
async function listen(
  signal: AbortSignal,
  { onChange, onFirst }: { onChange: () => void; onFirst: () => void },
) {
  let isOpen = false
  try {
    for await (const { type } of readEvents<LiveEvent>(liveEvents, {}, { signal })) {
      if (!isOpen) onFirst()
      isOpen = true
      if (type === 'changed') onChange()
    }
  } catch {
    // Retried by the caller; a 401 has already ended the session.
  }
}

const pause = (ms: number, closed: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      closed.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    closed.addEventListener('abort', end)
  })
