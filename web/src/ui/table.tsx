import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

export const headCellClass =
  'border-b border-line bg-sunk px-2 py-0 h-10 text-left text-[0.8125rem] font-semibold whitespace-nowrap text-ink-2'

interface SortableHeadProps {
  label: string
  field: string
  /** The column sorted by, with a leading '-' for descending. */
  sort: string
  onSort: (sort: string) => void
  className?: string
}

export function SortableHead({ label, field, sort, onSort, className = '' }: SortableHeadProps) {
  const ascending = sort === field
  const sorted = ascending || sort === `-${field}`
  const Arrow = ascending ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={`${headCellClass} ${className}`}
      aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        onClick={() => onSort(ascending ? `-${field}` : field)}
        className="group -mx-1 inline-flex h-8 items-center gap-1 rounded-sm px-1 hover:text-ink"
      >
        {label}
        <Arrow
          aria-hidden
          className={`size-3.5 ${sorted ? 'text-accent' : 'opacity-0 group-hover:opacity-60'}`}
        />
      </button>
    </th>
  )
}

/** A small table inside a sheet or dialog; `head` are its column titles. */
export function PlainTable({ head, children }: { head: string[]; children: ReactNode }) {
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" className={`${headCellClass} px-3.5`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:px-3.5 [&_td]:py-2.5 [&_td]:align-top [&_tr]:border-t [&_tr]:border-line [&_tr:first-child]:border-t-0">
          {children}
        </tbody>
      </table>
    </div>
  )
}
