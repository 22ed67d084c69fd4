import type { Mailing } from '@attest/contract/mailings'
import { formatNumber } from '../lib/format.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Button } from '../ui/button.tsx'
import { Counts } from '../ui/counts.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { AllEmailsLink } from './all-emails-link.tsx'
import { TARGET_NAMES } from './describe-mailing.tsx'
import { EmailErrors } from './email-errors.tsx'
import { RetryButton } from './retry-button.tsx'
import { saidCanceled, sentLabel } from './use-mailings.ts'

interface MailingResultProps {
  mailing: Mailing
  onRetried: (mailingId: number) => void
  onClose: () => void
}

export function MailingResult({ mailing, onRetried, onClose }: MailingResultProps) {
  return (
    <>
      <DialogBody>
        <Outcome mailing={mailing} />
      </DialogBody>
      <DialogFooter>
        <AllEmailsLink mailingId={mailing.id} inFooter />
        <RetryButton mailing={mailing} onRetried={onRetried} />
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}

function Outcome({ mailing }: { mailing: Mailing }) {
  const { emailsWaiting, emailsFailed, emailsCanceled, waitingBecause, emailErrors } = mailing
  const { statusFilter } = mailing
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
            ? 'None yet: emails stay in the outbox'
            : mailing.smtpProvider}
        </dd>
        <dt className="text-ink-2">Status filter</dt>
        <dd>{statusFilter ? TARGET_NAMES[statusFilter] : 'Failed emails of an earlier mailing'}</dd>
      </dl>
      <EmailErrors errors={emailErrors} total={emailsFailed} />
      <OutboxNote />
    </div>
  )
}
