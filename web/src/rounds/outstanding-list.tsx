import type { OutstandingFilter, RoundPage } from '@attest/contract/rounds'
import { PartyPopper, SearchX } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { OutstandingTable } from './outstanding-table.tsx'
import { REASON_NAMES, REASONS } from './round-words.ts'
import { type OutstandingQuery, useOutstanding } from './use-rounds.ts'

const RecordAnswerDialog = lazyPart(
  async () => (await import('../clients/record-answer-dialog.tsx')).RecordAnswerDialog,
)

interface OutstandingListProps {
  round: RoundPage
  query: OutstandingQuery
  onQuery: (changes: Partial<OutstandingQuery>, options?: { replace?: boolean }) => void
}

export function OutstandingList({ round, query, onQuery }: OutstandingListProps) {
  const reading = useOutstanding(round.id, query)
  const [recording, setRecording] = useState<number | null>(null)
  const content = (
    <>
      <search className="flex border-b border-line px-4 py-3.5 md:px-5.5">
        <SearchBox
          placeholder="Search by name, number, email or phone"
          value={query.search}
          onChange={(search) => onQuery({ search, page: 1 }, { replace: true })}
        />
      </search>
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
    </>
  )
  const changed =
    !query.search && !reading.isFetching && reading.data?.total !== countOf(round, query.reason)
  return (
    <Sheet
      title="Outstanding"
      end={
        changed &&
        reading.data && (
          <Button size="sm" onClick={() => void reading.refetch()}>
            Show Changes
          </Button>
        )
      }
    >
      <Tabs
        label="Reason"
        className="overflow-x-auto px-4 md:px-5.5"
        value={query.reason}
        onChange={(id) => onQuery({ reason: id as OutstandingFilter, page: 1 })}
        tabs={tabsOf(round, query.reason).map(({ id, name }) => ({
          id,
          name: (
            <span className="whitespace-nowrap">
              {name}{' '}
              <span className="text-md font-normal text-ink-3">
                {formatNumber(countOf(round, id))}
              </span>
            </span>
          ),
          content,
        }))}
      />
      {recording !== null && (
        <RecordAnswerDialog id={recording} onClose={() => setRecording(null)} />
      )}
    </Sheet>
  )
}

function countOf({ coverage }: RoundPage, reason: OutstandingFilter) {
  if (reason === 'all') return coverage.outstanding
  const { failed, no_address, unusable_address } = coverage.reasons
  return reason === 'unreachable'
    ? failed + no_address + unusable_address
    : coverage.reasons[reason]
}

/** Reasons that nobody has are left out, but not the chosen one. */
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
