import type { Mailing } from '@attest/contract/mailings'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Ban, RotateCcw, SearchX } from 'lucide-react'
import { CallError } from '../lib/call.ts'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BY_CLIENT, MailingBadge, mailingName } from './describe-mailing.tsx'
import { MailingFigures } from './mailing-figures.tsx'
import { MessageList } from './message-list.tsx'
import { MessageTable } from './message-table.tsx'
import {
  canRetry,
  isRunning,
  useCancelMailing,
  useMailing,
  useRetryMailing,
} from './use-mailings.ts'

export default function MailingPage() {
  const { mailingId } = useParams({ strict: false })
  const reading = useMailing(Number(mailingId))
  const { data: mailing, error } = reading
  // 400: the address holds no valid id.
  const gone = error instanceof CallError && (error.status === 404 || error.status === 400)
  if (mailing && !gone) return <MailingScreen key={mailing.id} mailing={mailing} />
  if (!error) return <MailingSkeleton />
  return (
    <>
      <PageHeader title="Mailing" above={<BackToMailings />} />
      <Sheet>
        {gone ? (
          <EmptyState icon={SearchX} title="Mailing not found" text="There is no such mailing." />
        ) : (
          <ReadError title="Failed to fetch the mailing" reading={reading} />
        )}
      </Sheet>
    </>
  )
}

const MailingSkeleton = () => (
  <>
    <PageHeader title="Loading..." text={'\u00a0'} above={<BackToMailings />} />
    <div role="status" aria-label="Loading...">
      <Skeleton className="mb-5 h-20.5 rounded-lg!" />
      <Sheet>
        <MessageTable messages={undefined} rows={8} stale={false} />
      </Sheet>
    </div>
  </>
)

function MailingScreen({ mailing }: { mailing: Mailing }) {
  return (
    <>
      <PageHeader
        title={mailingName(mailing)}
        badge={<MailingBadge mailing={mailing} stalled={mailing.waitingBecause !== null} />}
        text={startOf(mailing)}
        above={<BackToMailings />}
        actions={<Actions mailing={mailing} />}
      />
      <MailingFigures mailing={mailing} />
      <MessageList mailing={mailing} />
    </>
  )
}

function startOf({ id, created_at, admin_email, kind, roundName }: Mailing) {
  const start = `Mailing ${id}, started ${formatDateTime(created_at)} by ${admin_email || BY_CLIENT}`
  return roundName && kind !== 'reminder' ? `${start}, in the round ${roundName}` : start
}

const BackToMailings = () => <BackLink to="/mailings">Back to Mailings</BackLink>

function Actions({ mailing }: { mailing: Mailing }) {
  const navigate = useNavigate()
  const cancel = useCancelMailing()
  const retry = useRetryMailing()
  const params = { id: mailing.id }
  const follow = ({ mailingId }: { mailingId: number }) =>
    void navigate({ to: '/mailings/$mailingId', params: { mailingId: String(mailingId) } })
  return (
    <>
      {isRunning(mailing) && (
        <ConfirmButton
          variant="danger"
          blocked={cancel.isPending}
          question="Cancel Mailing"
          text="Emails that have not left yet are canceled. An email that is being sent cannot be stopped."
          action="Cancel Mailing"
          cancel="Keep sending"
          onConfirm={() => cancel.mutate({ params })}
        >
          <Ban aria-hidden />
          Cancel Mailing
        </ConfirmButton>
      )}
      {canRetry(mailing) && (
        <Button
          variant="primary"
          blocked={retry.isPending}
          onClick={() => retry.mutate({ params }, { onSuccess: follow })}
        >
          <RotateCcw aria-hidden />
          Retry Failed Emails ({formatNumber(mailing.retryable)})
        </Button>
      )}
    </>
  )
}
