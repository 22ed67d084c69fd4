import { type LiveEvent, liveEvents } from '@attest/contract/dashboard'
import { readEvents } from '../lib/read-events.ts'

/** Pauses between attempts; the last one repeats (spec §9). */
const PAUSES_MS = [1000, 2000, 5000, 10_000]

/** Delay of the first reading: a screen that opens reads everything anyway. */
const OPENING_MS = 1000

interface Listener {
  onChange: () => void
  onLive: (live: boolean) => void
}

/** Listens until `closed` aborts; reopens a broken stream. */
export async function followLiveStream(closed: AbortSignal, { onChange, onLive }: Listener) {
  const start = () => {
    onLive(true)
    onChange()
  }
  for (let failures = 0; !closed.aborted; failures++) {
    let opening: ReturnType<typeof setTimeout> | undefined
    try {
      for await (const { type } of readEvents<LiveEvent>(liveEvents, {}, { signal: closed })) {
        // The server sends a first event at once: a stream without one may be a gateway's page.
        if (!opening) failures = 0
        opening ??= setTimeout(start, OPENING_MS)
        if (type === 'changed') onChange()
      }
    } catch {
      // Retried below; a 401 has already ended the session.
    }
    clearTimeout(opening)
    if (closed.aborted) return
    onLive(false)
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
