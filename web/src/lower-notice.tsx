import type { Stats } from '@attest/contract/dashboard'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { isGone, readFailure } from './lib/call.ts'
import { Button } from './ui/button.tsx'

/** Shown data that could not be read again. A deleted client's screen says so itself. */
const STALE = {
  type: 'active',
  predicate: ({ queryKey, state: { status, data, error } }: Query) =>
    status === 'error' && data !== undefined && !(queryKey[0] === 'client' && isGone(error)),
} as const

const noticeClass =
  'lower-notice flex min-h-(--lower-notice) items-center gap-x-4 border-t px-4 py-2 text-md leading-snug md:px-8'

/** Notices about the current screen, at the lower edge over reserved room: they move no row under the pointer. */
export function LowerNotice({ className }: { className: string }) {
  return (
    <div
      role="status"
      className={`sticky bottom-(--bottom-bar) z-1 row-start-2 self-end low:in-[html:has(.page-bar)]:relative ${className}`}
    >
      <Notice />
    </div>
  )
}

function Notice() {
  const stale = useStale()
  const stats = useDashboardStats()
  if (stale) return <StaleNotice {...stale} />
  if (!stats) return null
  // A restored copy says so at the top.
  const mailTrouble = stats.restored ? null : stats.mail.trouble
  if (mailTrouble) return <MailTrouble trouble={mailTrouble} />
  if (stats.backupTrouble) return <BackupTrouble trouble={stats.backupTrouble} />
  return <MailSettings mail={stats.mail} />
}

function useStale() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const reason = useSyncExternalStore(
    useCallback((listen) => cache.subscribe(listen), [cache]),
    () => cache.findAll(STALE)[0]?.state.error,
  )
  return reason && { reason, onRetry: () => void queries.refetchQueries(STALE) }
}

const StaleNotice = ({ reason, onRetry }: NonNullable<ReturnType<typeof useStale>>) => (
  <div className={`${noticeClass} border-line-strong bg-sheet`}>
    <p>
      <span className="font-semibold">This screen may be out of date.</span> {readFailure(reason)}
    </p>
    <Button size="sm" className="ml-auto" onClick={onRetry}>
      Try Again
    </Button>
  </div>
)

/** Only these screens keep the figures up to date. */
function useDashboardStats() {
  const { pathname } = useLocation()
  const { data } = useQuery<Stats>({ queryKey: ['stats'], enabled: false })
  return /^\/(dashboard$|rounds\/\d)/.test(pathname) ? data : undefined
}

const MailTrouble = ({ trouble }: { trouble: string }) => (
  <div className={`${noticeClass} border-danger bg-danger-soft`}>
    <p>
      <span className="font-semibold text-danger">No email is being sent.</span> {trouble}
      <span className="max-md:hidden"> Nothing is lost: sending resumes automatically.</span>
    </p>
    <Link to="/mailings" className="ml-auto shrink-0 max-md:max-w-22">
      Show mailings
    </Link>
  </div>
)

function MailSettings({ mail: { provider, warnings } }: Pick<Stats, 'mail'>) {
  const toOutbox = provider === 'outbox'
  if (!toOutbox && warnings.length === 0) return null
  return (
    <div className={`${noticeClass} border-line-strong bg-sheet`}>
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">
          {toOutbox ? 'No mail server is set.' : 'Emails need more settings.'}
        </span>{' '}
        {toOutbox
          ? 'Emails are written to the outbox. Set SMTP_URL to send them.'
          : warnings.join(' ')}
      </p>
      {toOutbox && (
        <Link to="/outbox" className="ml-auto shrink-0">
          Show emails
        </Link>
      )}
    </div>
  )
}

const BackupTrouble = ({ trouble }: { trouble: string }) => (
  <div className={`${noticeClass} border-danger bg-danger-soft`}>
    <p className="min-w-0 wrap-anywhere">
      <span className="font-semibold text-danger">There is no recent backup.</span> {trouble}
    </p>
  </div>
)
