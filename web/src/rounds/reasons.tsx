import type { OutstandingReason } from '@attest/contract/rounds'
import {
  CircleAlert,
  Clock,
  type LucideIcon,
  Mail,
  MailQuestion,
  MailX,
  Send,
  ShieldAlert,
} from 'lucide-react'
import { REASON_NAMES } from './round-words.ts'

interface Look {
  icon: LucideIcon
  fill: string
  ink?: string
}

const HATCH =
  'border border-line-strong bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,var(--panel)_2px_5px)]'
const DOTS =
  'border border-line-strong bg-[radial-gradient(var(--line-strong)_1.2px,var(--panel)_1.5px)] bg-size-[4px_4px]'

export const REASON_LOOKS: Record<OutstandingReason, Look> = {
  asked: { icon: Clock, fill: 'bg-pending' },
  queued: { icon: Send, fill: 'bg-accent' },
  not_asked: { icon: Mail, fill: 'bg-ink' },
  disputed: { icon: ShieldAlert, fill: 'bg-danger-soft border border-danger', ink: 'text-danger' },
  email_unconfirmed: { icon: MailQuestion, fill: 'bg-pending-soft border border-pending' },
  failed: { icon: CircleAlert, fill: 'bg-danger', ink: 'text-danger' },
  no_address: { icon: MailX, fill: HATCH },
  unusable_address: { icon: MailX, fill: DOTS },
}

interface ReasonProps {
  reason: OutstandingReason
  text: string
}

export function Reason({ reason, text }: ReasonProps) {
  const { icon: Icon, ink = '' } = REASON_LOOKS[reason]
  return (
    <div className="flex items-start gap-2.25 leading-snug">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <div className="min-w-0">
        <span className={ink}>{REASON_NAMES[reason]}</span>
        <span className="block text-sm text-ink-3 wrap-anywhere">{text}</span>
      </div>
    </div>
  )
}
