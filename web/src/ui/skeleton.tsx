import type { CSSProperties } from 'react'
import { Panel } from './panel.tsx'

export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`skeleton block rounded-sm bg-line ${className}`} />
}

const WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-4/5', 'w-1/3', 'w-3/4']

interface SkeletonLinesProps {
  count: number
  className: string
  /** Whether it announces the loading, if nothing else does. */
  announced?: boolean
}

/** Lines to come, spread over the room that `className` gives: what follows does not move when they arrive. */
export function SkeletonLines({ count, className, announced }: SkeletonLinesProps) {
  const lines = Array.from({ length: count }, (_, n) => `${n}`)
  return (
    <div
      {...(announced && { role: 'status', 'aria-label': 'Loading...' })}
      className={`flex flex-col justify-around ${className}`}
    >
      {lines.map((line, n) => (
        <Skeleton key={line} className={`h-3.5 ${WIDTHS[n % WIDTHS.length]}`} />
      ))}
    </div>
  )
}

interface PanelsSkeletonProps {
  /** Missing: what is around it says that it loads. */
  label?: string
  className?: string
}

/** A screen's panels, while its heading is there already. */
export const PanelsSkeleton = ({ label, className = '' }: PanelsSkeletonProps) => (
  <div
    {...(label && { role: 'status', 'aria-label': label })}
    className={`grid gap-5 ${className}`}
  >
    {['first', 'second', 'third'].map((key) => (
      <Panel key={key} className="h-44.5 px-5.5 py-5">
        <SkeletonLines count={3} className="h-full" />
      </Panel>
    ))}
  </div>
)

const ROWS_HEIGHT = 'h-[calc(var(--rows)*3.875rem)] max-md:h-[calc(var(--rows)*6rem)]'

interface RowsSkeletonProps {
  rows: number
  columns: number
  /** The class of the rows' height, by `--rows`. */
  height?: string
}

/** A table's rows while they are fetched, in one element: a hundred drawn rows would delay the real ones. */
export const RowsSkeleton = ({ rows, columns, height = ROWS_HEIGHT }: RowsSkeletonProps) => (
  <tr className="max-md:block">
    <td
      colSpan={columns}
      style={{ '--rows': rows } as CSSProperties}
      className={`skeleton rows-skeleton max-md:block ${height}`}
    />
  </tr>
)
