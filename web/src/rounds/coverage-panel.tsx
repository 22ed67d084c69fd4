import { ClientFilter } from '@attest/contract/clients'
import { type OutstandingReason, REASON_NAMES } from '@attest/contract/outstanding'
import { excusedWords, type RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { BulkEmailDialog } from '../lazy-dialogs.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { coverageParts, PartsBar } from './coverage-bar.tsx'
import { REASON_LOOKS } from './outstanding-client.tsx'
import * as words from './round-words.ts'

interface CoveragePanelProps {
  round: RoundPage
  onReason: (reason: OutstandingReason) => void
}

export const CoveragePanel = ({ round, onReason }: CoveragePanelProps) => (
  <Panel className="mb-5">
    <section aria-label="Coverage">
      <Sum round={round} />
      {round.coverage.total > 0 && (
        <div className="border-t border-line px-4 py-4 md:px-5.5 md:py-5">
          <Bars round={round} onReason={onReason} />
        </div>
      )}
      <Outside round={round} />
    </section>
  </Panel>
)

function Sum({ round: { coverage, admin_email } }: { round: RoundPage }) {
  const { total, confirmed, updated, byOther, outstanding, excused } = coverage
  const unreachable = words.unreachableIn(coverage)
  return (
    <dl className="grid grid-cols-2 md:grid-cols-[1fr_1.2fr_1.2fr_1.1fr]">
      <Figure label="Clients in this round" value={total}>
        Started by {admin_email}
      </Figure>
      <Figure label="Answered" value={words.answeredIn(coverage)} sign="=">
        {formatNumber(confirmed)} confirmed, {formatNumber(updated)} updated
        {byOther > 0 && (
          <span className="block">{formatNumber(byOther)} by phone, letter or in person</span>
        )}
      </Figure>
      <Figure label="Outstanding" value={outstanding} sign="+">
        {unreachable > 0
          ? `Email cannot reach ${formatNumber(unreachable)} of them`
          : outstanding > 0 && `${words.whatReaches(coverage)} each of them`}
      </Figure>
      <Figure label="Excused" value={excused} sign="+">
        {excusedWords(coverage, formatNumber) || 'Not to be asked, or deleted'}
      </Figure>
    </dl>
  )
}

function Outside({ round: { outside } }: { round: RoundPage }) {
  if (!outside?.total) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3.5 text-ink-2 md:px-5.5">
      <span>
        <Link to="/user-management" search={{ round: 'outside' }} className="text-inherit">
          {counted(outside.total, 'client of the list is', 'clients of the list are')}
        </Link>{' '}
        not in this round: {formatNumber(outside.pending)} not asked,{' '}
        {formatNumber(outside.total - outside.pending)} answered before.
      </span>
      {outside.pending > 0 && <LetterButton round="outside" total={outside.pending} />}
    </p>
  )
}

interface FigureProps {
  label: string
  value: number
  sign?: string
  children: ReactNode
}

const Figure = ({ label, value, sign, children }: FigureProps) => (
  <div className="relative border-line px-4 py-3.25 max-md:even:border-l max-md:nth-[n+3]:border-t md:border-l md:py-4.5 md:pr-4 md:pl-7.5 md:first:border-l-0 md:first:pl-5.5">
    {sign && (
      <span
        aria-hidden
        className="absolute top-10 -left-3.5 grid size-6.75 place-items-center rounded-full border border-line bg-panel font-semibold text-ink-2 max-md:top-7.5 max-md:-left-3 max-md:size-6 max-md:in-[div:nth-child(3)]:hidden"
      >
        {sign}
      </span>
    )}
    <dt className="text-md font-semibold text-ink-2">{label}</dt>
    <dd>
      <span className="my-1 block font-serif text-[1.625rem] leading-tight font-semibold md:text-4xl">
        {formatNumber(value)}
      </span>
      <span className="block text-sm text-ink-3 wrap-anywhere">{children}</span>
    </dd>
  </div>
)

function Bars({ round, onReason }: CoveragePanelProps) {
  const { coverage } = round
  const { total, outstanding, reasons } = coverage
  const shown = words.REASONS.filter((reason) => reasons[reason] > 0)
  const answered = words.answeredShare(coverage)
  const from = (1000 * words.answeredIn(coverage)) / total
  const to = from + (1000 * outstanding) / total
  return (
    <>
      <p aria-hidden className="mb-1.75 flex justify-between gap-4 text-sm">
        <b className="font-semibold">{answered} answered</b>
        {outstanding > 0 && (
          <span className="text-ink-2">{formatNumber(outstanding)} outstanding</span>
        )}
      </p>
      <PartsBar parts={coverageParts(coverage)} />
      {outstanding > 0 && (
        <>
          <svg
            aria-hidden
            viewBox="0 0 1000 26"
            preserveAspectRatio="none"
            className="block h-6.5 w-full fill-line opacity-70"
          >
            <path d={`M${from} 0H${to}L1000 26H0z`} />
          </svg>
          <PartsBar
            parts={shown.map((reason) => ({
              label: REASON_NAMES[reason],
              count: reasons[reason],
              look: REASON_LOOKS[reason].fill,
            }))}
          />
          <ul className="mt-3.5 flex flex-wrap justify-between gap-x-6 gap-y-2.25 max-md:grid max-md:justify-stretch">
            {shown.map((reason) => (
              <Entry key={reason} round={round} reason={reason} onReason={onReason} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface EntryProps extends CoveragePanelProps {
  reason: OutstandingReason
}

const Entry = ({ round, reason, onReason }: EntryProps) => (
  <li className="grid grid-cols-[0.625rem_auto] items-center gap-x-2.25 max-md:grid-cols-[0.625rem_1fr_auto]">
    <span aria-hidden className={`size-2.5 rounded-[2px] ${REASON_LOOKS[reason].fill}`} />
    <span>
      <button
        type="button"
        onClick={() => onReason(reason)}
        className="rounded-sm underline decoration-line-strong underline-offset-3 hover:decoration-ink"
      >
        {REASON_NAMES[reason]}
      </button>{' '}
      <b className="font-semibold">{formatNumber(round.coverage.reasons[reason])}</b>
    </span>
    <span className="text-sm text-ink-3 md:col-start-2 max-md:text-right">
      {reason === 'not_asked' && !round.closed_at ? (
        <LetterButton round="not_asked" total={round.coverage.reasons.not_asked} />
      ) : (
        nextStep(round, reason)
      )}
    </span>
  </li>
)

function nextStep({ closed_at, paused, nextReminder }: RoundPage, reason: string) {
  if (closed_at) return ''
  if (reason === 'queued') return 'Being sent'
  if (reason === 'no_address') return 'Call, or write to them'
  if (reason === 'letter') return 'Wait for the answer, or call'
  if (reason === 'disputed' || reason === 'email_unconfirmed') return 'Call them'
  if (reason === 'reported_deceased') return 'Call whoever reported it'
  if (reason !== 'asked' && reason !== 'opened') return 'Call, or correct the email'
  if (!nextReminder) return 'Call them'
  return paused ? 'Reminders are paused' : `Reminder ${words.momentOf(nextReminder.at)}`
}

/** Emails the unanswered clients who got no letter of the open round. */
function LetterButton({ round, total }: { round: 'not_asked' | 'outside'; total: number }) {
  const [selected, setSelected] = useState<{ filter: ClientFilter; total: number }>()
  const filter = { ...ClientFilter.parse({}), round, status: 'pending' as const }
  return (
    <>
      <Button size="sm" onClick={() => setSelected({ filter, total })}>
        Send Them the Letter
      </Button>
      {selected && <BulkEmailDialog selected={selected} onClose={() => setSelected(undefined)} />}
    </>
  )
}
