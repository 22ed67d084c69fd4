import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { messageOf } from './lib/call.ts'
import { Button } from './ui/button.tsx'

/** What was read once, is on the screen, and could not be read again. */
const STALE = {
  type: 'active',
  predicate: ({ state }: Query) => state.status === 'error' && state.data !== undefined,
} as const

/**
 * Where a screen could not be read again it stands as it was; here it says so, for all lists and figures alike. At the
 * lower edge, over room that is always kept free: it comes and goes without moving a row under the pointer.
 */
export function StaleNotice({ className }: { className: string }) {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const reason = useSyncExternalStore(
    useCallback((listen) => cache.subscribe(listen), [cache]),
    () => cache.findAll(STALE)[0]?.state.error,
  )
  return (
    <div
      role="status"
      className={`sticky bottom-(--bottom-bar) z-1 row-start-2 self-end low:in-[html:has(.selection-bar)]:relative ${className}`}
    >
      {reason && (
        <div className="stale-notice flex min-h-(--stale-notice) items-center gap-x-4 border-t border-line-strong bg-sheet px-4 py-2 text-md leading-snug md:px-9">
          <p>
            <span className="font-semibold">What you see may be out of date.</span>{' '}
            {messageOf(reason, 'It could not be read again.')}
          </p>
          <Button size="sm" className="ml-auto" onClick={() => void queries.refetchQueries(STALE)}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
