import type { Mailing } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../lib/format.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Counts } from '../ui/counts.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { isRunning, saidCanceled } from './use-mailings.ts'

/** How far a mailing has come, and all that can be said of it in figures. */
export function MailingFigures({ mailing }: { mailing: Mailing }) {
  const { totalUsers, emailsSent, emailsFailed, emailsWaiting, waitingBecause } = mailing
  const done = totalUsers > 0 ? ((totalUsers - emailsWaiting) / totalUsers) * 100 : 100
  return (
    <div className="mb-5 grid gap-4">
      <div className="rounded-lg bg-sheet">
        <Counts
          counts={[
            { label: 'Total users', value: totalUsers },
            { label: 'Emails sent', value: emailsSent },
            { label: 'Emails failed', value: emailsFailed, danger: emailsFailed > 0 },
            { label: 'Still waiting', value: emailsWaiting },
          ]}
        />
      </div>
      {isRunning(mailing) && <ProgressBar value={done} label="Emails tried" />}
      {waitingBecause && (
        <p role="status" className="rounded-md border border-danger bg-danger-soft px-4 py-3">
          <span className="font-semibold text-danger">Nothing goes out just now.</span>{' '}
          {waitingBecause} Sending is tried again by itself.
        </p>
      )}
      {mailing.retryOf !== null && (
        <p className="text-ink-2">
          To those whom{' '}
          <Link to="/mailings/$mailingId" params={{ mailingId: String(mailing.retryOf) }}>
            mailing {mailing.retryOf}
          </Link>{' '}
          did not reach.
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
    updatedCount > 0 && `${formatNumber(updatedCount)} had answered and became pending again.`,
    emailsCanceled > 0 && saidCanceled(mailing),
    emailsInDoubt > 0 &&
      `${formatNumber(emailsInDoubt)} were perhaps delivered twice: a first try was cut off.`,
    emailsFailed > 0 &&
      retryable === 0 &&
      'Nobody whom it failed to reach is still to be tried: they were sent another email, have answered or were deleted.',
  ]
  const told = remarks.filter(Boolean)
  return told.length > 0 && <p className="text-ink-2">{told.join(' ')}</p>
}
