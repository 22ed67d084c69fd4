import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '../lib/use-action.ts'
import { openLiveLine } from './live-line.ts'
import { readTableInStep } from './read-table-in-step.ts'
import { watchHand } from './until-table-is-free.ts'
import { recentKey } from './use-dashboard.ts'

/** Keeps the dashboard in step with what clients and colleagues do, while its tab is in sight. */
export function useLive(): boolean {
  const queries = useQueryClient()
  const [live, setLive] = useState(false)
  useEffect(() => {
    let close: (() => void) | undefined
    const left = new AbortController()
    const onChange = readAfterChange(queries, left.signal)
    let opening = true
    const follow = () => {
      close?.()
      close = undefined
      if (document.hidden) return setLive(false)
      close = openLiveLine({ onChange, onLive: setLive, opening })
      opening = false
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    const unwatch = watchHand()
    return () => {
      left.abort()
      unwatch()
      document.removeEventListener('visibilitychange', follow)
      close?.()
    }
  }, [queries])
  return live
}

/** What an answer of a client touches: the figures at once, the table when nobody is about to press something in it. */
function readAfterChange(queries: QueryClient, left: AbortSignal) {
  const readFigures = oneAtATime(() =>
    Promise.all([
      refresh(queries, ['stats', 'charts']),
      queries.invalidateQueries({ queryKey: recentKey }),
    ]),
  )
  const readTable = oneAtATime(() => readTableInStep(queries, left))
  return () => {
    readFigures()
    readTable()
  }
}

/** A reading begun anew drops the one before: told of changes faster than they are read, none would ever come. */
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
