import {
  OUTCOME_NAMES,
  type OutstandingClient,
  type OutstandingReason,
  REASON_NAMES,
} from '@attest/contract/outstanding'
import * as icons from 'lucide-react'
import { formatDay } from '../lib/format.ts'

interface Look {
  icon: icons.LucideIcon
  fill: string
  ink?: string
}

const HATCH =
  'border border-line-strong bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,var(--panel)_2px_5px)]'
const DOTS =
  'border border-line-strong bg-[radial-gradient(var(--line-strong)_1.2px,var(--panel)_1.5px)] bg-size-[4px_4px]'

export const REASON_LOOKS: Record<OutstandingReason, Look> = {
  asked: { icon: icons.Clock, fill: 'bg-pending' },
  opened: { icon: icons.Eye, fill: 'bg-pending/45' },
  letter: { icon: icons.Stamp, fill: 'bg-pending/70' },
  queued: { icon: icons.Send, fill: 'bg-accent' },
  not_asked: { icon: icons.Mail, fill: 'bg-ink' },
  disputed: {
    icon: icons.ShieldAlert,
    fill: 'bg-danger-soft border border-danger',
    ink: 'text-danger',
  },
  wrong_person: { icon: icons.UserX, fill: 'bg-danger/45', ink: 'text-danger' },
  reported_deceased: { icon: icons.UserMinus, fill: 'bg-ink-3' },
  email_unconfirmed: { icon: icons.MailQuestion, fill: 'bg-pending-soft border border-pending' },
  failed: { icon: icons.CircleAlert, fill: 'bg-danger', ink: 'text-danger' },
  address_bounced: { icon: icons.MailX, fill: 'bg-danger/45', ink: 'text-danger' },
  no_address: { icon: icons.MailX, fill: HATCH },
  unusable_address: { icon: icons.MailX, fill: DOTS },
}

interface ReasonProps {
  reason: OutstandingReason
  text: string
  reply: OutstandingClient['reply']
}

export function Reason({ reason, text, reply }: ReasonProps) {
  const { icon: Icon, ink = '' } = REASON_LOOKS[reason]
  return (
    <div className="flex items-start gap-2.25 leading-snug">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <div className="min-w-0">
        <span className={ink}>{REASON_NAMES[reason]}</span>
        <span className="block text-sm text-ink-3 wrap-anywhere">{text}</span>
        {reply && (
          <span className="mt-1 line-clamp-3 text-sm wrap-anywhere">
            <b className="font-semibold">
              Replied {formatDay(reply.at)}
              {reply.from && ` from ${reply.from}`}:
            </b>{' '}
            {reply.text || 'no text'}
          </span>
        )}
      </div>
    </div>
  )
}

export const nameOf = (email: string) => email.split('@')[0]!

export function lastContact(client: OutstandingClient) {
  const { calls, requests, reminders, reason } = client
  const onPaper = reason === 'letter'
  const at = (!onPaper && client.last_emailed_at) || client.last_asked_at
  const [call] = calls
  if (call && (!at || call.at > at))
    return { what: OUTCOME_NAMES[call.outcome], at: call.at, by: nameOf(call.admin_email) }
  if (!at) return undefined
  if (reason === 'failed' || reason === 'address_bounced') return { what: 'Email failed', at }
  if (onPaper) return { what: 'Letter on paper', at }
  if (reminders > 0) return { what: 'Reminder', at }
  return { what: requests > 1 ? `Letter ${requests}` : 'First letter', at }
}

export function reasonText(client: OutstandingClient) {
  const { reason, error, email, requests, reminders, paper } = client
  if (paper === 'returned') return 'A letter came back: correct the postal address'
  if (paper === 'printed') return 'Letter printed, not marked as mailed'
  if (reason === 'failed' || reason === 'address_bounced') return error ?? email
  if (reason === 'disputed') return 'Says: this was not me'
  if (reason === 'wrong_person') return email
  if (reason === 'reported_deceased') return `By ${error}`
  if (reason === 'email_unconfirmed') return email
  if (reason === 'no_address') return 'Never asked by email'
  if (reason === 'unusable_address') return email
  if (reason === 'not_asked') return 'No email in this round'
  if (reason === 'queued') return 'Not sent yet'
  const times = requests + reminders
  return times === 1 ? 'Asked once' : `Asked ${times} times`
}
