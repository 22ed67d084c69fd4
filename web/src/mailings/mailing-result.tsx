import type { Mailing } from '@attest/contract/mailings'
import { formatNumber } from '../lib/format.ts'
import { Counts } from '../ui/counts.tsx'
import { EmailErrors } from './email-errors.tsx'
import { TARGETS } from './target-choice.tsx'

export function MailingResult({ mailing }: { mailing: Mailing }) {
  const { emailsWaiting, emailsFailed, waitingBecause, emailErrors } = mailing
  const target = TARGETS.find(({ value }) => value === mailing.statusFilter)
  return (
    <div className="grid gap-4">
      <Counts
        counts={[
          { label: 'Total users', value: mailing.totalUsers },
          { label: 'Status updated', value: mailing.updatedCount },
          { label: 'Emails sent', value: mailing.emailsSent },
          { label: 'Emails failed', value: emailsFailed, danger: emailsFailed > 0 },
        ]}
      />
      {emailsWaiting > 0 && (
        <p role="status">
          <span className="font-semibold">{formatNumber(emailsWaiting)} still waiting.</span>{' '}
          {waitingBecause} They go out by themselves as soon as they can.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-2">Mail provider</dt>
        <dd className="wrap-anywhere">{mailing.smtpProvider}</dd>
        <dt className="text-ink-2">Status filter</dt>
        <dd>{target?.label ?? 'All users'}</dd>
      </dl>
      <EmailErrors errors={emailErrors} />
    </div>
  )
}
