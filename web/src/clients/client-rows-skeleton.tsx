import type { CSSProperties } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { COLUMN_COUNT } from './client-table-head.tsx'

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
          colSpan={COLUMN_COUNT}
          className="h-[calc(var(--rows)*2.875rem)] max-md:block max-md:h-[calc(var(--rows)*(5.125rem+1px))]"
        />
      </tr>
    </>
  )
}

const RowSkeleton = () => (
  <tr className="max-md:block max-md:border-b max-md:border-line max-md:px-4 max-md:py-2.5">
    <td colSpan={COLUMN_COUNT} className="max-md:block md:border-b md:border-line md:px-5.5">
      <div className="flex h-15.5 flex-col gap-2 md:h-11.25 md:flex-row md:items-center md:gap-[5%] md:pl-19">
        <Skeleton className="h-4 w-2/5 md:h-3.5 md:w-[19%]" />
        <Skeleton className="h-3 w-1/5 md:h-3.5 md:w-[8%]" />
        <Skeleton className="h-3 w-3/5 md:h-3.5 md:w-1/4" />
      </div>
    </td>
  </tr>
)
