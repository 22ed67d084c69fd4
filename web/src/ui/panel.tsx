import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { messageOf, readFailure } from '../lib/call.ts'
import { Button } from './button.tsx'

interface PanelProps {
  /** Makes the panel a named region of the page. */
  title?: string
  mark?: ReactNode
  /** Stands at the other end of the title's line. */
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
  /** Replaces the usual message if the server gives no reason. */
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

interface ListRowProps {
  icon: LucideIcon
  title: ReactNode
  badge?: ReactNode
  text?: ReactNode
  actions?: ReactNode
}

export function ListRow({ icon: Icon, title, badge, text, actions }: ListRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 border-t border-line px-4 py-3.5 first:border-t-0 md:flex-nowrap md:px-5.5">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold wrap-anywhere">{title}</span>
          {badge}
        </p>
        {text && <p className="text-sm text-ink-3 wrap-anywhere">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-md:w-full max-md:pl-8.5">{actions}</div>}
    </li>
  )
}

interface FactProps {
  label: string
  className?: string
  children: ReactNode
}

export const Fact = ({ label, className, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
