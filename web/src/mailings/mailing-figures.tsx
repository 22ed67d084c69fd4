import type { Mailing } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { counted, formatNumber } from '../lib/format.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Counts } from '../ui/counts.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { asksForAnswers, isRunning, saidCanceled, sentLabel } from './use-mailings.ts'

export function MailingFigures({ mailing }: { mailing: Mailing }) {
  const { totalUsers, emailsSent, emailsFailed, emailsWaiting, answered, waitingBecause } = mailing
  const done = totalUsers > 0 ? ((totalUsers - emailsWaiting) / totalUsers) * 100 : 100
  return (
    <div className="mb-5 grid gap-4">
      <Counts
        counts={[
          { label: 'Recipients', value: totalUsers },
          { label: sentLabel(mailing), value: emailsSent },
          ...(asksForAnswers(mailing)
            ? [{ label: `Answered, of ${formatNumber(emailsSent)}`, value: answered }]
            : []),
          { label: 'Emails failed', value: emailsFailed, danger: emailsFailed > 0 },
          ...(emailsWaiting > 0 ? [{ label: 'Still waiting', value: emailsWaiting }] : []),
        ]}
      />
      {isRunning(mailing) && <ProgressBar value={done} label="Emails tried" />}
      {waitingBecause && (
        <p role="status" className="rounded-md border border-danger bg-danger-soft px-4 py-3">
          <span className="font-semibold text-danger">No email is being sent.</span>{' '}
          {waitingBecause} Sending resumes automatically.
        </p>
      )}
      {mailing.retryOf !== null && (
        <p className="text-ink-2">
          Retries the failed emails of{' '}
          <Link to="/mailings/$mailingId" params={{ mailingId: String(mailing.retryOf) }}>
            mailing {mailing.retryOf}
          </Link>
          .
        </p>
      )}
      <Remarks mailing={mailing} />
      <OutboxNote />
    </div>
  )
}

function Remarks({ mailing }: { mailing: Mailing }) {
  const { updatedCount, emailsCanceled, emailsInDoubt, emailsFailed, retryable } = mailing
  const remarks = [
    mailing.smtpProvider !== 'outbox' && `Mail server: ${mailing.smtpProvider}.`,
    updatedCount > 0 &&
      `${counted(updatedCount, 'client', 'clients')} had answered and became pending again.`,
    emailsCanceled > 0 && saidCanceled(mailing),
    emailsInDoubt > 0 &&
      `${counted(emailsInDoubt, 'email', 'emails')} may have arrived twice: the first attempt was cut off.`,
    emailsFailed > 0 &&
      retryable === 0 &&
      `Nothing left to retry: all ${formatNumber(emailsFailed)} were mailed again, answered or deleted.`,
  ]
  const shown = remarks.filter(Boolean)
  return shown.length > 0 && <p className="text-ink-2">{shown.join(' ')}</p>
}
