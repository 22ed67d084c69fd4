import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { messageOf, readFailure } from '../lib/call.ts'
import { Button } from './button.tsx'

interface PanelProps {
  /** With it the panel becomes a named region of the page. */
  title?: string
  mark?: ReactNode
  /** At the other end of the title's line. */
  end?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, mark, end, className = '', children }: PanelProps) {
  const id = useId()
  const look = `overflow-clip rounded-lg border border-line bg-panel shadow-panel ${className}`
  if (!title) return <div className={look}>{children}</div>
  return (
    <section aria-labelledby={id} className={look}>
      <header className="flex items-center gap-3 border-b border-line px-4 py-3 min-h-15.5 md:px-5.5">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {mark}
        {end && <div className="ml-auto flex gap-2">{end}</div>}
      </header>
      {children}
    </section>
  )
}

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <Icon aria-hidden className="mb-3 size-7 text-ink-3" strokeWidth={1.5} />
      <p className="font-serif text-xl font-semibold">{title}</p>
      {text && <p className="mt-1 max-w-[26rem] text-ink-2">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

interface ReadErrorProps {
  title: string
  /** Replaces our own words if the server gives no reason. */
  fallback?: string
  reading: { data?: unknown; error: unknown; refetch: () => unknown }
  inPanel?: boolean
}

export function ReadError({ title, fallback, reading, inPanel }: ReadErrorProps) {
  const { data, error, refetch } = reading
  if (!error || data) return null
  const state = (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={title}
        text={fallback ? messageOf(error, fallback) : readFailure(error)}
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    </div>
  )
  return inPanel ? <Panel>{state}</Panel> : state
}
