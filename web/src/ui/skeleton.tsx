import type { CSSProperties } from 'react'
import { Panel } from './panel.tsx'

export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={`skeleton block rounded-sm bg-line ${className}`} />
}

const WIDTHS = ['w-2/5', 'w-3/5', 'w-1/2', 'w-4/5', 'w-1/3', 'w-3/4']

interface SkeletonLinesProps {
  count: number
  className: string
  /** Announces the loading; needed if nothing else does. */
  announced?: boolean
}

/** Stands for lines that load, spread over the room of `className`, so nothing below moves when they arrive. */
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
  /** Missing: the screen around it announces the loading. */
  label?: string
  className?: string
}

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
  /** A class that computes the height from `--rows`. */
  height?: string
}

/** Stands for a table's rows in one element: a hundred gray rows would delay the real ones. */
export const RowsSkeleton = ({ rows, columns, height = ROWS_HEIGHT }: RowsSkeletonProps) => (
  <tr className="max-md:block">
    <td
      colSpan={columns}
      style={{ '--rows': rows } as CSSProperties}
      className={`skeleton rows-skeleton max-md:block ${height}`}
    />
  </tr>
)
