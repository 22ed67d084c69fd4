import { ClientQuery } from '@attest/contract/clients'
import { type Stats, shareText } from '@attest/contract/dashboard'
import { USUAL_COLUMNS } from '@attest/contract/views'
import { Link } from '@tanstack/react-router'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { RestoredNotice } from '../backup/restored-notice.tsx'
import { ClientFilters } from '../clients/client-filters.tsx'
import { ClientTable } from '../clients/client-table.tsx'
import { useClients } from '../clients/use-clients.ts'
import { useOpenImport } from '../imports/import-dialog-host.tsx'
import { ExportDialog } from '../lazy-dialogs.ts'
import { answeredOf, counted, formatDay, formatNumber } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useLive } from '../lib/use-live.ts'
import { useCharts, useStats } from '../lib/use-stats.ts'
import { useUrlQuery } from '../lib/use-url-query.ts'
import { PartsBar } from '../rounds/coverage-bar.tsx'
import { OpenRoundCard, useShownRound } from '../rounds/open-round-card.tsx'
import { mayRemind, unreachableIn } from '../rounds/round-words.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { chartLinkClass } from '../ui/chart.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AnswersChart } from './answers-chart.tsx'
import { RecentUpdates } from './recent-updates.tsx'
import { StatCards } from './stat-cards.tsx'
import { StateBars } from './state-bars.tsx'

/** Loaded on demand: few firms see notices, and on few days. */
const Notices = lazyPart(() => import('./notices.tsx'))

const isNoticed = ({ disputed, reported, heldRounds }: Stats) =>
  disputed + reported + heldRounds > 0

/** Loaded for an empty firm only. */
const FirstSteps = lazyPart(() => import('./first-steps.tsx'))

export default function DashboardPage() {
  const stats = useStats()
  const live = useLive()
  const open = useShownRound()
  const empty = stats.data?.totalUsers === 0
  return (
    <>
      <PageHeader
        title="Dashboard"
        // Reserves the two lines that the text takes on a phone.
        text={
          <span className={empty ? '' : 'block max-md:min-h-[2lh]'}>
            {stats.data ? answered(stats.data) : '\u00a0'}
          </span>
        }
      />
      {stats.data && isNoticed(stats.data) && <Notices stats={stats.data} onClose={() => {}} />}
      <OpenRoundCard {...open} />
      {stats.data?.restored && <RestoredNotice restored={stats.data.restored} />}
      {empty && stats.data ? (
        <FirstSteps mail={stats.data.mail} onClose={() => {}} />
      ) : (
        <Figures stats={stats} live={live} round={open.round} />
      )}
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
          <ClientTable query={query} columns={USUAL_COLUMNS} onQuery={setQuery} />
        </div>
      </Panel>
    </>
  )
}

const ImportHistory = () => (
  <Link to="/imports" className={buttonClass({ variant: 'link', size: 'inline' })}>
    Import History
  </Link>
)

function answered({ confirmed, updated, totalUsers, lastMailingAt, mail }: Stats) {
  if (totalUsers === 0) return 'No clients yet. Three steps to your first answers.'
  const figures = answeredOf(confirmed + updated, totalUsers)
  if (!lastMailingAt) return `${figures}.`
  const left = mail.provider === 'outbox' ? 'was kept in the outbox' : 'was started'
  return `${figures}. The last mailing ${left} ${formatDay(lastMailingAt)}.`
}

/**
 * Offers answers since the table was read, and moves rows only at a press, so none moves under the pointer. Always as
 * high as its button, so the table does not move either.
 */
function NewAnswers({ query, stats }: { query: ClientQuery; stats: ReturnType<typeof useStats> }) {
  const { dataUpdatedAt: at, refetch } = useClients(query)
  const answered = stats.data && stats.data.confirmed + stats.data.updated
  const [read, setRead] = useState({ at: 0, answered: 0 })
  const isRead = read.at === at
  if (answered !== undefined && (isRead ? answered < read.answered : !stats.isFetching))
    setRead({ at, answered })
  const count = isRead && answered ? answered - read.answered : 0
  return (
    <div className="flex h-11 items-center gap-2.5 border-b border-line px-4 text-md text-ink-2 md:px-5.5">
      <p role="status">
        {count > 0 ? counted(count, 'new answer', 'new answers') : 'No new answers'}
      </p>
      {count > 0 && (
        <>
          <span aria-hidden>·</span>
          <Button size="sm" onClick={() => void refetch()}>
            Show
          </Button>
        </>
      )}
    </div>
  )
}

/** `primary`: no other part of the dashboard has the primary button. */
function QuickActions({ primary }: { primary: boolean }) {
  const openImport = useOpenImport()
  return (
    <Panel title="Quick Actions">
      <div className="grid gap-3 p-4 md:px-5.5 md:py-6">
        <Button variant={primary ? 'primary' : 'secondary'} onClick={openImport}>
          <Upload aria-hidden />
          Import New File
        </Button>
        <DialogButton dialog={(close) => <ExportDialog onClose={close} />}>
          <Download aria-hidden />
          Export Data
        </DialogButton>
      </div>
    </Panel>
  )
}

const PARTS = [
  { label: 'Confirmed', look: 'bg-confirmed', search: { status: 'confirmed' } },
  { label: 'Updated', look: 'bg-updated', search: { status: 'updated' } },
  { label: 'Pending', look: 'bg-pending', search: { status: 'pending' } },
] as const

function StatusShare({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  return (
    <Panel title="Status">
      <div className="p-4 md:px-5.5 md:py-5">
        {stats && <StatusPicture stats={stats} />}
        {!stats && failed && (
          <p className="grid h-31 place-items-center text-ink-3">Not available</p>
        )}
        {!stats && !failed && <SkeletonLines count={4} className="h-28" />}
      </div>
    </Panel>
  )
}

function StatusPicture({ stats }: { stats: Stats }) {
  const parts = PARTS.map((part) => ({ ...part, count: stats[part.search.status] }))
  return (
    <figure>
      <PartsBar parts={parts} className="h-3" linked />
      <ul aria-label="Clients of each status" className="mt-2">
        {parts.map(({ label, look, search, count }) => (
          <li key={label}>
            <Link
              to="/user-management"
              search={search}
              className={`${chartLinkClass} grid grid-cols-[auto_1fr_auto_3rem] items-center gap-2.5 py-1`}
            >
              <span className={`size-2 rounded-full ${look}`} />
              <span className="group-hover:underline">{label}</span>
              <span className="text-ink-3">{formatNumber(count)}</span>
              <span className="text-right font-semibold">{shareText(count, stats.totalUsers)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </figure>
  )
}
