import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface NoticeProps {
  label: string
  icon: LucideIcon
  danger?: boolean
  fact: string
  text: ReactNode
  detail?: ReactNode
  action?: ReactNode
}

export const Notice = ({ icon: Icon, danger = false, ...notice }: NoticeProps) => (
  <section
    aria-label={notice.label}
    className={`mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border px-4 py-3 ${danger ? 'border-danger bg-danger-soft' : 'border-line-strong bg-sunk'}`}
  >
    <Icon aria-hidden className={`size-4.5 shrink-0 ${danger ? 'text-danger' : 'text-ink-2'}`} />
    <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
      <p>
        <b className={`font-semibold ${danger ? 'text-danger' : ''}`}>{notice.fact}</b>{' '}
        {notice.text}
      </p>
      {notice.detail && <p className="text-md text-ink-2">{notice.detail}</p>}
    </div>
    {notice.action}
  </section>
)
