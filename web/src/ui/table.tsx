import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { RowsSkeleton } from './skeleton.tsx'

export const headCellClass =
  'border-b border-line bg-sunk px-2 py-0 h-10 text-left text-[0.8125rem] font-semibold whitespace-nowrap text-ink-2'

export const listCellClass =
  'px-2 py-2.5 align-top wrap-anywhere md:border-b md:border-line md:group-last:border-b-0 max-md:block max-md:p-0'

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
        className="group relative -mx-1 h-8 rounded-sm px-1 hover:text-ink"
      >
        {label}
        {/* Over the space between two columns: it needs no room of its own. */}
        <Arrow
          aria-hidden
          className={`absolute inset-y-0 left-full -ml-0.5 my-auto size-3 ${sorted ? 'text-accent' : 'opacity-0 group-hover:opacity-60'}`}
        />
      </button>
    </th>
  )
}

interface Column {
  name: string
  /** A class; columns without one share the rest. */
  width?: string
  className?: string
  hidden?: boolean
}

interface ListTableProps {
  columns: Column[]
  /** The number of rows that a skeleton stands for, until there are children. */
  rows: number
  /** The rows are the last query's. */
  stale: boolean
  children: ReactNode
}

/** A list's table; on a phone its rows fold and its headings are left to screen readers. */
export const ListTable = ({ columns, rows, stale, children }: ListTableProps) => (
  <div className="overflow-x-auto" aria-busy={stale || !children}>
    <table className="w-full min-w-160 table-fixed border-collapse max-md:block max-md:min-w-0">
      <colgroup>
        {columns.map(({ name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ name, className = '', hidden }) => (
            <th
              key={name}
              scope="col"
              className={`${headCellClass} md:first:pl-5.5 md:last:pr-5.5 ${className}`}
            >
              <span className={hidden ? 'sr-only' : ''}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={`max-md:block motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}>
        {children ?? <RowsSkeleton rows={rows} columns={columns.length} />}
      </tbody>
    </table>
  </div>
)

/** A small table inside a panel or dialog; `head` are its column titles. */
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
