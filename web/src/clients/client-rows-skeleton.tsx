import type { CSSProperties } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { WIDE_ONLY } from './client-table-head.tsx'

const CELLS = ['w-4', 'w-5', 'w-20', 'w-24', 'w-14', 'w-44', 'w-22', 'w-12', 'w-16']

/** The running number and the date. */
const WIDE = new Set(['w-5', 'w-12'])

/** What a window shows of them; drawing all of a hundred would keep the real ones waiting. */
const DRAWN = Array.from({ length: 12 }, (_, n) => `row ${n}`)

/** As high as the rows that will stand here. */
export function ClientRowsSkeleton({ rows }: { rows: number }) {
  const drawn = DRAWN.slice(0, rows)
  return (
    <>
      {drawn.map((key) => (
        <RowSkeleton key={key} />
      ))}
      <tr style={{ '--rows': rows - drawn.length } as CSSProperties} className="max-md:block">
        <td
          colSpan={CELLS.length}
          className="h-[calc(var(--rows)*2.875rem)] max-md:block max-md:h-[calc(var(--rows)*(5.125rem+1px))]"
        />
      </tr>
    </>
  )
}

const RowSkeleton = () => (
  <tr className="max-md:block max-md:border-b max-md:border-line max-md:px-4 max-md:py-2.5">
    {CELLS.map((width) => (
      <td
        key={width}
        className={`h-11.5 border-b border-line px-2 first:pl-5.5 last-of-type:pr-5.5 max-md:hidden ${WIDE.has(width) ? WIDE_ONLY : ''}`}
      >
        <Skeleton className={`h-3.5 ${width}`} />
      </td>
    ))}
    <td className="hidden h-15.5 max-md:block">
      <Skeleton className="mb-2.5 h-4 w-2/5" />
      <Skeleton className="mb-2 h-3 w-1/5" />
      <Skeleton className="h-3 w-3/5" />
    </td>
  </tr>
)
