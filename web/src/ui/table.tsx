import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, type Key, type ReactNode, useMemo } from 'react'
import { Cells, type Column, headCellClass, rowBase } from './column.tsx'
import { PagedList, type PagedListProps } from './paged-list.tsx'
import { SelectAll, SelectableRow, type Selection } from './selectable-row.tsx'
import { RowsSkeleton } from './skeleton.tsx'

interface Sorting {
  /** The column to sort by; a leading '-' sorts descending. */
  sort?: string
  onSort?: (sort: string) => void
}

interface ListTableProps<Row> extends Sorting {
  columns: Column<Row>[]
  /** Missing: a skeleton stands for them. */
  rows: Row[] | undefined
  rowKey: (row: Row) => Key
  /** The number of rows that the skeleton stands for. */
  expected: number
  /** A class that computes the skeleton's height from `--rows`. */
  height?: string
  /** The rows belong to the last query. */
  stale?: boolean
  className?: string
  style?: CSSProperties
  rowClass?: string
  cells?: string
  selection?: Selection<Row>
}

/** A list's table. On a phone, rows fold and only screen readers get the headings. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows, expected, height, stale = false, className = '', style, selection } = props
  const given = props.columns
  const columns = useMemo(() => given.filter(({ shown }) => shown !== false), [given])
  return (
    <div className="relative overflow-x-auto" aria-busy={stale || !rows}>
      <table
        style={style}
        className={`w-full min-w-160 table-fixed border-collapse max-md:block max-md:min-w-0 ${className}`}
      >
        <colgroup>
          {selection && <col className="w-12" />}
          {columns.map(({ name, key = name, width = '', style, className = '' }) => (
            <col key={key} className={`${width} ${className}`} style={style} />
          ))}
        </colgroup>
        <Head {...props} columns={columns} />
        <tbody
          aria-hidden={!rows}
          className={`max-md:block motion-safe:transition-opacity ${stale ? 'opacity-60' : ''}`}
        >
          {rows ? (
            <Rows {...props} rows={rows} columns={columns} />
          ) : (
            <RowsSkeleton
              rows={expected}
              columns={columns.length + (selection ? 1 : 0)}
              height={height}
            />
          )}
        </tbody>
      </table>
    </div>
  )
}

function Head<Row>({ columns, rows = [], selection, ...sorting }: ListTableProps<Row>) {
  return (
    <thead className={selection ? 'max-md:block' : 'max-md:sr-only'}>
      <tr
        className={
          selection &&
          'max-md:flex max-md:items-center max-md:border-b max-md:border-line max-md:bg-sunk max-md:px-4'
        }
      >
        {selection && (
          <SelectAll chosen={selection.selected.size} of={rows.length} onAll={selection.setAll} />
        )}
        {columns.map(({ name, key = name, sort, unnamed, className = '' }) => (
          <th
            key={key}
            scope="col"
            aria-sort={sort ? orderBy(sort, sorting.sort) : undefined}
            className={`${headCellClass} md:first:pl-5.5 md:last:pr-5.5 ${selection ? 'max-md:hidden' : ''} ${className}`}
          >
            {sort ? (
              <SortButton name={name} field={sort} {...sorting} />
            ) : (
              <span className={unnamed ? 'sr-only' : ''}>{name}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const orderBy = (field: string, sort: string | undefined) =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined

function SortButton({ name, field, sort, onSort }: Sorting & { name: string; field: string }) {
  const order = orderBy(field, sort)
  const Arrow = order === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onSort?.(order === 'ascending' ? `-${field}` : field)}
      className="group relative -mx-1 h-8 rounded-sm px-1 hover:text-ink"
    >
      {name}
      {/* Placed over the gap between two columns, so the arrow needs no room. */}
      <Arrow
        aria-hidden
        className={`absolute inset-y-0 left-full -ml-0.5 my-auto size-3 ${order ? 'text-accent' : 'opacity-0 group-hover:opacity-60'}`}
      />
    </button>
  )
}

function Rows<Row>(props: ListTableProps<Row> & { rows: Row[] }) {
  const { rows, columns, rowKey, rowClass = '', selection } = props
  const { cells = 'py-2.5 align-top wrap-anywhere' } = props
  return rows.map((row, n) => {
    const id = rowKey(row)
    const shared = { row, n, columns, cells }
    if (selection) {
      const { selected, select, open, label } = selection
      const choice = { selected: selected.has(id), select, open, label }
      return <SelectableRow key={id} id={id} {...shared} {...choice} />
    }
    return (
      <tr
        key={id}
        className={`${rowBase} max-md:grid-cols-[[main]_minmax(0,1fr)_[side]_auto] max-md:py-3 ${rowClass}`}
      >
        <Cells {...shared} />
      </tr>
    )
  })
}

type PagedTableProps<Data, Row> = Omit<PagedListProps<Data>, 'children'> &
  Omit<ListTableProps<Row>, 'columns' | 'rows' | 'expected' | 'stale'> & {
    rowsOf: (data: Data) => Row[]
    /** May depend on the rows, which are undefined while they load. */
    columns: Column<Row>[] | ((rows: Row[] | undefined) => Column<Row>[])
    /** Rows of the skeleton; otherwise a whole page. */
    expected?: number
  }

export function PagedTable<Data extends { total: number }, Row>(props: PagedTableProps<Data, Row>) {
  const { rowsOf, columns, expected = props.query.limit } = props
  return (
    <PagedList {...props}>
      {(data, stale) => {
        const rows = data && rowsOf(data)
        const drawn = typeof columns === 'function' ? columns(rows) : columns
        return (
          <ListTable {...props} columns={drawn} rows={rows} expected={expected} stale={stale} />
        )
      }}
    </PagedList>
  )
}

/** A small table inside a panel or dialog. `head`: the column headings. */
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
