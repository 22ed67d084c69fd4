import { type CSSProperties, useDeferredValue } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { cellClasses, rowClass } from './client-row.tsx'
import { COLUMN_COUNT } from './client-table-head.tsx'

/** As many as a window shows: a hundred would delay the real rows. */
const DRAWN = Array.from({ length: 12 }, (_, n) => `row ${n}`)

const NONE: string[] = []

/** As high as the rows to come; drawn after the rest of the screen. */
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
