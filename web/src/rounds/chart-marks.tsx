import type { Mark } from './chart-data.ts'
import type { Frame } from './round-chart.tsx'

interface ChartMarksProps {
  frame: Frame
  marks: Mark[]
  x: (at: number) => number
}

/** Draws a line for each mark. Names that would overlap are only in the table. */
export function ChartMarks({ frame, marks, x }: ChartMarksProps) {
  const room = frame.short ? 52 : 78
  const named = withRoom(
    marks.map(({ at }) => x(at)),
    room,
  )
  return marks.map(({ at, name, short, day, planned }, index) => {
    const place = x(at)
    const anchor =
      place < frame.left + room / 2 ? 'start' : place > frame.right - room / 2 ? 'end' : 'middle'
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
              {frame.short ? short : name}
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

/** The first and the last keep their names, the others where there is room. */
function withRoom(places: number[], room: number): boolean[] {
  const end = places.at(-1) ?? 0
  let taken = Number.NEGATIVE_INFINITY
  return places.map((place, index) => {
    const last = index === places.length - 1
    const fits = place - taken >= room && (last || index === 0 || end - place >= room)
    if (fits || last) taken = place
    return fits || last
  })
}
