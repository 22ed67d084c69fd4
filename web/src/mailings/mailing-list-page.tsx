import { Mails, SearchX } from 'lucide-react'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { Segments } from '../ui/segments.tsx'
import { ListTable } from '../ui/table.tsx'
import { figuresOf, type MailingFigure } from './mailing-columns.ts'
import { MailingRow } from './mailing-row.tsx'
import { MailingQuery, useMailings } from './use-mailings.ts'

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
