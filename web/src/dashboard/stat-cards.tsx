import type { Stats } from '@attest/contract/dashboard'
import { formatNumber } from '../lib/format.ts'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface Card {
  label: string
  dot?: string
  figure: (stats: Stats) => number
  note: (stats: Stats) => string
}

const CARDS: Card[] = [
  { label: 'Total Users', figure: (s) => s.totalUsers, note: growth },
  {
    label: 'Confirmed',
    dot: 'bg-confirmed',
    figure: (s) => s.confirmed,
    note: (s) => `${s.confirmationRate}% confirmation rate`,
  },
  {
    label: 'Updated Info',
    dot: 'bg-updated',
    figure: (s) => s.updated,
    note: (s) => `${formatNumber(s.todayUpdates)} updated today`,
  },
  {
    label: 'Pending',
    dot: 'bg-pending',
    figure: (s) => s.pending,
    note: () => 'Awaiting response',
  },
]

function growth({ growthSinceLastImport: percent }: Stats) {
  if (percent === null) return ''
  return `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))}% from last import`
}

export function StatCards({ stats }: { stats: Stats | undefined }) {
  return (
    <Sheet className="mb-5">
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
                  formatNumber(card.figure(stats))
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
    </Sheet>
  )
}
