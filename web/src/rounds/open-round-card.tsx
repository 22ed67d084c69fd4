import type { RoundPage } from '@attest/contract/rounds'
import { isOpen } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Send } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { counted, formatDay, formatNumber } from '../lib/format.ts'
import { RoundLink } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { coverageParts, PartsBar } from './coverage-bar.tsx'
import { CallLink, ReminderButton } from './round-actions.tsx'
import * as words from './round-words.ts'
import { useRound, useRounds } from './use-rounds.ts'

/** Session storage keeps the card's last height at this window width; 0 without a round. */
const entry = () => `attest.open-round.${innerWidth}`

const lastHeight = () => Number(sessionStorage.getItem(entry()) ?? (innerWidth < 768 ? 376 : 260))

/** Keeps showing the round that was open at first, so no row moves. Only a round started in this tab may appear. */
export function useShownRound() {
  const { data: rounds, isFetching } = useRounds()
  const [id, setId] = useState<number | null>()
  const open = rounds?.find(isOpen)
  const { data: round, isPending } = useRound(id === undefined ? open?.id : (id ?? undefined))
  // The cached list may be older than the cached round.
  const isKnown = !isFetching || round?.closed_at === null
  if (id === undefined && isKnown) setId(open?.id ?? null)
  useEffect(() => {
    if (id === null && open && document.querySelector('[role="dialog"]')) setId(open.id)
  }, [id, open])
  if (id === undefined) return { round: undefined, loading: true }
  return { round, loading: id !== null && isPending }
}

export function OpenRoundCard({ round, loading }: ReturnType<typeof useShownRound>) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!loading) sessionStorage.setItem(entry(), String(box.current?.offsetHeight ?? 0))
  })
  if (round) {
    return (
      <div ref={box} className="mb-5">
        <Card round={round} />
      </div>
    )
  }
  if (!loading || lastHeight() === 0) return null
  return (
    <div className="mb-5 grid" style={{ height: lastHeight() }}>
      <Panel className="px-5.5 py-5">
        <SkeletonLines count={5} className="h-full" />
      </Panel>
    </div>
  )
}

function Card({ round }: { round: RoundPage }) {
  const { coverage, name, closed_at } = round
  return (
    <Panel>
      <section aria-label={closed_at ? 'Closed round' : 'Open round'}>
        <div className="flex flex-wrap items-center gap-x-7.5 gap-y-3.5 px-4 pt-5 md:px-5.5">
          <div className="min-w-0 flex-[1_1_20rem]">
            <p className="mb-0.5 text-sm text-ink-3">{closed_at ? 'Closed round' : 'Open round'}</p>
            <h2 className="text-xl wrap-anywhere md:text-[1.5rem]">
              <RoundLink id={round.id} className="text-ink no-underline">
                {name}: {words.answeredShare(coverage)} have answered
              </RoundLink>
            </h2>
            <p className="mt-1 text-ink-2">{nextStep(round)}</p>
          </div>
          {words.mayRemind(round) && (
            <ReminderButton
              round={round}
              variant={words.toCallIn(round) > 0 ? 'secondary' : 'primary'}
              className="h-12! px-6! max-md:w-full"
            >
              <Send aria-hidden />
              Send Reminder
            </ReminderButton>
          )}
          <CallLink
            round={round}
            className={`h-12! px-6! max-md:w-full max-md:order-first ${closed_at ? 'invisible' : ''}`}
          />
        </div>
        <div className="px-4 py-5 md:px-5.5">
          <PartsBar parts={coverageParts(coverage)} linked={closed_at === null} />
        </div>
        <Cells round={round} />
      </section>
    </Panel>
  )
}

function nextStep(round: RoundPage) {
  const { coverage, closed_at } = round
  if (closed_at) return `Closed ${formatDay(closed_at)}.`
  if (words.awaitsLetters(round)) return 'No letter has gone out yet. Open the round to send them.'
  if (words.isEmailOver(round))
    return `No more reminders are planned. ${counted(words.toCallIn(round), 'client is', 'clients are')} left to call.`
  const { disputed, not_asked } = coverage.reasons
  if (disputed > 0)
    return `${counted(disputed, 'client disputes an answer', 'clients dispute an answer')}. Call them.`
  if (not_asked > 0)
    return `${counted(not_asked, 'client has', 'clients have')} no letter yet. Open the round to send it.`
  const unreachable = words.unreachableIn(coverage)
  if (unreachable > 0) return `Email cannot reach ${counted(unreachable, 'client', 'clients')}.`
  if (coverage.outstanding > 0) return `${words.whatReaches(coverage)} each outstanding client.`
  return 'Nobody is outstanding.'
}

function Cells({ round }: { round: RoundPage }) {
  const { coverage, due_on, nextReminder, outside, paused } = round
  const days = words.daysUntil(due_on)
  return (
    <div className="grid grid-cols-2 border-t border-line md:grid-cols-[1fr_1fr_1.2fr_auto]">
      <Cell label={days < 0 ? 'Days overdue' : 'Days left'} value={String(Math.abs(days))}>
        Due {words.weekdayOf(words.noonOf(due_on))}
      </Cell>
      <Cell
        label="Outstanding"
        value={
          <Figure round={round} clients="outstanding">
            {formatNumber(coverage.outstanding)}
          </Figure>
        }
      >
        of {formatNumber(coverage.total)},{' '}
        <Figure round={round} clients="answered">
          {formatNumber(words.answeredIn(coverage))} answered
        </Figure>
        {outside !== null && outside.total > 0 && (
          <span className="block">
            {counted(outside.total, 'client of the list is', 'clients of the list are')} not in it
          </span>
        )}
      </Cell>
      <Cell
        label="Next reminder"
        value={!nextReminder ? 'None' : paused ? 'Paused' : words.momentOf(nextReminder.at)}
      >
        {nextReminder
          ? counted(nextReminder.recipients, 'client', 'clients')
          : 'No more are planned'}
      </Cell>
      <div className="flex items-center border-line px-4 py-3.5 max-md:border-t max-md:border-l md:border-l md:px-5.5">
        <RoundLink
          id={round.id}
          className="flex items-center gap-1 font-semibold text-accent no-underline hover:underline"
        >
          Open the Round
          <ChevronRight aria-hidden className="size-4.5" />
        </RoundLink>
      </div>
    </div>
  )
}

interface FigureProps {
  round: RoundPage
  clients: 'answered' | 'outstanding'
  children: ReactNode
}

/** Links to the clients while the round is open. The list cannot filter by a closed one. */
const Figure = ({ round, clients, children }: FigureProps) =>
  round.closed_at ? (
    children
  ) : (
    <Link
      to="/user-management"
      search={{ round: clients }}
      className="rounded-sm text-inherit no-underline hover:underline"
    >
      {children}
    </Link>
  )

interface CellProps {
  label: string
  value: ReactNode
  children: ReactNode
}

const Cell = ({ label, value, children }: CellProps) => (
  <dl className="border-line px-4 py-3.5 max-md:even:border-l max-md:nth-[n+3]:border-t md:border-l md:px-5.5 md:first:border-l-0">
    <dt className="text-md font-semibold text-ink-2">{label}</dt>
    <dd>
      <span className="my-0.5 block font-serif text-[1.25rem] leading-tight font-semibold md:text-[1.5rem]">
        {value}
      </span>
      <span className="text-sm text-ink-3">{children}</span>
    </dd>
  </dl>
)
