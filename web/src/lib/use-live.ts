import { type LiveEvent, liveEvents } from '@attest/contract/dashboard'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readEvents } from './read-events.ts'
import { refresh } from './use-action.ts'
import { recentKey } from './use-stats.ts'

/** Keeps a screen's figures up to date while its tab is visible. Returns whether the live stream is open. */
export function useLive(): boolean {
  const queries = useQueryClient()
  const [live, setLive] = useState(false)
  useEffect(() => {
    let stream = new AbortController()
    const onChange = oneAtATime(() => readFigures(queries))
    const follow = () => {
      stream.abort()
      if (document.hidden) return setLive(false)
      stream = new AbortController()
      void followLiveStream(stream.signal, { onChange, onLive: setLive })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stream.abort()
    }
  }, [queries])
  return live
}

/** Marks lists as out of date without reading them, so the table's rows stay in place. */
async function readFigures(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['clients'], refetchType: 'none' })
  await Promise.all([
    refresh(queries, ['stats', 'charts', 'rounds', 'round', 'calling', 'client', 'timeline']),
    queries.invalidateQueries({ queryKey: recentKey }),
  ])
}

/** A new reading cancels the last one, so frequent changes would show nothing. This lets each one end first. */
function oneAtATime(read: () => Promise<unknown>) {
  let reading = false
  let again = false
  return async () => {
    again = true
    if (reading) return
    reading = true
    while (again) {
      again = false
      await read()
    }
    reading = false
  }
}

/** Pauses between attempts; the last one repeats (spec §9). */
const PAUSES_MS = [1000, 2000, 5000, 10_000]

/** Delays the first reading, as a screen that opens reads everything anyway. */
const OPENING_MS = 1000

interface Listener {
  onChange: () => void
  onLive: (live: boolean) => void
}

/** Listens until `closed` aborts; reopens a broken stream. */
async function followLiveStream(closed: AbortSignal, { onChange, onLive }: Listener) {
  const start = () => {
    onLive(true)
    onChange()
  }
  for (let failures = 0; !closed.aborted; failures++) {
    let opening: ReturnType<typeof setTimeout> | undefined
    try {
      for await (const { type } of readEvents<LiveEvent>(liveEvents, {}, { signal: closed })) {
        // The server sends a first event at once. A stream without events may be a gateway's page.
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
