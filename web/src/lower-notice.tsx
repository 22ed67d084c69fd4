import type { Stats } from '@attest/contract/dashboard'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { ResumeButton } from './backup/resume-button.tsx'
import { isGone, readFailure } from './lib/call.ts'
import { useFirm } from './lib/firm.ts'
import { Button } from './ui/button.tsx'

const HIDDEN = 'attest.no-backup-hidden'

/** Finds data on screen that could not be read again. The screen of a deleted client reports that itself. */
const STALE = {
  type: 'active',
  predicate: ({ queryKey, state: { status, data, error } }: Query) =>
    status === 'error' && data !== undefined && !(queryKey[0] === 'client' && isGone(error)),
} as const

/** Notices at the lower edge, over reserved room, so they move no row under the pointer. */
export function LowerNotice({ className }: { className: string }) {
  return (
    <div
      role="status"
      className={`sticky bottom-(--bottom-bar) z-1 row-start-2 self-end low:relative [@media(max-height:42rem)]:in-[html:has(.page-bar)]:relative ${className}`}
    >
      <Notice />
    </div>
  )
}

function Notice() {
  const stale = useStale()
  const stats = useDashboardStats()
  if (stale) {
    const again = (
      <Button size="sm" onClick={stale.onRetry}>
        Try Again
      </Button>
    )
    return (
      <Line fact="This screen may be out of date." action={again}>
        {readFailure(stale.reason)}
      </Line>
    )
  }
  if (!stats) return null
  const { mail, restored, backupProblem } = stats
  // A restored copy has its own notice at the top.
  if (mail.problem && !restored) return <MailProblem {...mail} />
  if (stats.sealProblem) {
    return (
      <Line danger fact="The history was altered in the database.">
        Ask whoever runs your server. {stats.sealProblem}
      </Line>
    )
  }
  if (backupProblem) {
    return (
      <Line danger fact="Something is wrong with the backups.">
        Ask whoever runs your server to look. {backupProblem}
      </Line>
    )
  }
  if (mail.mailbox)
    return (
      <Line
        danger
        fact="Bounces and replies are not read."
        action={<Link to="/delivery">Show the mailbox</Link>}
      >
        {mail.mailbox}
      </Line>
    )
  if (mail.lastMailing)
    return (
      <Line danger fact={mail.lastMailing} action={<Link to="/mailings">Show mailings</Link>} />
    )
  return <MissingSettings {...stats} noBackup={stats.backupMissing && !restored} />
}

interface LineProps {
  fact: string
  danger?: boolean
  action?: ReactNode
  children?: ReactNode
}

const Line = ({ fact, danger, action, children }: LineProps) => (
  <div
    className={`lower-notice flex min-h-(--lower-notice) items-center gap-x-4 border-t px-4 py-2 text-md leading-snug md:px-8 ${danger ? 'border-danger bg-danger-soft' : 'border-line-strong bg-panel'}`}
  >
    <p className="min-w-0 wrap-anywhere">
      <span className={`font-semibold ${danger ? 'text-danger' : ''}`}>{fact}</span> {children}
    </p>
    {action && <div className="ml-auto shrink-0 max-md:max-w-22">{action}</div>}
  </div>
)

function useStale() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const reason = useSyncExternalStore(
    useCallback((listen) => cache.subscribe(listen), [cache]),
    () => cache.findAll(STALE)[0]?.state.error,
  )
  return reason && { reason, onRetry: () => void queries.refetchQueries(STALE) }
}

/** The figures, on the screens that keep them up to date. */
function useDashboardStats() {
  const { pathname } = useLocation()
  const { data } = useQuery<Stats>({ queryKey: ['stats'], enabled: false })
  return /^\/(dashboard$|rounds\/\d)/.test(pathname) ? data : undefined
}

const MailProblem = ({ problem, paused }: Pick<Stats['mail'], 'problem' | 'paused'>) => (
  <Line
    danger
    fact="No email is being sent."
    action={
      paused ? (
        <ResumeButton goesOn="Emails go on." isSmall />
      ) : (
        <Link to="/mailings">Show mailings</Link>
      )
    }
  >
    {problem}
    {!paused && (
      <span className="max-md:hidden"> Nothing is lost: sending resumes automatically.</span>
    )}
  </Line>
)

/** Can be hidden, as a firm may have its own backups. A missing backup alone shows nothing in a trial. */
interface MissingSettingsProps extends Pick<Stats, 'mail' | 'setup'> {
  noBackup: boolean
}

function MissingSettings({ mail, setup, noBackup }: MissingSettingsProps) {
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null)
  const hide = () => {
    localStorage.setItem(HIDDEN, 'yes')
    setHidden(true)
  }
  const { isNamed, name, phone } = useFirm()
  const says = noBackup && !hidden
  if (mail.provider === 'outbox')
    return (
      <Line
        fact="No email leaves this server yet:"
        action={<Link to="/settings">Set up email</Link>}
      >
        all stay in the <Link to="/outbox">outbox</Link>.
        {says && ' This server makes no nightly backup.'}
      </Line>
    )
  if (!isNamed)
    return (
      <Line fact="The firm has no name yet:" action={<Link to="/settings">Name the firm</Link>}>
        letters are signed “{name}”.
      </Line>
    )
  if (setup) return <Line fact="Ask whoever runs your server:">{setup}</Line>
  if (mail.warnings[0])
    return <Line fact={mail.warnings[0]} action={<Link to="/settings">Open Settings</Link>} />
  if (!says && phone) return null
  if (!says)
    return (
      <Line fact="The firm’s phone is missing:" action={<Link to="/settings">Add it</Link>}>
        letters name no number to call.
      </Line>
    )
  return (
    <Line
      fact="Ask whoever runs your server:"
      action={
        <Button size="sm" onClick={hide}>
          Hide
        </Button>
      }
    >
      This server makes no nightly backup.
    </Line>
  )
}
