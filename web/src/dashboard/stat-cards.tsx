import type { StatusFilter } from '@attest/contract/clients'
import { type Stats, shareText } from '@attest/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../lib/format.ts'
import { countIn } from '../lib/use-stats.ts'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface Card {
  label: string
  dot?: string
  note: (stats: Stats) => string
  status: StatusFilter
}

const CARDS: Card[] = [
  { label: 'Total Users', status: 'all', note: growth },
  {
    label: 'Confirmed',
    dot: 'bg-confirmed',
    status: 'confirmed',
    note: (s) => `${shareText(s.confirmed, s.totalUsers)} confirmation rate`,
  },
  {
    label: 'Updated Info',
    dot: 'bg-updated',
    status: 'updated',
    note: (s) => `${formatNumber(s.todayUpdates)} updated today`,
  },
  { label: 'Pending', dot: 'bg-pending', status: 'pending', note: () => 'Awaiting response' },
]

/** Counts clients where a percentage says little: beyond a hundred, or rounded to 0 or 100. */
function growth({ growthSinceLastImport: percent, clientsSinceLastImport: clients }: Stats) {
  if (percent === null || clients === null) return ''
  const sign = clients < 0 ? '−' : '+'
  const size = Math.abs(percent)
  const isTelling = (size > 0 && size < 100) || clients === 0
  const amount = isTelling ? `${size}%` : `${formatNumber(Math.abs(clients))} clients`
  return `${sign}${amount} from last import`
}

export function StatCards({ stats }: { stats: Stats | undefined }) {
  return (
    <Panel className="mb-5">
      <dl aria-busy={!stats} className="-m-px grid grid-cols-2 lg:grid-cols-4">
        {CARDS.map((card) => (
          <div
            key={card.label}
            className="border-t border-l border-line px-4 py-3.5 md:px-5.5 md:py-4.5"
          >
            <dt className="flex items-center gap-2 text-md font-semibold text-ink-2">
              {card.dot && <span aria-hidden className={`size-2 rounded-full ${card.dot}`} />}
              {card.label}
            </dt>
            <dd className="mt-1.5">
              <span className="block font-serif text-[1.625rem] leading-[1.15] font-semibold md:text-4xl">
                {stats ? (
                  <Link
                    to="/user-management"
                    search={card.status === 'all' ? {} : { status: card.status }}
                    aria-label={`${card.label}: ${formatNumber(countIn(stats, card.status))}`}
                    className="text-ink no-underline hover:underline"
                  >
                    {formatNumber(countIn(stats, card.status))}
                  </Link>
                ) : (
                  <Skeleton className="h-[1lh] w-20 scale-y-75" />
                )}
              </span>
              <span className="mt-0.5 block min-h-[1.4em] text-sm text-ink-3">
                {stats && card.note(stats)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
