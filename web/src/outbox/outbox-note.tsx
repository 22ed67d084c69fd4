import { Link } from '@tanstack/react-router'
import type { Toast } from '../lib/toast.ts'
import { useStats } from '../lib/use-stats.ts'

export function OutboxNote({ className = '' }: { className?: string }) {
  const { data: stats } = useStats()
  if (stats?.mail.provider !== 'outbox') return null
  return (
    <p
      className={`rounded-md border border-line bg-sunk px-4 py-3 text-md text-ink-2 ${className}`}
    >
      No email leaves this server yet: all stay in the <Link to="/outbox">outbox</Link>.{' '}
      <Link to="/settings">Set up a mail server</Link>.
    </p>
  )
}

/** Shown instead of the toast “Email sent”. */
export const outboxToast = (what: string): Toast => ({
  title: `${what} kept in the outbox`,
  text: 'Nobody gets it: no email leaves this server yet. Set up a mail server in Settings.',
})
