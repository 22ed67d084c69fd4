import type { Mailing } from '@attest/contract/mailings'
import { useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../lib/format.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Button } from '../ui/button.tsx'
import { Counts } from '../ui/counts.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { TARGET_NAMES } from './describe-mailing.tsx'
import { EmailErrors } from './email-errors.tsx'
import { AllEmailsLink, RetryButton } from './mailing-buttons.tsx'
import { saidCanceled, sentLabel, useCancelMailing } from './use-mailings.ts'

interface SendingViewProps {
  mailing: Mailing | undefined
  started: boolean
  onLeave: () => void
}

export function SendingView({ mailing, started, onLeave }: SendingViewProps) {
  const cancel = useCancelMailing()
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => view.current?.focus(), [])
  const total = mailing ? mailing.totalUsers - mailing.emailsCanceled : 0
  const tried = mailing ? mailing.emailsSent + mailing.emailsFailed : 0
  return (
    <div ref={view} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <DialogBody>
        <p role="status" className="mb-4">
          Sending bulk emails... This may take a few minutes depending on the number of users.
        </p>
        <ProgressBar value={total > 0 ? (tried / total) * 100 : 0} label="Emails tried" />
        <p className="mt-2 flex min-h-[1.5em] justify-between text-md text-ink-2">
          {mailing && (
            <>
              <span>{`${formatNumber(tried)} of ${formatNumber(total)}`}</span>
              {mailing.emailsFailed > 0 && (
                <span className="text-danger">{formatNumber(mailing.emailsFailed)} failed</span>
              )}
            </>
          )}
        </p>
      </DialogBody>
      {/* Keeps its place: a button that moved would be missed. */}
      <div className={started ? 'contents' : 'invisible'}>
        <DialogFooter>
          <Button
            variant="danger"
            className="md:mr-auto"
            blocked={!mailing || cancel.isPending}
            onClick={() => mailing && cancel.mutate({ params: { id: mailing.id } })}
          >
            Cancel Unsent Emails
          </Button>
          <Button onClick={onLeave}>Close and Keep Sending</Button>
        </DialogFooter>
      </div>
    </div>
  )
}

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
