import type { MailingSummary } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { Mails, SearchX } from 'lucide-react'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Segments } from '../ui/choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { listCellClass as cell, ListTable } from '../ui/table.tsx'
import { MailingBadge, mailingName } from './describe-mailing.tsx'
import { asksForAnswers, isRunning, MailingQuery, useMailings } from './use-mailings.ts'

const RECIPIENTS = [
  ['many', 'To many'],
  ['one', 'To one client'],
  ['all', 'All'],
] as const

export default function MailingListPage() {
  const [query, setQuery] = useUrlQuery(MailingQuery)
  const reading = useMailings(query)
  return (
    <>
      <PageHeader title="Mailings" text="Each mailing, with its recipients and results." />
      <OutboxNote className="mb-5" />
      <Panel>
        <FilterBar
          placeholder="Search by a client’s name, number or email"
          query={query}
          onQuery={setQuery}
        >
          <Segments
            label="Which mailings"
            options={RECIPIENTS}
            value={query.recipients}
            onChange={(recipients) => void setQuery({ recipients, page: 1 })}
          />
        </FilterBar>
        <PagedList
          reading={reading}
          query={query}
          onQuery={setQuery}
          failure="Failed to fetch mailings"
          empty={<NoMailings query={query} />}
        >
          {(data, stale) => {
            const figures = figuresOf(data?.mailings)
            return (
              <ListTable columns={columnsOf(figures)} rows={query.limit} stale={stale}>
                {data?.mailings.map((mailing) => (
                  <MailingRow
                    key={mailing.id}
                    mailing={mailing}
                    figures={figures}
                    search={query.search}
                  />
                ))}
              </ListTable>
            )
          }}
        </PagedList>
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

const WIDTHS: Record<string, string> = { Answered: 'w-30', Recipients: 'w-26' }

const columnsOf = (figures: MailingFigure[]) => [
  { name: 'Mailing' },
  { name: 'Started', width: 'w-46' },
  ...figures.map(({ name }) => ({
    name,
    width: WIDTHS[name] ?? 'w-22',
    className: 'text-right',
  })),
  { name: 'Result', width: 'w-38', className: 'pl-5!' },
]

const figureClass = `${cell} text-right max-md:hidden`

interface MailingRowProps {
  mailing: MailingSummary
  figures: MailingFigure[]
  search: string
}

/** The link covers the whole row, and passes the search on. */
function MailingRow({ mailing, figures, search }: MailingRowProps) {
  const { id, admin_email, created_at, kind, roundName } = mailing
  return (
    <tr className="group relative hover:bg-sunk max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0">
      <td className={`${cell} md:pl-5.5`}>
        <Link
          to="/mailings/$mailingId"
          params={{ mailingId: String(id) }}
          search={(search ? { search } : {}) as never}
          className="font-semibold text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {mailingName(mailing)}
        </Link>
        <span className="block text-sm text-ink-3">
          {admin_email || 'Client'}
          {roundName && kind !== 'reminder' && ` · ${roundName}`}
        </span>
      </td>
      <td className={`${cell} text-ink-2 max-md:col-start-1 max-md:text-sm`}>
        {formatDateTime(created_at)}
        <span className="md:hidden">{inWords(mailing)}</span>
      </td>
      {figures.map(({ name, text, danger }) => (
        <td
          key={name}
          className={`${figureClass} ${danger?.(mailing) ? 'font-semibold text-danger' : ''}`}
        >
          {text(mailing)}
        </td>
      ))}
      <td className={`${cell} md:pr-5.5 md:pl-5 max-md:col-start-2 max-md:row-start-1`}>
        <MailingBadge mailing={mailing} />
      </td>
    </tr>
  )
}

function inWords(mailing: MailingSummary) {
  const { recipient, totalUsers, emailsSent, emailsFailed, answered, provider } = mailing
  if (!asksForAnswers(mailing)) return ''
  if (recipient) return answered > 0 ? ' · answered' : ' · no answer yet'
  const sent = `${formatNumber(emailsSent)} of ${formatNumber(totalUsers)} ${provider === 'outbox' ? 'kept' : 'sent'}`
  const failed = emailsFailed > 0 ? `, ${formatNumber(emailsFailed)} failed` : ''
  return ` · ${sent}, ${formatNumber(answered)} answered${failed}`
}

interface MailingFigure {
  name: string
  text: (mailing: MailingSummary) => string
  danger?: (mailing: MailingSummary) => boolean
}

const hasFailed = ({ emailsFailed }: MailingSummary) => emailsFailed > 0

const answeredOfSent = (mailing: MailingSummary) =>
  asksForAnswers(mailing)
    ? `${formatNumber(mailing.answered)} of ${formatNumber(mailing.emailsSent)}`
    : ''

/** Leaves out columns that are empty or the same in every row. */
function figuresOf(mailings: MailingSummary[] = []): MailingFigure[] {
  const none = mailings.length === 0
  const toMany = none || mailings.some(({ recipient }) => recipient === null)
  const sent = mailings.some(({ provider }) => provider === 'outbox') ? 'Kept' : 'Sent'
  const figures: (MailingFigure & { shown: boolean })[] = [
    { name: 'Recipients', text: (each) => formatNumber(each.totalUsers), shown: toMany },
    { name: sent, text: (each) => formatNumber(each.emailsSent), shown: toMany },
    { name: 'Answered', text: answeredOfSent, shown: none || mailings.some(asksForAnswers) },
    {
      name: 'Failed',
      text: (each) => formatNumber(each.emailsFailed),
      danger: hasFailed,
      shown: mailings.some(hasFailed),
    },
    {
      name: 'Waiting',
      text: (each) => formatNumber(each.emailsWaiting),
      shown: mailings.some(isRunning),
    },
  ]
  return figures.filter(({ shown }) => shown)
}
