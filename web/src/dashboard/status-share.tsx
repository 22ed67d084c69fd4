import { type Stats, shareText } from '@attest/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../lib/format.ts'
import { PartsBar } from '../rounds/coverage-bar.tsx'
import { chartLinkClass } from '../ui/chart.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

const PARTS = [
  { status: 'confirmed', label: 'Confirmed', look: 'bg-confirmed' },
  { status: 'updated', label: 'Updated', look: 'bg-updated' },
  { status: 'pending', label: 'Pending', look: 'bg-pending' },
] as const

export function StatusShare({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  return (
    <Panel title="Status">
      <div className="p-4 md:px-5.5 md:py-5">
        {stats && <Picture stats={stats} />}
        {!stats && failed && (
          <p className="grid h-31 place-items-center text-ink-3">Not available</p>
        )}
        {!stats && !failed && <SkeletonLines count={4} className="h-28" />}
      </div>
    </Panel>
  )
}

function Picture({ stats }: { stats: Stats }) {
  const percent = (count: number) => shareText(count, stats.totalUsers)
  const parts = PARTS.map(({ status, label, look }) => ({
    label,
    look,
    count: stats[status],
    search: { status },
  }))
  return (
    <figure>
      <PartsBar parts={parts} className="h-3" linked />
      <ul aria-label="Clients of each status" className="mt-2">
        {PARTS.map(({ status, label, look }) => (
          <li key={status}>
            <Link
              to="/user-management"
              search={{ status }}
              className={`${chartLinkClass} grid grid-cols-[auto_1fr_auto_3rem] items-center gap-2.5 py-1`}
            >
              <span className={`size-2 rounded-full ${look}`} />
              <span className="group-hover:underline">{label}</span>
              <span className="text-ink-3">{formatNumber(stats[status])}</span>
              <span className="text-right font-semibold">{percent(stats[status])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </figure>
  )
}
