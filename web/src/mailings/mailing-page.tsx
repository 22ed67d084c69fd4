import type { Mailing } from '@attest/contract/mailings'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Ban } from 'lucide-react'
import { formatDateTime } from '../lib/format.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MailingBadge, mailingName } from './describe-mailing.tsx'
import { MailingFigures } from './mailing-figures.tsx'
import { MessageList } from './message-list.tsx'
import { MessageTable } from './message-table.tsx'
import { RetryButton } from './retry-button.tsx'
import { isRunning, useCancelMailing, useMailing } from './use-mailings.ts'

export default function MailingPage() {
  const { mailingId } = useParams({ strict: false })
  return (
    <RecordPage
      name="mailing"
      reading={useMailing(Number(mailingId))}
      above={<BackToMailings />}
      skeleton={
        <>
          <Skeleton className="mb-5 h-20.5 rounded-lg!" />
          <Panel>
            <MessageTable messages={undefined} rows={8} stale={false} />
          </Panel>
        </>
      }
    >
      {(mailing) => <MailingScreen key={mailing.id} mailing={mailing} />}
    </RecordPage>
  )
}

function MailingScreen({ mailing }: { mailing: Mailing }) {
  return (
    <>
      <PageHeader
        title={mailingName(mailing)}
        badge={<MailingBadge mailing={mailing} paused={mailing.waitingBecause !== null} />}
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
  const start = `Mailing ${id}, started ${formatDateTime(created_at)} by ${admin_email || 'the client'}`
  return roundName && kind !== 'reminder' ? `${start}, in the round ${roundName}` : start
}

const BackToMailings = () => <BackLink to="/mailings">Back to Mailings</BackLink>

function Actions({ mailing }: { mailing: Mailing }) {
  const navigate = useNavigate()
  const cancel = useCancelMailing()
  const follow = (mailingId: number) =>
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
          onConfirm={() => cancel.mutate({ params: { id: mailing.id } })}
        >
          <Ban aria-hidden />
          Cancel Mailing
        </ConfirmButton>
      )}
      <RetryButton mailing={mailing} primary onRetried={follow} />
    </>
  )
}
