import { isOpen, type Round } from '@attest/contract/rounds'
import { Plus, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RoundDialog } from '../lazy-dialogs.ts'
import { counted, formatDay, formatNumber } from '../lib/format.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { rowLinkClass } from '../ui/column.tsx'
import { PageHeader, RoundLink } from '../ui/page.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { PanelsSkeleton } from '../ui/skeleton.tsx'
import { coverageParts, PartsBar } from './coverage-bar.tsx'
import { HELD_WORDS, startsText } from './planned-round.tsx'
import { answeredIn, answeredShare, roundDates } from './round-words.ts'
import { useRounds } from './use-rounds.ts'

export default function RoundListPage() {
  const reading = useRounds()
  const { data: rounds, error } = reading
  const [starting, setStarting] = useState(false)
  const start = (
    <Button variant="primary" onClick={() => setStarting(true)}>
      <Plus aria-hidden />
      Start Round
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Rounds"
        text="A round runs from the first letter to the last phone call."
        actions={rounds && rounds.length > 0 && start}
      />
      {!rounds && !error && <PanelsSkeleton label="Loading..." />}
      <ReadError inPanel title="Failed to fetch the rounds" reading={reading} />
      {rounds?.length === 0 && <NoRounds action={start} />}
      {rounds && rounds.length > 0 && <Rounds rounds={rounds} />}
      {starting && <RoundDialog onClose={() => setStarting(false)} />}
    </>
  )
}

const NoRounds = ({ action }: { action: ReactNode }) => (
  <Panel>
    <EmptyState
      icon={RefreshCw}
      title="No rounds yet"
      text="In a round you ask clients to check their details, remind those who do not answer, and call those that email cannot reach. The first email without a round starts one by itself."
      action={action}
    />
  </Panel>
)

function Rounds({ rounds }: { rounds: Round[] }) {
  const open = rounds.find(isOpen)
  const planned = rounds.filter((round) => round.planned)
  const closed = rounds.filter(({ closed_at }) => closed_at !== null)
  return (
    <div className="grid gap-5">
      {open && <OpenRoundRow round={open} />}
      {planned.length > 0 && (
        <Panel title="Planned rounds">
          <ul aria-label="Planned rounds">
            {planned.map((round) => (
              <PlannedRoundRow key={round.id} round={round} rounds={rounds} />
            ))}
          </ul>
        </Panel>
      )}
      {closed.length > 0 && (
        <Panel title="Closed rounds">
          <ul aria-label="Closed rounds">
            {closed.map((round) => (
              <ClosedRoundRow key={round.id} round={round} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

const RowLink = ({ round, className }: { round: Round; className: string }) => (
  <RoundLink id={round.id} className={`wrap-anywhere ${rowLinkClass} ${className}`}>
    {round.name}
  </RoundLink>
)

function OpenRoundRow({ round }: { round: Round }) {
  const { coverage } = round
  return (
    <Panel className="relative hover:bg-sunk">
      <section aria-label="Open round" className="px-4 py-5 md:px-5.5">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
          <h2 className="text-2xl">
            <RowLink round={round} className="after:rounded-lg" />
          </h2>
          <StatusBadge status={round.closed_at ? 'closed' : 'open'} />
        </div>
        <p className="mt-1 text-ink-2">{roundDates(round)}</p>
        <p className="mt-4 mb-2 flex flex-wrap gap-x-4 text-md">
          <b className="font-semibold">{answeredShare(coverage)} answered</b>
          <span className="text-ink-2">
            {formatNumber(answeredIn(coverage))} of {counted(coverage.total, 'client', 'clients')},{' '}
            {formatNumber(coverage.outstanding)} outstanding
          </span>
        </p>
        <PartsBar parts={coverageParts(coverage)} />
      </section>
    </Panel>
  )
}

function PlannedRoundRow({ round, rounds }: { round: Round; rounds: Round[] }) {
  const { held } = round
  return (
    <li className="relative flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line px-4 py-3.5 first:border-t-0 hover:bg-sunk md:px-5.5">
      <div className="min-w-0 flex-1">
        <RowLink round={round} className="font-semibold" />
        <span className="block text-sm text-ink-3">
          {held ? HELD_WORDS[held] : startsText(round, rounds)}
        </span>
      </div>
      <StatusBadge status={held ? 'held' : 'planned'} />
    </li>
  )
}

function ClosedRoundRow({ round }: { round: Round }) {
  const { coverage, started_at, closed_at } = round
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 border-t border-line px-4 py-3.5 first:border-t-0 hover:bg-sunk md:grid-cols-[minmax(0,1fr)_14rem_8.5rem] md:px-5.5">
      <div>
        <RowLink round={round} className="font-semibold" />
        <span className="block text-sm text-ink-3">
          {formatDay(started_at)} to {formatDay(closed_at)}
        </span>
      </div>
      <div className="max-md:col-span-2 max-md:row-start-2">
        <PartsBar parts={coverageParts(coverage)} className="h-2.5" />
      </div>
      <div className="text-right">
        <b className="font-semibold">{answeredShare(coverage)} answered</b>
        <span className="block text-sm text-ink-3">
          {counted(coverage.total, 'client', 'clients')}
        </span>
      </div>
    </li>
  )
}
