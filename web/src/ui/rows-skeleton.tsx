import type { CSSProperties } from 'react'

interface RowsSkeletonProps {
  rows: number
  columns: number
  /** The class of the rows' height, by `--rows`. */
  height?: string
}

/** A table's rows while they are fetched, in one element: a hundred drawn rows would delay the real ones. */
export const RowsSkeleton = ({
  rows,
  columns,
  height = 'h-[calc(var(--rows)*3.875rem)] max-md:h-[calc(var(--rows)*6rem)]',
}: RowsSkeletonProps) => (
  <tr className="max-md:block">
    <td
      colSpan={columns}
      style={{ '--rows': rows } as CSSProperties}
      className={`skeleton rows-skeleton max-md:block ${height}`}
    />
  </tr>
)
