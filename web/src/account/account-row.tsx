import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface AccountRowProps {
  icon: LucideIcon
  title: string
  badge?: ReactNode
  text?: ReactNode
  actions?: ReactNode
}

export function AccountRow({ icon: Icon, title, badge, text, actions }: AccountRowProps) {
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
