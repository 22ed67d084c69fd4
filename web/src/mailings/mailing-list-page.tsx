import type { MailingSummary } from '@attest/contract/mailings'
import { Mails, SearchX } from 'lucide-react'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { headCellClass } from '../ui/table.tsx'
import { MailingRow, MailingRowsSkeleton } from './mailing-row.tsx'
import { MailingQuery, useMailings } from './use-mailings.ts'

const RECIPIENTS = [
  ['many', 'To many'],
  ['one', 'To one client'],
  ['all', 'All'],
] as const

export function MailingListPage() {
  const [query, setQuery] = useUrlQuery(MailingQuery)
  const reading = useMailings(query)
  return (
    <>
      <PageHeader title="Mailings" text="Each mailing, with its recipients and results." />
      <OutboxNote className="mb-5" />
      <Sheet>
        <search className="flex flex-wrap items-center gap-2.5 border-b border-line px-4 py-3.5 md:px-5.5">
          <SearchBox
            placeholder="Search by a client’s name, number or email"
            value={query.search}
            onChange={(search) => void setQuery({ search, page: 1 }, { replace: true })}
          />
          <Segments
            label="Which mailings"
            options={RECIPIENTS}
            value={query.recipients}
            onChange={(recipients) => void setQuery({ recipients, page: 1 })}
          />
        </search>
        <PagedList
          reading={reading}
          query={query}
          onQuery={setQuery}
          failure="Failed to fetch mailings"
          empty={<NoMailings query={query} />}
        >
          {(data, stale) => (
            <Mailings
              mailings={data?.mailings}
              search={query.search}
              rows={query.limit}
              stale={stale}
            />
          )}
        </PagedList>
      </Sheet>
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

interface MailingsProps {
  mailings: MailingSummary[] | undefined
  /** Passed on to the opened mailing. */
  search: string
  rows: number
  stale: boolean
}

function Mailings({ mailings, search, rows, stale }: MailingsProps) {
  const figures = ['Clients', 'Sent', 'Failed', 'Waiting']
  return (
    <div className="overflow-x-auto" aria-busy={stale || !mailings}>
      <table className="w-full min-w-160 table-fixed border-collapse max-md:block max-md:min-w-0">
        <colgroup>
          <col />
          <col className="w-46" />
          {figures.map((name) => (
            <col key={name} className="w-22" />
          ))}
          <col className="w-34" />
        </colgroup>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col" className={`${headCellClass} md:pl-5.5`}>
              Mailing
            </th>
            <th scope="col" className={headCellClass}>
              Started
            </th>
            {figures.map((name) => (
              <th key={name} scope="col" className={`${headCellClass} text-right`}>
                {name}
              </th>
            ))}
            <th scope="col" className={`${headCellClass} pl-5! md:pr-5.5`}>
              State
            </th>
          </tr>
        </thead>
        <tbody
          className={`max-md:block motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}
        >
          {mailings?.map((mailing) => (
            <MailingRow key={mailing.id} mailing={mailing} search={search} />
          )) ?? <MailingRowsSkeleton rows={rows} />}
        </tbody>
      </table>
    </div>
  )
}
