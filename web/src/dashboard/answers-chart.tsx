import { type Charts, MOST_DAYS } from '@attest/contract/dashboard'
import { formatDay, formatNumber, formatTime } from '../lib/format.ts'
import { ReadError } from '../ui/error-state.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { niceTop } from './axis.ts'
import { ChartTable } from './chart-table.tsx'
import type { useCharts } from './use-dashboard.ts'

interface Line {
  label: string
  /** Running totals, starting with 0 at the mailing. */
  totals: number[]
  stroke: string
  dot: string
}

/** Noon of a day, so that no time zone makes it the day before. */
const dayOf = (day: string) => formatDay(`${day}T12:00:00`)

export function AnswersChart({ charts }: { charts: ReturnType<typeof useCharts> }) {
  return (
    <Sheet title="Answers since the last mailing">
      {charts.error && !charts.data ? (
        <ReadError title="Failed to fetch the answers" reading={charts} />
      ) : (
        <div className="p-4 md:px-5.5 md:py-5">
          {charts.data ? (
            <Picture charts={charts.data} />
          ) : (
            <SkeletonLines count={5} className="h-54.5" />
          )}
        </div>
      )}
    </Sheet>
  )
}

function Picture({ charts }: { charts: Charts }) {
  if (!charts.since) {
    return <p className="grid h-54.5 place-items-center text-ink-3">No mailing has gone out yet.</p>
  }
  const confirmed = runningTotals(charts.days.map((day) => day.confirmed))
  const updated = runningTotals(charts.days.map((day) => day.updated))
  const lines: Line[] = [
    { label: 'Confirmed', totals: confirmed, stroke: 'var(--confirmed)', dot: 'bg-confirmed' },
    { label: 'Updated', totals: updated, stroke: 'var(--updated)', dot: 'bg-updated' },
  ]
  const today = charts.days.length === 1
  const [first, ...later] = charts.days.map((day) => dayOf(day.day))
  // The first day may include earlier ones.
  const names = [charts.days.length < MOST_DAYS ? first : `Until ${first}`, ...later]
  const top = niceTop(Math.max(...confirmed, ...updated))
  return (
    <figure>
      <Legend lines={lines} />
      <div aria-hidden className="mt-3 grid grid-cols-[auto_1fr] gap-x-3">
        <ol className="flex h-40 flex-col justify-between text-right text-sm leading-none text-ink-3">
          {[3, 2, 1, 0].map((third) => (
            <li key={third} className="-my-1.5">
              {formatNumber((top / 3) * third)}
            </li>
          ))}
        </ol>
        <Plot lines={lines} top={top} />
        <p className="col-start-2 mt-2 flex justify-between text-sm text-ink-3">
          <span>{today ? formatTime(charts.since) : first}</span>
          <span>{today ? 'Now' : 'Today'}</span>
        </p>
      </div>
      <ChartTable
        caption="Answers of each day"
        head={['Day', 'Confirmed', 'Updated']}
        rows={charts.days.map((day, n) => [names[n]!, day.confirmed, day.updated])}
      />
    </figure>
  )
}

const Legend = ({ lines }: { lines: Line[] }) => (
  <ul aria-hidden className="flex gap-5 text-sm font-semibold text-ink-2">
    {lines.map(({ label, totals, dot }) => (
      <li key={label} className="flex items-center gap-2">
        <span className={`size-2 rounded-full ${dot}`} />
        {label} {formatNumber(totals.at(-1) ?? 0)}
      </li>
    ))}
  </ul>
)

const Plot = ({ lines, top }: { lines: Line[]; top: number }) => (
  <div className="relative">
    <div className="flex h-40 flex-col justify-between">
      {[3, 2, 1, 0].map((third) => (
        <hr key={third} className="border-line" />
      ))}
    </div>
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 h-full w-full overflow-visible"
    >
      <title>Answers since the last mailing</title>
      {lines.map(({ label, totals, stroke }, place) => (
        <g key={label} fill="none" stroke={stroke} strokeWidth="2.5" strokeLinejoin="round">
          {place === 0 && (
            <path d={`${pathOf(totals, top)}V100H0Z`} fill="var(--confirmed-soft)" stroke="none" />
          )}
          <path d={pathOf(totals, top)} vectorEffect="non-scaling-stroke" />
        </g>
      ))}
    </svg>
  </div>
)

function pathOf(totals: number[], top: number) {
  const step = 100 / Math.max(1, totals.length - 1)
  const points = totals.map((total, n) => `${n * step} ${100 - (100 * total) / top}`)
  return `M${points.join('L')}`
}

function runningTotals(counts: number[]) {
  let sum = 0
  return [0, ...counts.map((count) => (sum += count))]
}
