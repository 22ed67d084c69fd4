import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

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
