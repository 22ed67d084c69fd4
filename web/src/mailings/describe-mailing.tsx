import type { StatusFilter } from '@attest/contract/clients'
import type { MailingSummary, Message, SentMessage } from '@attest/contract/mailings'
import { Ban, Check, CircleAlert, Clock, Inbox, Send } from 'lucide-react'
import type { ComponentProps } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { Badge, StatusBadge, UNKNOWN_STATE } from '../ui/badge.tsx'
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

/** For emails written to files, as no mail server was set. */
const IN_OUTBOX = { label: 'In the outbox', icon: Inbox }

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
  paused?: boolean
}

export const MailingBadge = ({ mailing, paused = false }: MailingBadgeProps) => (
  <Badge {...lookOf(mailing, paused)} />
)

const LOOKS: Record<Message['state'], ComponentProps<typeof Badge>> = {
  queued: { label: 'Waiting', icon: Clock },
  sending: { label: 'Being sent', icon: Send, colour: 'bg-accent-soft text-accent' },
  accepted: { label: 'Sent', icon: Check },
  failed: { label: 'Failed', icon: CircleAlert, colour: 'bg-danger-soft text-danger' },
  canceled: { label: 'Canceled', icon: Ban },
}

export const MessageBadge = ({ message: { state, provider } }: { message: SentMessage }) => (
  <Badge
    {...(state === 'accepted' && provider === 'outbox'
      ? IN_OUTBOX
      : (LOOKS[state] ?? UNKNOWN_STATE))}
  />
)

/** The time of a message's result, or of its next attempt. */
export function messageTime({ settled_at, next_attempt_at }: SentMessage) {
  if (settled_at) return formatDateTime(settled_at)
  return next_attempt_at ? `Next try ${formatDateTime(next_attempt_at)}` : 'Not sent yet'
}

/** Only accepted messages with a template ask for an answer. */
export const asksForAnswer = ({ state, template_id }: Message) =>
  state === 'accepted' && template_id !== ''

export function MessageAnswer({ message }: { message: Message }) {
  const { answer, answered_at } = message
  if (answer === null) {
    return asksForAnswer(message) && <span className="text-ink-3">No answer yet</span>
  }
  return (
    <>
      <StatusBadge status={answer} />
      <span className="text-sm text-ink-3 max-md:ml-2 md:block">{formatDateTime(answered_at)}</span>
    </>
  )
}

export const hasReason = ({ state, error, in_doubt, attempts }: Message) =>
  (state !== 'accepted' && error !== null) || in_doubt || attempts > 1

export function MessageReason({ message }: { message: SentMessage }) {
  const { state, error, smtp_response, in_doubt, attempts, bounced_at } = message
  const failing = state !== 'accepted' && error
  return (
    <>
      {failing && <span className={state === 'failed' ? 'text-danger' : ''}>{error}</span>}
      {failing && smtp_response && !bounced_at && !error.includes(smtp_response) && (
        <span className="block text-sm text-ink-3">The server said: {smtp_response}</span>
      )}
      {in_doubt && (
        <span className="block text-sm text-ink-2">
          {state !== 'accepted'
            ? 'It may have arrived anyway.'
            : 'May have arrived twice: the first attempt was cut off before its result was known.'}
        </span>
      )}
      {attempts > 1 && <span className="block text-sm text-ink-3">Tried {attempts} times.</span>}
    </>
  )
}
