import type { ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'

/** The lowest round top of an axis with three steps: 3, 6, 15, 30, 60, 150… */
export function axisTop(most: number) {
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, most / 3)))
  const step = [1, 2, 5, 10].find((factor) => factor * tens * 3 >= most) ?? 10
  return step * tens * 3
}

export const chartLinkClass = 'group -mx-2 rounded-sm px-2 text-ink no-underline'

interface ChartTableProps {
  caption: string
  head: string[]
  rows: (string | number)[][]
}

export function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    // A box around the table, which would take the width of its cells even when hidden.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, place) => (
                <td key={head[place + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One unit is about one pixel, so text has the same size on wide screens and phones. */
export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface Point {
  at: number
  confirmed: number
  updated: number
}

interface AnswersPictureProps {
  frame: Frame
  points: Point[]
  /** The axis's end, if it is after the last point. */
  end?: number
  most: number
  children?: (x: (at: number) => number) => ReactNode
}

/** The answers so far. Updated is stacked on confirmed, so the upper line shows all answers. */
export function AnswersPicture({ frame, points, end, most, children }: AnswersPictureProps) {
  const { left, right, top, bottom, width, height } = frame
  const [first, last] = [points[0]!, points.at(-1)!]
  const span = Math.max(end ?? last.at, first.at + 1) - first.at
  const x = (at: number) => left + ((right - left) * (Math.max(at, first.at) - first.at)) / span
  const y = (count: number) => bottom - ((bottom - top) * count) / most
  const all = ({ confirmed, updated }: Point) => confirmed + updated
  const upper = points.map((point) => `${x(point.at)} ${y(all(point))}`)
  const lower = points.map(({ at, confirmed }) => `${x(at)} ${y(confirmed)}`)
  const floor = `${x(last.at)} ${y(0)}L${x(first.at)} ${y(0)}Z`
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className="block size-full fill-none font-sans text-[12.5px]"
    >
      <Axis frame={frame} most={most} y={y} />
      <path
        d={`M${upper.join('L')}L${[...lower].reverse().join('L')}Z`}
        className="fill-updated-soft"
      />
      <path d={`M${lower.join('L')}L${floor}`} className="fill-confirmed-soft" />
      <path d={`M${lower.join('L')}`} className="stroke-confirmed" strokeWidth="2.25" />
      <path d={`M${upper.join('L')}`} className="stroke-updated" strokeWidth="2.25" />
      {children?.(x)}
      <g className="stroke-panel" strokeWidth="2">
        <circle cx={x(last.at)} cy={y(all(last))} r="4" className="fill-updated" />
        <circle cx={x(last.at)} cy={y(last.confirmed)} r="4" className="fill-confirmed" />
      </g>
    </svg>
  )
}

interface AxisProps extends Pick<AnswersPictureProps, 'frame' | 'most'> {
  y: (count: number) => number
}

function Axis({ frame, most, y }: AxisProps) {
  const step = axisTop(most) / 3
  const steps = [0, step, 2 * step].filter((count) => count < most * 0.9)
  return [...steps, most].map((count) => (
    <g key={count}>
      <path d={`M${frame.left} ${y(count)}H${frame.right}`} className="stroke-line" />
      <text x={frame.left - 8} y={y(count) + 4} textAnchor="end" className="fill-ink-3">
        {formatNumber(count)}
      </text>
    </g>
  ))
}

export const InBothFrames = (props: {
  wide: Frame
  phone: Frame
  draw: (frame: Frame) => ReactNode
}) => (
  <>
    <div className="h-full max-md:hidden">{props.draw(props.wide)}</div>
    <div className="h-full md:hidden">{props.draw(props.phone)}</div>
  </>
)

export const AnswersLegend = ({ confirmed, updated }: { confirmed: number; updated: number }) => (
  <ul aria-hidden className="flex flex-wrap gap-x-5 text-md font-semibold text-ink-2">
    <li className="flex items-center gap-2">
      <span className="size-2 rounded-full bg-confirmed" />
      Confirmed {formatNumber(confirmed)}
    </li>
    <li className="flex items-center gap-2">
      <span className="size-2 rounded-full bg-updated" />
      Updated {formatNumber(updated)}
    </li>
  </ul>
)
