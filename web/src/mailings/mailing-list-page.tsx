import type { MailingSummary } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { Mails, SearchX, Stamp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { useUrlList } from '../lib/use-url-query.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { type Column, rowLinkClass } from '../ui/column.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { MailingLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { PagedTable } from '../ui/table.tsx'
import { MailingBadge, mailingName } from './describe-mailing.tsx'
import { asksForAnswers, isRunning, MailingQuery, useMailings } from './use-mailings.ts'

const RECIPIENTS = [
  ['many', 'To many'],
  ['one', 'To one client'],
  ['all', 'All'],
] as const

export default function MailingListPage() {
  const list = useUrlList(MailingQuery, useMailings)
  const { query, onQuery } = list
  return (
    <>
      <PageHeader
        title="Mailings"
        text="Each mailing, with its recipients and results."
        actions={
          <Link to="/letters" className={buttonClass({})}>
            <Stamp aria-hidden />
            Letters on Paper
          </Link>
        }
      />
      <OutboxNote className="mb-5" />
      <Panel>
        <FilterBar placeholder="Search by name, number or email" {...list}>
          <Segments
            label="Which mailings"
            options={RECIPIENTS}
            value={query.recipients}
            onChange={(recipients) => void onQuery({ recipients, page: 1 })}
          />
        </FilterBar>
        <PagedTable
          {...list}
          failure="Failed to fetch mailings"
          empty={<NoMailings query={query} />}
          rowsOf={({ mailings }) => mailings}
          columns={(mailings) => columnsOf(mailings, query.search)}
          rowKey={({ id }) => id}
          rowClass="relative hover:bg-sunk"
        />
      </Panel>
    </>
  )
}

function NoMailings({ query: { recipients, search } }: { query: MailingQuery }) {
  if (search) {
    return (
      <EmptyState
        icon={SearchX}
        title="No mailings found"
        text={`No mailing ${recipients === 'all' ? '' : 'of this kind '}went to such a client. Try adjusting your search or filter.`}
      />
    )
  }
  return recipients === 'one' ? (
    <EmptyState
      icon={SearchX}
      title="No mailings to one client"
      text="Emails that you resend, and those to new clients, appear here."
    />
  ) : (
    <EmptyState
      icon={Mails}
      title="No mailings yet"
      text="Send one with the Bulk Email button under Clients, or import a spreadsheet."
    />
  )
}

const isKept = ({ provider }: MailingSummary) => provider === 'outbox'

const hasFailed = ({ emailsFailed }: MailingSummary) => emailsFailed > 0

/** Leaves out columns that are empty or the same in every row. */
function columnsOf(mailings: MailingSummary[] = [], search: string): Column<MailingSummary>[] {
  const none = mailings.length === 0
  const toMany = none || mailings.some(({ recipient }) => recipient === null)
  const onlyKept = !none && mailings.every(isKept)
  const sentOf = (each: MailingSummary) =>
    `${formatNumber(each.emailsSent)}${isKept(each) && !onlyKept ? ' kept' : ''}`
  return [
    { name: 'Mailing', cell: (mailing) => <MailingTitle mailing={mailing} search={search} /> },
    { name: 'Started', cell: startedOf, width: 'w-46', cellClass: 'text-ink-2 max-md:text-sm' },
    figure('Recipients', (each) => formatNumber(each.totalUsers), toMany, 'w-26'),
    figure(onlyKept ? 'Kept' : 'Sent', sentOf, toMany),
    figure('Answered', answeredOfSent, none || mailings.some(asksForAnswers), 'w-30'),
    figure('Failed', failedOf, mailings.some(hasFailed)),
    figure('Waiting', (each) => formatNumber(each.emailsWaiting), mailings.some(isRunning)),
    {
      name: 'Result',
      cell: (mailing) => <MailingBadge mailing={mailing} />,
      place: 'end',
      width: 'w-38',
      className: 'md:pl-5!',
    },
  ]
}

const figure = (
  name: string,
  cell: (mailing: MailingSummary) => ReactNode,
  shown: boolean,
  width = 'w-22',
): Column<MailingSummary> => ({
  name,
  cell,
  shown,
  width,
  place: 'none',
  className: 'text-right max-[75rem]:hidden',
})

/** The link covers the whole row. The mailing's page keeps the search. */
function MailingTitle({ mailing, search }: { mailing: MailingSummary; search: string }) {
  const { id, admin_email, kind, roundName } = mailing
  return (
    <>
      <MailingLink
        id={id}
        search={(search ? { search } : {}) as never}
        className={`font-semibold ${rowLinkClass}`}
      >
        {mailingName(mailing)}
      </MailingLink>
      <span className="block text-sm text-ink-3">
        {admin_email || 'Client'}
        {roundName && kind !== 'reminder' && ` · ${roundName}`}
      </span>
    </>
  )
}

const startedOf = (mailing: MailingSummary) => (
  <>
    {formatDateTime(mailing.created_at)}
    <span className="min-[75rem]:hidden">{inWords(mailing)}</span>
  </>
)

function inWords(mailing: MailingSummary) {
  const { recipient, totalUsers, emailsSent, emailsFailed, answered, provider } = mailing
  if (!asksForAnswers(mailing)) return ''
  if (recipient) return answered > 0 ? ' · answered' : ' · no answer yet'
  const sent = `${formatNumber(emailsSent)} of ${formatNumber(totalUsers)} ${provider === 'outbox' ? 'kept' : 'sent'}`
  const failed = emailsFailed > 0 ? `, ${formatNumber(emailsFailed)} failed` : ''
  return ` · ${sent}, ${formatNumber(answered)} answered${failed}`
}

const answeredOfSent = (mailing: MailingSummary) =>
  asksForAnswers(mailing)
    ? `${formatNumber(mailing.answered)} of ${formatNumber(mailing.emailsSent)}`
    : ''

const failedOf = (mailing: MailingSummary) => (
  <span className={hasFailed(mailing) ? 'font-semibold text-danger' : ''}>
    {formatNumber(mailing.emailsFailed)}
  </span>
)
