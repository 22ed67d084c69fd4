import type { OutstandingFilter, RoundPage } from '@attest/contract/rounds'
import { Download, PartyPopper, SearchX } from 'lucide-react'
import { useState } from 'react'
import { ExportDialog, RecordAnswerDialog } from '../lazy-dialogs.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { OutstandingTable } from './outstanding-table.tsx'
import { REASON_NAMES, REASONS, unreachableIn } from './round-words.ts'
import { type OutstandingQuery, useOutstanding } from './use-rounds.ts'

interface OutstandingListProps {
  round: RoundPage
  query: OutstandingQuery
  onQuery: (changes: Partial<OutstandingQuery>, options?: { replace?: boolean }) => void
}

export function OutstandingList({ round, query, onQuery }: OutstandingListProps) {
  const reading = useOutstanding(round.id, query)
  const { reason, search } = query
  const changed =
    !search && !reading.isFetching && reading.data && reading.data.total !== countOf(round, reason)
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
          <ExportButton round={round} query={query} />
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
      />
      <div data-focus-box>
        <PagedList
          reading={reading}
          query={query}
          onQuery={onQuery}
          failure="Failed to fetch the outstanding clients"
          empty={<Nobody query={query} />}
        >
          {(data, stale) => (
            <OutstandingTable
              round={round}
              clients={data?.clients}
              rows={Math.min(query.limit, countOf(round, query.reason))}
              stale={stale}
              onRecord={setRecording}
            />
          )}
        </PagedList>
      </div>
      {recording !== null && (
        <RecordAnswerDialog id={recording} onClose={() => setRecording(null)} />
      )}
    </>
  )
}

/** Exports what the list shows. The report has the clients of a closed round. */
function ExportButton({ round, query }: Pick<OutstandingListProps, 'round' | 'query'>) {
  const { reason, search } = query
  if (round.closed_at) return null
  return (
    <DialogButton
      size="sm"
      dialog={(close) => (
        <ExportDialog
          chosen={{ round: reason === 'all' ? 'outstanding' : reason, search }}
          count={search ? undefined : countOf(round, reason)}
          onClose={close}
        />
      )}
    >
      <Download aria-hidden className="max-md:hidden" />
      Export
    </DialogButton>
  )
}

function countOf({ coverage }: RoundPage, reason: OutstandingFilter) {
  if (reason === 'all') return coverage.outstanding
  return reason === 'unreachable' ? unreachableIn(coverage) : coverage.reasons[reason]
}

/** Leaves out reasons without clients, except the chosen one. */
function tabsOf(round: RoundPage, chosen: OutstandingFilter) {
  const tabs: { id: OutstandingFilter; name: string }[] = [
    { id: 'all', name: 'All' },
    { id: 'unreachable', name: 'Email cannot reach' },
    ...REASONS.map((id) => ({ id, name: REASON_NAMES[id] })),
  ]
  return tabs.filter(({ id }) => id === 'all' || id === chosen || countOf(round, id) > 0)
}

const Nobody = ({ query: { search, reason } }: { query: OutstandingQuery }) =>
  search || reason !== 'all' ? (
    <EmptyState
      icon={SearchX}
      title="No clients found"
      text="No outstanding client matches. Try another search or reason."
    />
  ) : (
    <EmptyState
      icon={PartyPopper}
      title="Nobody is outstanding"
      text="Every client of this round has answered or is excused."
    />
  )
