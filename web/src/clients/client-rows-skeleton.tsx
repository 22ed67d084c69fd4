import { type CSSProperties, useDeferredValue } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { cellClasses, rowClass } from './client-row.tsx'
import { COLUMN_COUNT } from './client-table-head.tsx'

/** What a window shows of them; drawing all of a hundred would keep the real ones waiting. */
const DRAWN = Array.from({ length: 12 }, (_, n) => `row ${n}`)

const NONE: string[] = []

/** As high as the rows that will stand here; drawn after what is above them, or not at all when those are quicker. */
export function ClientRowsSkeleton({ rows }: { rows: number }) {
  const drawn = useDeferredValue(DRAWN, NONE).slice(0, rows)
  return (
    <>
      {drawn.map((key) => (
        <RowSkeleton key={key} />
      ))}
      <tr style={{ '--rows': rows - drawn.length } as CSSProperties} className="max-md:block">
        <td
          colSpan={COLUMN_COUNT}
          className="h-[calc(var(--rows)*2.875rem)] max-md:block max-md:h-[calc(var(--rows)*5.175rem)]"
        />
      </tr>
    </>
  )
}

/** Each piece as large as what will stand in its place. */
const PIECES: Record<keyof typeof cellClasses, string> = {
  box: 'size-4.25',
  no: 'h-[1lh] w-3/5 scale-y-70',
  first: 'h-[1lh] w-3/5 scale-y-70 md:w-3/4',
  last: 'h-[1lh] w-4/5 scale-y-70',
  number: 'h-[1lh] w-12 scale-y-70',
  email: 'h-[1lh] w-4/5 scale-y-70',
  status: 'h-6 w-22 rounded-full!',
  updated: 'h-[1lh] w-3/5 scale-y-70',
  resend: 'ml-auto h-8 w-17 rounded-md!',
}

const RowSkeleton = () => (
  <tr className={`group ${rowClass}`}>
    {Object.entries(PIECES).map(([cell, size]) => (
      <td key={cell} className={cellClasses[cell as keyof typeof cellClasses]}>
        <Skeleton className={size} />
      </td>
    ))}
  </tr>
)
