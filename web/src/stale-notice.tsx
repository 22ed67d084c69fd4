import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { messageOf } from './lib/call.ts'
import { Button } from './ui/button.tsx'

/** What was read once, is on the screen, and could not be read again. */
const STALE = {
  type: 'active',
  predicate: ({ state }: Query) => state.status === 'error' && state.data !== undefined,
} as const

/** Where a screen could not be read again it stands as it was; here it says so, for all lists and figures alike. */
export function StaleNotice() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const reason = useSyncExternalStore(
    useCallback((listen) => cache.subscribe(listen), [cache]),
    () => cache.findAll(STALE)[0]?.state.error,
  )
  return (
    <div role="status">
      {reason && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-sheet px-4 py-3 md:px-5.5">
          <p>
            <span className="font-semibold">What you see may be out of date.</span>{' '}
            {messageOf(reason, 'It could not be read again.')}
          </p>
          <Button size="sm" onClick={() => void queries.refetchQueries(STALE)}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
