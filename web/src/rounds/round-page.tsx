import type { OutstandingFilter, RoundPage as Round } from '@attest/contract/rounds'
import { useParams } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { useLive } from '../dashboard/use-live.ts'
import { CallError } from '../lib/call.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { BackLink } from '../ui/back-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReadError } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CoverageSheet } from './coverage-sheet.tsx'
import { OutstandingList } from './outstanding-list.tsx'
import { ReminderSheet } from './reminder-sheet.tsx'
import { RoundActions } from './round-actions.tsx'
import { RoundBadge } from './round-badge.tsx'
import { RoundChart } from './round-chart.tsx'
import { roundDates } from './round-words.ts'
import { OutstandingQuery, useRound } from './use-rounds.ts'

export default function RoundPage() {
  const { id } = useParams({ strict: false })
  const reading = useRound(Number(id))
  const { data: round, error } = reading
  // 400: the address holds no valid id.
  const gone = error instanceof CallError && (error.status === 404 || error.status === 400)
  if (round && !gone) return <RoundScreen key={round.id} round={round} />
  if (!error) return <RoundSkeleton />
  return (
    <>
      <PageHeader title="Round" above={<BackToRounds />} />
      <Sheet>
        {gone ? (
          <EmptyState icon={SearchX} title="Round not found" text="There is no such round." />
        ) : (
          <ReadError title="Failed to fetch the round" reading={reading} />
        )}
      </Sheet>
    </>
  )
}

const BackToRounds = () => <BackLink to="/rounds">Rounds</BackLink>

const RoundSkeleton = () => (
  <>
    <PageHeader title="Loading..." text={'\u00a0'} above={<BackToRounds />} />
    <div role="status" aria-label="Loading..." className="grid gap-5">
      {['h-81', 'h-88', 'h-120'].map((height) => (
        <Skeleton key={height} className={`rounded-lg! ${height}`} />
      ))}
    </div>
  </>
)

function RoundScreen({ round }: { round: Round }) {
  useLive()
  const [query, setQuery] = useUrlQuery(OutstandingQuery)
  const list = useRef<HTMLDivElement>(null)
  const showReason = (reason: OutstandingFilter) => {
    void setQuery({ reason, page: 1 })
    list.current?.scrollIntoView({ block: 'start' })
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <PageHeader
        title={round.name}
        badge={<RoundBadge round={round} />}
        text={roundDates(round)}
        above={<BackToRounds />}
        actions={<RoundActions round={round} />}
      />
      <CoverageSheet round={round} onReason={showReason} />
      <div className="mb-5 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <RoundChart round={round} />
        <div className="max-lg:order-first">
          <ReminderSheet round={round} />
        </div>
      </div>
      <div ref={list} tabIndex={-1} className="scroll-mt-20 outline-none">
        <OutstandingList round={round} query={query} onQuery={setQuery} />
      </div>
    </>
  )
}
