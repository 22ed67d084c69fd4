import { type Charts, MOST_DAYS } from '@attest/contract/dashboard'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { formatDay, formatNumber, formatTime } from '../lib/format.ts'
import type { useCharts } from '../lib/use-stats.ts'
import { noonOf } from '../rounds/round-words.ts'
import { axisTop, ChartTable } from '../ui/chart.tsx'
import { Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

type Line = ReturnType<typeof linesOf>[number]

export function AnswersChart({ charts }: { charts: ReturnType<typeof useCharts> }) {
  return (
    <Panel title="Answers since the last request">
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
    </Panel>
  )
}

function Picture({ charts }: { charts: Charts }) {
  if (!charts.since) {
    return <p className="grid h-54.5 place-items-center text-ink-3">No request has gone out yet.</p>
  }
  const today = charts.days.length === 1
  const [first, ...later] = charts.days.map(({ day }) => formatDay(noonOf(day)))
  // The first day may include earlier ones.
  const names = [charts.days.length < MOST_DAYS ? first! : `Until ${first}`, ...later]
  return (
    <figure>
      <Days days={charts.days} names={names}>
        <span>{today ? formatTime(charts.since) : first}</span>
        <span>{today ? 'Now' : 'Today'}</span>
      </Days>
      <ChartTable
        caption="Answers of each day"
        head={['Day', 'Confirmed', 'Updated']}
        rows={charts.days.map((day, n) => [names[n]!, day.confirmed, day.updated])}
      />
    </figure>
  )
}

interface DaysProps extends Pick<Charts, 'days'> {
  names: string[]
  children: ReactNode
}

function Days({ days, names, children }: DaysProps) {
  const navigate = useNavigate()
  const lines = linesOf(days)
  const top = axisTop(Math.max(...lines.flatMap(({ totals }) => totals)))
  const { shown, cursor } = useChartCursor({
    label: 'Answers by day',
    hint: 'Enter lists the clients changed since that day.',
    count: days.length,
    textOf: (n) =>
      `${names[n]}: ${formatNumber(days[n]!.confirmed)} confirmed, ${formatNumber(days[n]!.updated)} updated`,
    onOpen: (n) => void navigate({ to: '/user-management', search: { since: days[n]!.day } }),
  })
  return (
    <>
      <Legend lines={lines} shown={shown} day={shown === undefined ? '' : names[shown]!} />
      <div className="mt-3 grid grid-cols-[auto_1fr] gap-x-3">
        <Axis top={top} />
        <div {...cursor} className="relative cursor-pointer touch-pan-y rounded-sm">
          <Plot lines={lines} top={top} />
          {shown !== undefined && <Guide lines={lines} top={top} point={shown + 1} />}
        </div>
        <p aria-hidden className="col-start-2 mt-2 flex justify-between text-sm text-ink-3">
          {children}
        </p>
      </div>
    </>
  )
}

const Axis = ({ top }: { top: number }) => (
  <ol
    aria-hidden
    className="flex h-40 flex-col justify-between text-right text-sm leading-none text-ink-3"
  >
    {[3, 2, 1, 0].map((third) => (
      <li key={third} className="-my-1.5">
        {formatNumber((top / 3) * third)}
      </li>
    ))}
  </ol>
)

const LOOKS = [
  { status: 'confirmed', label: 'Confirmed', stroke: 'stroke-confirmed', dot: 'bg-confirmed' },
  { status: 'updated', label: 'Updated', stroke: 'stroke-updated', dot: 'bg-updated' },
] as const

const linesOf = (days: Charts['days']) =>
  LOOKS.map(({ status, ...look }) => {
    const counts = days.map((day) => day[status])
    return { ...look, counts, totals: runningTotals(counts) }
  })

interface LegendProps {
  lines: Line[]
  shown: number | undefined
  day: string
}

const Legend = ({ lines, shown, day }: LegendProps) => (
  <div aria-hidden className="flex gap-5 text-sm font-semibold text-ink-2">
    <ul className="flex gap-5">
      {lines.map(({ label, counts, totals, dot }) => {
        const total = formatNumber(totals.at(-1) ?? 0)
        return (
          <li key={label} className="flex items-center gap-2 whitespace-nowrap">
            <span className={`size-2 rounded-full ${dot}`} />
            {/* As wide as both, so that nothing moves. */}
            <span style={{ minWidth: `${label.length + total.length + 2}ch` }}>
              {label} {shown === undefined ? total : `+${formatNumber(counts[shown]!)}`}
            </span>
          </li>
        )
      })}
    </ul>
    <span className="ml-auto min-w-0 truncate">{day}</span>
  </div>
)

const Plot = ({ lines, top }: { lines: Line[]; top: number }) => (
  <>
    <div className="flex h-40 flex-col justify-between">
      {[3, 2, 1, 0].map((third) => (
        <hr key={third} className="border-line" />
      ))}
    </div>
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 h-full w-full overflow-visible"
    >
      {lines.map(({ label, totals, stroke }, place) => (
        <g key={label} className={`fill-none ${stroke}`} strokeWidth="2.5" strokeLinejoin="round">
          {place === 0 && (
            <path d={`${pathOf(totals, top)}V100H0Z`} className="fill-confirmed-soft stroke-none" />
          )}
          <path d={pathOf(totals, top)} vectorEffect="non-scaling-stroke" />
        </g>
      ))}
    </svg>
  </>
)

const Guide = ({ lines, top, point }: { lines: Line[]; top: number; point: number }) => (
  <div
    className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
    style={{ left: `${(100 * point) / (lines[0]!.totals.length - 1)}%` }}
  >
    {lines.map(({ label, totals, dot }) => (
      <span
        key={label}
        className={`absolute left-1/2 size-2.5 -translate-1/2 rounded-full ring-2 ring-panel ${dot}`}
        style={{ top: `${100 - (100 * totals[point]!) / top}%` }}
      />
    ))}
  </div>
)

function pathOf(totals: number[], top: number) {
  const step = 100 / Math.max(1, totals.length - 1)
  const points = totals.map((total, n) => `${n * step} ${100 - (100 * total) / top}`)
  return `M${points.join('L')}`
}

/** Starting with 0 at the mailing. */
function runningTotals(counts: number[]) {
  let sum = 0
  return [0, ...counts.map((count) => (sum += count))]
}

interface ChartCursor {
  label: string
  hint: string
  /** The points, at equal distances; the last is at the right edge. */
  count: number
  textOf: (point: number) => string
  onOpen: (point: number) => void
}

/** The chart is one stop of the keyboard. The pointer shows the nearest point; a press, or a second tap, opens it. */
function useChartCursor({ label, hint, count, textOf, onOpen }: ChartCursor) {
  const [at, setAt] = useState<number>()
  const mayOpen = useRef(false)
  const last = count - 1
  const shown = at === undefined ? undefined : Math.min(at, last)
  const current = shown ?? last
  const cursor = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-description': hint,
    'aria-valuemin': 1,
    'aria-valuemax': count,
    'aria-valuenow': current + 1,
    'aria-valuetext': textOf(current),
    onFocus: () => setAt((point) => point ?? last),
    onBlur: () => setAt(undefined),
    onPointerMove: (event: PointerEvent) => setAt(nearest(event, count)),
    onPointerDown: (event: PointerEvent) => {
      const point = nearest(event, count)
      mayOpen.current = event.pointerType === 'mouse' || point === shown
      setAt(point)
    },
    onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
      // Keeps the figures when a finger is lifted.
      if (pointerType === 'mouse' && document.activeElement !== currentTarget) setAt(undefined)
    },
    onClick: () => mayOpen.current && onOpen(current),
    onKeyDown: (event: KeyboardEvent) => {
      const next = afterKey(event.key, current, last)
      if (next === undefined && event.key !== 'Enter') return
      event.preventDefault()
      if (next === undefined) onOpen(current)
      else setAt(next)
    },
  } as const
  return { shown, cursor }
}

function nearest({ clientX, currentTarget }: PointerEvent, count: number) {
  const { left, width } = currentTarget.getBoundingClientRect()
  const point = Math.round(((clientX - left) / width) * count) - 1
  return Math.max(0, Math.min(point, count - 1))
}

function afterKey(key: string, point: number, last: number) {
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, point - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, point + 1)
  return undefined
}
