import { Skeleton } from './skeleton.tsx'

interface RowsSkeletonProps {
  rows: number
  /** A class for each cell. */
  widths: string[]
  /** The cells' class. */
  cell: string
}

/** A table's rows while they are fetched; on a phone, where they fold, three lines each. */
export function RowsSkeleton({ rows, widths, cell }: RowsSkeletonProps) {
  const keys = Array.from({ length: rows }, (_, n) => `row ${n}`)
  return keys.map((key) => (
    <tr
      key={key}
      className="max-md:block max-md:border-b max-md:border-line max-md:px-4 max-md:py-3"
    >
      {widths.map((width) => (
        <td
          key={width}
          className={`${cell} h-15.5 md:first:pl-5.5 max-md:h-6 max-md:nth-[n+4]:hidden`}
        >
          <Skeleton className={`mt-1 h-3.5 ${width}`} />
        </td>
      ))}
    </tr>
  ))
}
