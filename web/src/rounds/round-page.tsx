import type { OutstandingFilter, RoundPage as Round } from '@attest/contract/rounds'
import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { useLive } from '../lib/use-live.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { BackLink, PageHeader } from '../ui/page-header.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { OutstandingList } from './outstanding-list.tsx'
import { ReminderPanel } from './reminder-panel.tsx'
import { RoundActions } from './round-actions.tsx'
import { RoundBadge } from './round-badge.tsx'
import { RoundChart } from './round-chart.tsx'
import { roundDates } from './round-words.ts'
import { OutstandingQuery, useRound } from './use-rounds.ts'

export default function RoundPage() {
  const { id } = useParams({ strict: false })
  return (
    <RecordPage
      name="round"
      reading={useRound(Number(id))}
      above={<BackToRounds />}
      skeleton={['h-81', 'h-88', 'h-120'].map((height) => (
        <Skeleton key={height} className={`mb-5 rounded-lg! ${height}`} />
      ))}
    >
      {(round) => <RoundScreen key={round.id} round={round} />}
    </RecordPage>
  )
}

const BackToRounds = () => <BackLink to="/rounds">Rounds</BackLink>

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
      <CoveragePanel round={round} onReason={showReason} />
      <div className="mb-5 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <RoundChart round={round} />
        <div className="max-lg:order-first">
          <ReminderPanel round={round} />
        </div>
      </div>
      <div ref={list} tabIndex={-1} className="scroll-mt-20 outline-none">
        <OutstandingList round={round} query={query} onQuery={setQuery} />
      </div>
    </>
  )
}
