import type { RoundPage } from '@attest/contract/rounds'
import { dayOf, formatDay, today } from '../lib/format.ts'
import {
  AnswersLegend,
  AnswersPicture,
  ChartTable,
  type Frame,
  InBothFrames,
  type Point,
} from '../ui/chart.tsx'
import { Panel } from '../ui/panel.tsx'
import { noonOf } from './round-words.ts'

const WIDE = { width: 552, height: 360, left: 46, right: 550, top: 46, bottom: 334 }
const PHONE = { ...WIDE, width: 326, height: 236, right: 324, bottom: 210 }

export function RoundChart({ round }: { round: RoundPage }) {
  const { confirmed, updated, total } = round.coverage
  return (
    <Panel
      title="Answers"
      className="flex flex-col"
      end={<AnswersLegend confirmed={confirmed} updated={updated} />}
    >
      <figure className="my-auto p-4 md:px-5.5 md:py-5">
        {total === 0 ? (
          <p className="grid h-54.5 place-items-center text-ink-3">No letter has gone out yet.</p>
        ) : (
          <InBothFrames
            wide={WIDE}
            phone={PHONE}
            draw={(frame) => <Picture round={round} frame={frame} />}
          />
        )}
        <ChartTable
          caption="Answers so far, by day"
          head={['Day', 'Confirmed', 'Updated', 'Emails']}
          rows={tableRows(round)}
        />
      </figure>
    </Panel>
  )
}

function Picture({ round, frame }: { round: RoundPage; frame: Frame }) {
  const points = pointsOf(round)
  const marks = marksOf(round)
  const now = points.at(-1)!.at
  const end = Math.max(now, marks.at(-1)?.at ?? now)
  return (
    <AnswersPicture frame={frame} points={points} end={end} most={round.coverage.total}>
      {(x) => (
        <>
          <path d={`M${frame.left} ${frame.top}H${frame.right}`} className="stroke-line-strong" />
          <ChartMarks frame={frame} marks={marks} x={x} />
          <text
            x={Math.min(Math.max(x(now), frame.left + 16), frame.right - 18)}
            y={frame.bottom + 19}
            textAnchor="middle"
            className="fill-ink-3"
          >
            {round.closed_at ? `Closed ${formatDay(round.closed_at)}` : 'Today'}
          </text>
        </>
      )}
    </AnswersPicture>
  )
}

interface ChartMarksProps {
  frame: Frame
  marks: Mark[]
  x: (at: number) => number
}

const ROOM = 78

/** Draws a line for each mark. A name that would overlap another is only in the table. */
function ChartMarks({ frame, marks, x }: ChartMarksProps) {
  const named = withRoom(marks.map(({ at }) => x(at)))
  return marks.map(({ at, name, day, planned }, index) => {
    const place = x(at)
    const anchor =
      place < frame.left + ROOM / 2 ? 'start' : place > frame.right - ROOM / 2 ? 'end' : 'middle'
    return (
      <g key={`${name} ${at}`}>
        <path
          d={`M${place} 38V${frame.bottom}`}
          className="stroke-line-strong"
          strokeDasharray={planned ? '3 4' : undefined}
        />
        {named[index] && (
          <>
            <text x={place} y="13" textAnchor={anchor} className="fill-ink font-semibold">
              {name}
            </text>
            <text x={place} y="29" textAnchor={anchor} className="fill-ink-3">
              {day}
            </text>
          </>
        )}
      </g>
    )
  })
}

/** Which marks have room for a name: always the first and the last. */
function withRoom(places: number[]): boolean[] {
  const end = places.at(-1) ?? 0
  let taken = Number.NEGATIVE_INFINITY
  return places.map((place, index) => {
    const last = index === places.length - 1
    const fits = place - taken >= ROOM && (last || index === 0 || end - place >= ROOM)
    if (fits || last) taken = place
    return fits || last
  })
}

interface Mark {
  at: number
  name: string
  day: string
  planned: boolean
}

const KINDS = { import: 'Import', bulk: 'Letter', retry: 'Retry', reminder: 'Reminder' }

export function marksOf({ mailings, reminders, closed_at, due_on }: RoundPage): Mark[] {
  const numbers = new Map(reminders.map(({ mailingId, number }) => [mailingId, number]))
  const sent = mailings.map(({ id, kind, created_at }, index): Mark => {
    const number = numbers.get(id)
    const name = number ? `Reminder ${number}` : index === 0 ? 'First letter' : KINDS[kind]
    return { at: Date.parse(created_at), name, day: formatDay(created_at), planned: false }
  })
  const planned = reminders
    .filter(({ outcome }) => outcome === 'planned' && !closed_at)
    .map(
      ({ at, number }): Mark => ({
        at: Date.parse(at),
        name: `Reminder ${number}`,
        day: formatDay(at),
        planned: true,
      }),
    )
  const due = { name: 'Due', day: formatDay(noonOf(due_on)), planned: true }
  return [...sent, ...planned, { at: Date.parse(`${due_on}T23:59:59`), ...due }].sort(
    (one, other) => one.at - other.at,
  )
}

/** Running totals from the start until now, or until the close. Days without answers keep the level. */
export function pointsOf({ started_at, closed_at, days }: RoundPage): Point[] {
  const end = closed_at ? Date.parse(closed_at) : Date.now()
  const points: Point[] = [{ at: Date.parse(started_at), confirmed: 0, updated: 0 }]
  for (const { day, confirmed, updated } of days) {
    const last = points.at(-1)!
    const begins = Date.parse(`${day}T00:00:00`)
    if (begins > last.at) points.push({ ...last, at: begins })
    points.push({
      at: Math.min(begins + 24 * 60 * 60 * 1000, end),
      confirmed: last.confirmed + confirmed,
      updated: last.updated + updated,
    })
  }
  const last = points.at(-1)!
  return last.at < end ? [...points, { ...last, at: end }] : points
}

/** The chart's table for screen readers: each day with answers or a mark. */
export function tableRows(round: RoundPage): (string | number)[][] {
  const marks = marksOf(round).map(({ at, name }) => ({ day: dayOf(new Date(at)), name }))
  const days = [...new Set([...round.days, ...marks].map(({ day }) => day))].sort()
  let [confirmed, updated] = [0, 0]
  return days.map((day) => {
    const answers = round.days.find((each) => each.day === day)
    confirmed += answers?.confirmed ?? 0
    updated += answers?.updated ?? 0
    const names = marks.flatMap((mark) => (mark.day === day ? [mark.name] : []))
    const totals = day > today() ? ['', ''] : [confirmed, updated]
    return [formatDay(noonOf(day)), ...totals, names.join(', ')]
  })
}
