import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '../lib/use-action.ts'
import { openLiveLine } from './live-line.ts'

/** What an answer of a client touches. */
const TOUCHED = ['clients', 'stats', 'charts']

/** Keeps the dashboard in step with what clients and colleagues do, while its tab is in sight. */
export function useLive(): boolean {
  const queries = useQueryClient()
  const [live, setLive] = useState(false)
  useEffect(() => {
    let close: (() => void) | undefined
    const follow = () => {
      close?.()
      close = undefined
      if (document.hidden) return setLive(false)
      close = openLiveLine({ onChange: () => refresh(queries, TOUCHED), onLive: setLive })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close?.()
    }
  }, [queries])
  return live
}
