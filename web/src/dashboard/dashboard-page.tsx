import { ClientQuery } from '@attest/contract/clients'
import type { Stats } from '@attest/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { RestoredNotice } from '../backup/restored-notice.tsx'
import { ClientFilters } from '../clients/client-filters.tsx'
import { ClientTable } from '../clients/client-table.tsx'
import { formatDay, formatNumber } from '../lib/format.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { OpenRoundCard, useShownRound } from '../rounds/open-round-card.tsx'
import { mayRemind, unreachableIn } from '../rounds/round-words.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { AnswersChart } from './answers-chart.tsx'
import { DisputedNotice } from './disputed-notice.tsx'
import { FirstSteps } from './first-steps.tsx'
import { sheetLinkClass } from './link-classes.ts'
import { NewAnswers } from './new-answers.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentUpdates } from './recent-updates.tsx'
import { StatCards } from './stat-cards.tsx'
import { StateBars } from './state-bars.tsx'
import { StatusShare } from './status-share.tsx'
import { useCharts, useStats } from './use-dashboard.ts'
import { useLive } from './use-live.ts'

export default function DashboardPage() {
  const stats = useStats({ fresh: true })
  const live = useLive()
  const open = useShownRound()
  const empty = stats.data?.totalUsers === 0
  return (
    <>
      <PageHeader
        title="Dashboard"
        // On a phone it takes two lines: their room is kept until it comes.
        text={
          <span className={empty ? '' : 'block max-md:min-h-[2lh]'}>
            {stats.data ? answered(stats.data) : '\u00a0'}
          </span>
        }
      />
      {stats.data !== undefined && stats.data.disputed > 0 && (
        <DisputedNotice clients={stats.data.disputed} />
      )}
      <OpenRoundCard {...open} />
      {stats.data?.restored && <RestoredNotice restored={stats.data.restored} />}
      {empty ? <FirstSteps /> : <Figures stats={stats} live={live} round={open.round} />}
    </>
  )
}

interface FiguresProps {
  stats: ReturnType<typeof useStats>
  live: boolean
  round: ReturnType<typeof useShownRound>['round']
}

function Figures({ stats, live, round }: FiguresProps) {
  const [query, setQuery] = useUrlQuery(ClientQuery)
  const charts = useCharts()
  const roundFirst = round !== undefined && (unreachableIn(round.coverage) > 0 || mayRemind(round))
  return (
    <>
      {stats.error && !stats.data ? (
        <Panel className="mb-5">
          <ReadError title="Failed to fetch stats" reading={stats} />
        </Panel>
      ) : (
        <StatCards stats={stats.data} />
      )}
      <div className="mb-5 grid gap-5 lg:grid-cols-[1.55fr_1fr]">
        <AnswersChart charts={charts} />
        <RecentUpdates live={live} />
      </div>
      <div className="mb-5 grid gap-5 lg:grid-cols-3">
        <StatusShare stats={stats.data} failed={stats.isError} />
        <StateBars charts={charts} />
        <QuickActions primary={!roundFirst} />
      </div>
      <Panel title="Import History & User Status" end={<ImportHistory />}>
        <ClientFilters query={query} onChange={setQuery} />
        <div data-focus-box>
          <NewAnswers query={query} stats={stats} />
          <ClientTable query={query} onQuery={setQuery} />
        </div>
      </Panel>
    </>
  )
}

const ImportHistory = () => (
  <Link to="/imports" className={sheetLinkClass}>
    Import History
  </Link>
)

function answered({ confirmed, updated, totalUsers, lastMailingAt, mail }: Stats) {
  if (totalUsers === 0) return 'No clients yet. Three steps to your first answers.'
  const figures = `${formatNumber(confirmed + updated)} of ${formatNumber(totalUsers)} clients have answered`
  if (!lastMailingAt) return `${figures}.`
  const left = mail.provider === 'outbox' ? 'was kept in the outbox' : 'was started'
  return `${figures}. The last mailing ${left} ${formatDay(lastMailingAt)}.`
}
