import { formatPhone } from '@attest/contract/client-fields'
import { ClientFilter } from '@attest/contract/clients'
import type { OutstandingClient, OutstandingFilter } from '@attest/contract/outstanding'
import { REASON_NAMES } from '@attest/contract/outstanding'
import type { RoundPage } from '@attest/contract/rounds'
import { Download, PartyPopper, Phone, SearchX, Stamp } from 'lucide-react'
import { useState } from 'react'
import { telOf } from '../history/field-text.ts'
import { ExportDialog, RecordAnswerDialog } from '../lazy-dialogs.ts'
import { formatDay } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import type { Column } from '../ui/column.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { ClientLink } from '../ui/page.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { PagedTable } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { lastContact, Reason, reasonText } from './outstanding-client.tsx'
import { PersonSelect, useOwnFilter } from './person-select.tsx'
import { REASONS, remindedIn, unreachableIn, weekdayOf } from './round-words.ts'
import { type OutstandingQuery, useOutstanding } from './use-rounds.ts'

const MakeLettersDialog = lazyPart(() => import('../letters/make-letters-dialog.tsx'))

interface OutstandingListProps {
  round: RoundPage
  query: OutstandingQuery
  onQuery: (changes: Partial<OutstandingQuery>, options?: { replace?: boolean }) => void
}

export function OutstandingList({ round, query, onQuery }: OutstandingListProps) {
  const reading = useOutstanding(round.id, query)
  const { reason, search, person } = query
  const changed =
    !search &&
    person === 'all' &&
    !reading.isFetching &&
    reading.data &&
    reading.data.total !== countOf(round, reason)
  const content = <Clients round={round} query={query} onQuery={onQuery} reading={reading} />
  return (
    <Panel
      title="Outstanding"
      end={
        <>
          {changed && (
            <Button size="sm" onClick={() => void reading.refetch()}>
              Show Changes
            </Button>
          )}
          <ListActions round={round} query={query} total={reading.data?.total} />
        </>
      }
    >
      <Tabs
        label="Reason"
        className="overflow-x-auto px-4 whitespace-nowrap md:px-5.5"
        value={reason}
        onChange={(id) => onQuery({ reason: id as OutstandingFilter, page: 1 })}
        tabs={tabsOf(round, reason).map(({ id, name }) => ({
          id,
          name,
          count: countOf(round, id),
          content,
        }))}
      />
    </Panel>
  )
}

interface ClientsProps extends OutstandingListProps {
  reading: ReturnType<typeof useOutstanding>
}

function Clients({ round, query, onQuery, reading }: ClientsProps) {
  const [recording, setRecording] = useState<number | null>(null)
  return (
    <>
      <FilterBar
        placeholder="Search by name, number, email or phone"
        query={query}
        onQuery={onQuery}
      >
        <PersonSelect
          roundId={round.id}
          value={query.person}
          onChange={(person) => onQuery({ person, page: 1 })}
        />
      </FilterBar>
      <div data-focus-box>
        <PagedTable
          reading={reading}
          query={query}
          onQuery={onQuery}
          failure="Failed to fetch the outstanding clients"
          empty={<Nobody query={query} />}
          rowsOf={({ clients }) => clients}
          columns={columnsOf(round, setRecording)}
          rowKey={({ client_id }) => client_id}
          expected={Math.min(query.limit, countOf(round, query.reason))}
          rowClass="max-md:gap-y-1.5 max-md:py-3.25!"
          cells="py-2.5 align-middle wrap-anywhere md:h-15.5"
        />
      </div>
      {recording !== null && (
        <RecordAnswerDialog id={recording} onClose={() => setRecording(null)} />
      )}
    </>
  )
}

interface ListActionsProps extends Pick<OutstandingListProps, 'round' | 'query'> {
  total: number | undefined
}

/** Actions for the listed clients. A closed round has its report instead. */
function ListActions({ round, query: { reason, search, person }, total }: ListActionsProps) {
  const own = useOwnFilter(round.id, person)
  if (round.closed_at) return null
  const shown = { round: reason === 'all' ? ('outstanding' as const) : reason, own: own ?? '' }
  const selection = { filter: ClientFilter.parse(shown), total: total ?? 0 }
  return (
    <>
      {/* Not with a search, which finds other clients here than in the list of clients. */}
      {!search && !!total && (
        <DialogButton
          size="sm"
          blocked={own === undefined}
          dialog={(close) => (
            <MakeLettersDialog selection={selection} count={total} onClose={close} />
          )}
        >
          <Stamp aria-hidden className="max-md:hidden" />
          Letters
        </DialogButton>
      )}
      <DialogButton
        size="sm"
        blocked={own === undefined}
        dialog={(close) => (
          <ExportDialog
            chosen={{ ...shown, search }}
            count={search || own ? undefined : countOf(round, reason)}
            onClose={close}
          />
        )}
      >
        <Download aria-hidden className="max-md:hidden" />
        Export
      </DialogButton>
    </>
  )
}

function countOf({ coverage }: RoundPage, reason: OutstandingFilter) {
  if (reason === 'all') return coverage.outstanding
  if (reason === 'remindable') return remindedIn(coverage)
  return reason === 'unreachable' ? unreachableIn(coverage) : coverage.reasons[reason]
}

/** Leaves out reasons without clients, except the chosen one. */
function tabsOf(round: RoundPage, chosen: OutstandingFilter) {
  const tabs: { id: OutstandingFilter; name: string }[] = [
    { id: 'all', name: 'All' },
    { id: 'unreachable', name: 'Email cannot reach' },
    ...(chosen === 'remindable' ? [{ id: chosen, name: 'A reminder reaches' }] : []),
    ...REASONS.map((id) => ({ id, name: REASON_NAMES[id] })),
  ]
  return tabs.filter(({ id }) => id === 'all' || id === chosen || countOf(round, id) > 0)
}

const Nobody = ({ query: { search, reason, person } }: { query: OutstandingQuery }) =>
  search || reason !== 'all' || person !== 'all' ? (
    <EmptyState
      icon={SearchX}
      title="No clients found"
      text="No outstanding client matches. Try another search, reason or person."
    />
  ) : (
    <EmptyState
      icon={PartyPopper}
      title="Nobody is outstanding"
      text="Every client of this round has answered or is excused."
    />
  )

const columnsOf = (
  round: RoundPage,
  onRecord: (clientId: number) => void,
): Column<OutstandingClient>[] => [
  { name: 'Client', cell: clientOf, width: 'w-[24%]' },
  {
    name: 'Reason',
    cell: (client) => (
      <Reason reason={client.reason} text={reasonText(client)} reply={client.reply} />
    ),
    place: 'line',
    cellClass: 'max-md:row-start-2',
  },
  {
    name: 'Last contact',
    cell: contactOf,
    place: 'end',
    width: 'w-[17%]',
    cellClass: 'leading-snug max-md:text-right',
  },
  {
    name: 'Next step',
    cell: (client) => <NextStep round={round} client={client} />,
    width: 'w-48',
    cellClass: 'max-md:row-start-3 max-md:self-center',
    shown: round.closed_at === null,
  },
  {
    name: 'Answer',
    cell: ({ client_id, name }) => (
      <Button
        variant="link"
        size="inline"
        aria-label={`Record an Answer: ${name}`}
        onClick={() => onRecord(client_id)}
      >
        Record an Answer
      </Button>
    ),
    place: 'end',
    width: 'w-35',
    className: 'text-right',
    cellClass: 'max-md:row-start-3!',
    shown: round.closed_at === null,
  },
]

const clientOf = ({ client_id, client_number, name }: OutstandingClient) => (
  <>
    <ClientLink
      id={client_id}
      className="font-semibold text-ink underline decoration-line-strong underline-offset-3 wrap-anywhere hover:decoration-ink"
    >
      <bdi>{name}</bdi>
    </ClientLink>
    <span className="block text-sm text-ink-3">{client_number}</span>
  </>
)

function contactOf(client: OutstandingClient) {
  const contact = lastContact(client)
  if (!contact) return <span className="text-ink-3">None yet</span>
  return (
    <>
      {contact.what}
      <span className="block text-sm text-ink-3 wrap-anywhere">
        {formatDay(contact.at)}
        {contact.by && `, ${contact.by}`}
      </span>
    </>
  )
}

const CORRECTED = ['wrong_person', 'failed', 'address_bounced', 'unusable_address']

function NextStep({ round, client }: { round: RoundPage; client: OutstandingClient }) {
  const { client_id, reason, reported } = client
  // For a reported death, the number of the person who reported it.
  const phone_number = reported?.phone_number ?? client.phone_number
  if ((reason === 'asked' || reason === 'opened') && round.nextReminder && !round.paused)
    return <span className="text-md text-ink-3">Reminder {weekdayOf(round.nextReminder.at)}</span>
  if (reason === 'queued') return <span className="text-md text-ink-3">Email goes out</span>
  return (
    <>
      {phone_number ? (
        <a href={telOf(phone_number)} className={buttonClass({ size: 'sm' })}>
          <Phone aria-hidden />
          {formatPhone(phone_number)}
        </a>
      ) : (
        <span className="text-md text-ink-2">Write a letter</span>
      )}
      {CORRECTED.includes(reason) && (
        <ClientLink id={client_id} className="mt-1 block text-sm">
          or correct the email
        </ClientLink>
      )}
    </>
  )
}
