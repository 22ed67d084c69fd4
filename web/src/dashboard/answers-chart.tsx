import { type Charts, MOST_DAYS } from '@attest/contract/dashboard'
import { formatDay, formatTime } from '../lib/format.ts'
import type { useCharts } from '../lib/use-stats.ts'
import { noonOf } from '../rounds/round-words.ts'
import {
  AnswersLegend,
  AnswersPicture,
  axisTop,
  ChartTable,
  InBothFrames,
  type Point,
} from '../ui/chart.tsx'
import { Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

const WIDE = { width: 560, height: 150, left: 46, right: 554, top: 8, bottom: 142 }
const PHONE = { ...WIDE, width: 326, right: 320 }

export function AnswersChart({ charts }: { charts: ReturnType<typeof useCharts> }) {
  return (
    <Panel title="Answers since the last request">
      {charts.error && !charts.data ? (
        <ReadError title="Failed to fetch the answers" reading={charts} />
      ) : (
        // Has its height before the answers come, so nothing below moves.
        <div className="m-4 aspect-[5/2] max-md:aspect-[3/2] md:mx-5.5 md:my-5">
          {charts.data ? (
            <Picture charts={charts.data} />
          ) : (
            <SkeletonLines count={5} className="h-full" />
          )}
        </div>
      )}
    </Panel>
  )
}

function Picture({ charts: { since, days } }: { charts: Charts }) {
  if (!since) {
    return <p className="grid h-full place-items-center text-ink-3">No request has gone out yet.</p>
  }
  const today = days.length === 1
  const [first, ...later] = days.map(({ day }) => formatDay(noonOf(day)))
  // Of a long time, the first day includes the answers before it.
  const names = [days.length < MOST_DAYS ? first! : `Until ${first}`, ...later]
  const points = pointsOf(days)
  const { confirmed, updated } = points.at(-1)!
  return (
    <figure className="flex h-full flex-col">
      <AnswersLegend confirmed={confirmed} updated={updated} />
      <div className="mt-3 min-h-0 flex-1">
        <InBothFrames
          wide={WIDE}
          phone={PHONE}
          draw={(frame) => (
            <AnswersPicture frame={frame} points={points} most={axisTop(confirmed + updated)} />
          )}
        />
      </div>
      <p aria-hidden className="mt-1 flex justify-between pl-11 text-sm text-ink-3">
        <span>{today ? formatTime(since) : first}</span>
        <span>{today ? 'Now' : 'Today'}</span>
      </p>
      <ChartTable
        caption="Answers of each day"
        head={['Day', 'Confirmed', 'Updated']}
        rows={days.map((day, n) => [names[n]!, day.confirmed, day.updated])}
      />
    </figure>
  )
}

/** Running totals after each day, from 0 at the mailing. */
function pointsOf(days: Charts['days']): Point[] {
  const points: Point[] = [{ at: 0, confirmed: 0, updated: 0 }]
  for (const { confirmed, updated } of days) {
    const last = points.at(-1)!
    points.push({
      at: last.at + 1,
      confirmed: last.confirmed + confirmed,
      updated: last.updated + updated,
    })
  }
  return points
}
