import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '../lib/use-action.ts'
import { followLiveStream } from './live-stream.ts'
import { recentKey } from './use-dashboard.ts'

/** Keeps a screen's figures up to date while its tab is in sight. Says whether the live stream is open. */
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

/** Marks the lists as out of date without reading them: the table's rows stay where they are. */
async function readFigures(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['clients'], refetchType: 'none' })
  await Promise.all([
    refresh(queries, ['stats', 'charts', 'rounds', 'round', 'calling']),
    queries.invalidateQueries({ queryKey: recentKey }),
  ])
}

/** A reading that begins drops the one before: without this, changes faster than a reading would show nothing. */
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
