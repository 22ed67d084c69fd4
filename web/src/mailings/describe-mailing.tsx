import type { StatusFilter } from '@attest/contract/clients'
import type { MailingSummary } from '@attest/contract/mailings'
import { Ban, Check, CircleAlert, Clock, Inbox, Send } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../ui/badge.tsx'
import { isRunning } from './use-mailings.ts'

const KINDS: Record<MailingSummary['kind'], string> = {
  import: 'Import',
  bulk: 'Bulk email',
  retry: 'Retry',
  reminder: 'Reminder',
  resend: 'Resend',
  created: 'New client',
  new_link: 'New link',
  receipt: 'Receipt',
  confirm_email: 'Email confirmation',
}

export const TARGET_NAMES: Record<StatusFilter, string> = {
  all: 'All clients',
  pending: 'Pending clients',
  confirmed: 'Confirmed clients',
  updated: 'Updated clients',
}

const ONE: Partial<typeof KINDS> = {
  resend: 'Resend to',
  created: 'Email to new client',
  new_link: 'New link for',
  receipt: 'Receipt for',
  confirm_email: 'Email confirmation for',
}

export const kindName = (kind: MailingSummary['kind']) => KINDS[kind] ?? 'Unknown'

/** 'Bulk email to pending clients', 'Reminder 2 of Spring 2027', 'Resend to Ana Lee' */
export function mailingName(mailing: MailingSummary) {
  const { kind, statusFilter, retryOf, reminderNumber, roundName, recipient } = mailing
  if (kind === 'retry') return `Retry of mailing ${retryOf}`
  if (kind === 'reminder') {
    const number = reminderNumber === null ? '' : ` ${reminderNumber}`
    return `Reminder${number}${roundName ? ` of ${roundName}` : ''}`
  }
  if (recipient) return `${ONE[kind] ?? kindName(kind)} ${recipient.name ?? recipient.email}`
  if (kind !== 'bulk' || !statusFilter) return kindName(kind)
  return `${kindName(kind)} to ${TARGET_NAMES[statusFilter].toLowerCase()}`
}

/** Written to a file: no mail server was set. */
export const IN_OUTBOX = { label: 'In the outbox', icon: Inbox }

function lookOf(mailing: MailingSummary, paused: boolean): ComponentProps<typeof Badge> {
  if (isRunning(mailing)) {
    if (paused) return { label: 'Waiting', icon: Clock }
    return { label: 'Sending', icon: Send, colour: 'bg-accent-soft text-accent' }
  }
  if (mailing.canceled_at) return { label: 'Canceled', icon: Ban }
  if (mailing.emailsFailed > 0) {
    return { label: 'Some failed', icon: CircleAlert, colour: 'bg-danger-soft text-danger' }
  }
  return mailing.provider === 'outbox' ? IN_OUTBOX : { label: 'Sent', icon: Check }
}

interface MailingBadgeProps {
  mailing: MailingSummary
  /** The sender is paused. */
  paused?: boolean
}

export const MailingBadge = ({ mailing, paused = false }: MailingBadgeProps) => (
  <Badge {...lookOf(mailing, paused)} />
)
