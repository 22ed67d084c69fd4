import type { CSSProperties, ReactNode } from 'react'

/** A cell's place on a phone: the wide part of the row, its right side, both, or nowhere. */
const PLACES = {
  start: 'max-md:col-start-[main]',
  end: 'max-md:col-start-[side] max-md:row-start-1',
  line: 'max-md:col-span-2',
  none: 'max-md:hidden',
}

/** Describes a column of a list for its heading, cells, skeleton and place on a phone. */
export interface Column<Row> {
  name: string
  /** Needed if two columns may have the same name. */
  key?: string
  cell: (row: Row, n: number) => ReactNode
  place?: keyof typeof PLACES
  /** Precedes the cell on a phone, which hides the headings. */
  label?: string
  /** A class for the width. Columns without one share the rest. */
  width?: string
  style?: CSSProperties
  /** Classes for heading and cells, for example to hide both. */
  className?: string
  cellClass?: string
  dir?: 'auto'
  sort?: string
  /** Whether only screen readers get its name. */
  unnamed?: boolean
  shown?: boolean
}

export const headCellClass =
  'border-b border-line bg-sunk px-2 py-0 h-10 text-left text-[0.8125rem] font-semibold whitespace-nowrap text-ink-2'

export const cellBase =
  'px-2 md:border-b md:border-line md:group-last:border-b-0 md:first:pl-5.5 md:last:pr-5.5 max-md:p-0'

/** Folds a row on a phone. Its grid lines `main` and `side` are those of `PLACES`. */
export const rowBase =
  'group max-md:grid max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:last:border-b-0'

/** A link that covers its whole row, which is `relative`. */
export const rowLinkClass =
  'text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'

interface CellsProps<Row> {
  row: Row
  n: number
  columns: Column<Row>[]
  cells: string
}

export const Cells = <Row,>({ row, n, columns, cells }: CellsProps<Row>) =>
  columns.map(
    ({ name, key = name, cell, label, place = 'start', className = '', cellClass = '', dir }) => (
      <td
        key={key}
        dir={dir}
        className={`${cellBase} ${cells} ${PLACES[place]} ${className} ${cellClass}`}
      >
        {label && <span className="md:hidden">{label} </span>}
        {cell(row, n)}
      </td>
    ),
  )
