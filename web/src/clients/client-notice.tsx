import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface ClientNoticeProps {
  label: string
  icon: LucideIcon
  fact: string
  text: string
  detail: ReactNode
  action?: ReactNode
}

/** Above a client's record: why email goes elsewhere or nowhere. */
export const ClientNotice = ({ icon: Icon, ...notice }: ClientNoticeProps) => (
  <section
    aria-label={notice.label}
    className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line-strong bg-sunk px-4 py-3"
  >
    <Icon aria-hidden className="size-4.5 shrink-0 text-ink-2" />
    <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
      <p>
        <b className="font-semibold">{notice.fact}</b> {notice.text}
      </p>
      <p className="text-md text-ink-2">{notice.detail}</p>
    </div>
    {notice.action}
  </section>
)
