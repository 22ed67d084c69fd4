import type { Mailing, Message } from '@attest/contract/mailings'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Ban, Download, Mail, SearchX } from 'lucide-react'
import { counted, formatDateTime, formatNumber } from '../lib/format.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/column.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Select } from '../ui/field.tsx'
import { Counts, ProgressBar } from '../ui/figures.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { BackLink, ClientLink, MailingLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { PagedTable } from '../ui/table.tsx'
import * as describe from './describe-mailing.tsx'
import { RetryButton } from './mailing-parts.tsx'
import * as mailings from './use-mailings.ts'

export default function MailingPage() {
  const { mailingId } = useParams({ strict: false })
  return (
    <RecordPage
      name="mailing"
      reading={mailings.useMailing(Number(mailingId))}
      above={<BackToMailings />}
    >
      {(mailing) => <MailingScreen key={mailing.id} mailing={mailing} />}
    </RecordPage>
  )
}

const MailingScreen = ({ mailing }: { mailing: Mailing }) => (
  <>
    <PageHeader
      title={describe.mailingName(mailing)}
      badge={<describe.MailingBadge mailing={mailing} paused={mailing.waitingBecause !== null} />}
      text={startOf(mailing)}
      above={<BackToMailings />}
      actions={<Actions mailing={mailing} />}
    />
    <MailingFigures mailing={mailing} />
    <MessageList mailing={mailing} />
  </>
)

function startOf({ id, created_at, admin_email, kind, roundName }: Mailing) {
  const start = `Mailing ${id}, started ${formatDateTime(created_at)} by ${admin_email || 'the client'}`
  return roundName && kind !== 'reminder' ? `${start}, in the round ${roundName}` : start
}

const BackToMailings = () => <BackLink to="/mailings">Back to Mailings</BackLink>

function Actions({ mailing }: { mailing: Mailing }) {
  const navigate = useNavigate()
  const cancel = mailings.useCancelMailing()
  const follow = (mailingId: number) =>
    void navigate({ to: '/mailings/$mailingId', params: { mailingId: String(mailingId) } })
  return (
    <>
      {mailings.isRunning(mailing) && (
        <ConfirmButton
          variant="danger"
          blocked={cancel.isPending}
          question="Cancel Mailing"
          text="Emails that have not left yet are canceled. An email that is being sent cannot be stopped. Letters that these emails replaced within the last hour wait again. Send earlier ones once more."
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

function MailingFigures({ mailing }: { mailing: Mailing }) {
  const { totalUsers, emailsSent, emailsFailed, emailsWaiting, answered, waitingBecause } = mailing
  const done = totalUsers > 0 ? ((totalUsers - emailsWaiting) / totalUsers) * 100 : 100
  return (
    <div className="mb-5 grid gap-4">
      <Counts
        counts={[
          { label: 'Recipients', value: totalUsers },
          { label: mailings.sentLabel(mailing), value: emailsSent },
          ...(mailings.asksForAnswers(mailing)
            ? [{ label: `Answered, of ${formatNumber(emailsSent)}`, value: answered }]
            : []),
          { label: 'Emails failed', value: emailsFailed, danger: emailsFailed > 0 },
          ...(emailsWaiting > 0 ? [{ label: 'Still waiting', value: emailsWaiting }] : []),
        ]}
      />
      {mailings.isRunning(mailing) && <ProgressBar value={done} label="Emails tried" />}
      {waitingBecause && (
        <p role="status" className="rounded-md border border-danger bg-danger-soft px-4 py-3">
          <span className="font-semibold text-danger">No email is being sent.</span>{' '}
          {waitingBecause} Sending resumes automatically.
        </p>
      )}
      {mailing.retryOf !== null && (
        <p className="text-ink-2">
          Retries the failed emails of{' '}
          <MailingLink id={mailing.retryOf}>mailing {mailing.retryOf}</MailingLink>.
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
    emailsCanceled > 0 && mailings.saidCanceled(mailing),
    emailsInDoubt > 0 &&
      `${counted(emailsInDoubt, 'email', 'emails')} may have arrived twice: the first attempt was cut off.`,
    emailsFailed > 0 &&
      retryable === 0 &&
      `Nothing left to retry: all ${formatNumber(emailsFailed)} were mailed again, answered or deleted.`,
  ]
  const shown = remarks.filter(Boolean)
  return shown.length > 0 && <p className="text-ink-2">{shown.join(' ')}</p>
}

function MessageList({ mailing }: { mailing: Mailing }) {
  const [query, onQuery] = useUrlQuery(mailings.MessageQuery)
  const reading = mailings.useMessages(mailing.id, query, mailings.isRunning(mailing))
  const list = { query, onQuery, reading }
  return (
    <Panel>
      <Filters mailing={mailing} {...list} />
      <PagedTable
        {...list}
        failure="Failed to fetch the messages"
        empty={<NoMessages query={query} />}
        rowsOf={({ messages }) => messages}
        columns={messageColumns}
        rowKey={({ id }) => id}
      />
    </Panel>
  )
}

const NoMessages = ({ query }: { query: mailings.MessageQuery }) =>
  query.search || query.state !== 'all' ? (
    <EmptyState
      icon={SearchX}
      title="No emails found"
      text="No email of this mailing matches. Try adjusting your search or filter."
    />
  ) : (
    <EmptyState icon={Mail} title="No emails" text="This mailing had no recipients." />
  )

interface FiltersProps {
  mailing: Mailing
  query: mailings.MessageQuery
  onQuery: (changes: Partial<mailings.MessageQuery>, options?: { replace?: boolean }) => void
}

function Filters({ mailing, query, onQuery }: FiltersProps) {
  const save = mailings.useExportMessages(mailing.id)
  return (
    <FilterBar placeholder="Search by name, number or email" query={query} onQuery={onQuery}>
      <Select
        aria-label="Result"
        className="w-42.5 max-md:flex-1"
        value={query.state}
        options={[
          ['all', 'All Emails'],
          ['accepted', mailing.provider === 'outbox' ? 'In the outbox' : 'Sent'],
          ['failed', 'Failed'],
          ['waiting', 'Waiting'],
          ['canceled', 'Canceled'],
          ['in_doubt', 'May have arrived twice'],
        ]}
        onValueChange={(state) => onQuery({ state, page: 1 })}
      />
      <Button blocked={save.isPending} onClick={() => save.mutate(query)}>
        <Download aria-hidden />
        Export as CSV
      </Button>
    </FilterBar>
  )
}

const messageColumns = (messages?: Message[]): Column<Message>[] => [
  {
    name: 'Client',
    cell: recipientOf,
    width: messages?.some(describe.hasReason) ? 'w-[30%]' : undefined,
  },
  {
    name: 'Result',
    cell: (message) => <describe.MessageBadge message={message} />,
    place: 'end',
    width: 'w-36',
  },
  {
    name: 'Time',
    cell: describe.messageTime,
    place: 'line',
    width: 'w-46',
    cellClass: 'text-ink-2 max-md:text-sm',
  },
  {
    name: 'Answer',
    cell: (message) => <describe.MessageAnswer message={message} />,
    place: 'line',
    width: 'w-46',
    cellClass: 'max-md:text-sm',
    shown: !messages || messages.some(describe.asksForAnswer),
  },
  {
    name: 'Reason',
    cell: (message) => <describe.MessageReason message={message} />,
    place: 'line',
    cellClass: 'max-md:text-md',
    shown: messages?.some(describe.hasReason) ?? false,
  },
]

const recipientOf = ({ client_id, first_name, last_name, client_number, email }: Message) => (
  <>
    {client_id === null ? (
      <span className="text-ink-3">Deleted client</span>
    ) : (
      <ClientLink id={client_id} className="font-semibold text-ink no-underline hover:underline">
        <bdi>
          {first_name} {last_name}
        </bdi>
      </ClientLink>
    )}
    {client_number && <span className="text-sm text-ink-3"> {client_number}</span>}
    <span className="block text-md text-ink-2">{email}</span>
  </>
)
