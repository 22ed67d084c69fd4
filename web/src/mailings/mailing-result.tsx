import type { Mailing } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../lib/format.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Counts } from '../ui/counts.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { EmailErrors } from './email-errors.tsx'
import { TARGETS } from './target-choice.tsx'
import { canRetry, saidCanceled, sentLabel, useRetryMailing } from './use-mailings.ts'

interface MailingResultProps {
  mailing: Mailing
  onRetried: (mailingId: number) => void
  onClose: () => void
}

export function MailingResult({ mailing, onRetried, onClose }: MailingResultProps) {
  const retry = useRetryMailing()
  const { id, retryable } = mailing
  return (
    <>
      <DialogBody>
        <Outcome mailing={mailing} />
      </DialogBody>
      <DialogFooter>
        <Link
          to="/mailings/$mailingId"
          params={{ mailingId: String(id) }}
          className={buttonClass({ variant: 'quiet' }, 'md:mr-auto')}
        >
          Show All Emails
        </Link>
        {canRetry(mailing) && (
          <Button
            blocked={retry.isPending}
            onClick={() =>
              retry.mutate(
                { params: { id } },
                { onSuccess: ({ mailingId }) => onRetried(mailingId) },
              )
            }
          >
            Retry Failed Emails ({formatNumber(retryable)})
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}

function Outcome({ mailing }: { mailing: Mailing }) {
  const { emailsWaiting, emailsFailed, emailsCanceled, waitingBecause, emailErrors } = mailing
  const target = TARGETS.find(({ value }) => value === mailing.statusFilter)
  return (
    <div className="grid gap-4">
      <Counts
        counts={[
          { label: 'Recipients', value: mailing.totalUsers },
          { label: 'Back to pending', value: mailing.updatedCount },
          { label: sentLabel(mailing), value: mailing.emailsSent },
          { label: 'Emails failed', value: emailsFailed, danger: emailsFailed > 0 },
        ]}
      />
      {emailsCanceled > 0 && <p role="status">{saidCanceled(mailing)}</p>}
      {emailsWaiting > 0 && (
        <p role="status">
          <span className="font-semibold">{formatNumber(emailsWaiting)} still waiting.</span>{' '}
          {waitingBecause} They are sent automatically.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-2">Mail server</dt>
        <dd className="wrap-anywhere">
          {mailing.smtpProvider === 'outbox'
            ? 'None: emails are written to the outbox'
            : mailing.smtpProvider}
        </dd>
        <dt className="text-ink-2">Status filter</dt>
        <dd>{target?.label ?? 'Failed emails of an earlier mailing'}</dd>
      </dl>
      <EmailErrors errors={emailErrors} total={emailsFailed} />
      <OutboxNote />
    </div>
  )
}
