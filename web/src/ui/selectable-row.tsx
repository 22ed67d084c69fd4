import {
  type Key,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useState,
} from 'react'
import { Checkbox } from './choice.tsx'
import { Cells, type Column, cellBase, headCellClass, rowBase } from './column.tsx'

export interface Selection<Row> {
  selected: ReadonlySet<Key>
  setAll: (on: boolean) => void
  /** These three must not change between renders, as rows are memoized. */
  select(id: Key, on: boolean): void
  open: (row: Row) => void
  label: (row: Row) => string
}

interface SelectableRowProps<Row> extends Pick<Selection<Row>, 'select' | 'open' | 'label'> {
  row: Row
  id: Key
  n: number
  columns: Column<Row>[]
  cells: string
  selected: boolean
}

/** Memoized: a table has up to a hundred rows. */
export const SelectableRow = memo(function SelectableRow<Row>(props: SelectableRowProps<Row>) {
  const { row, id, n, columns, cells, selected, select, open, label } = props
  const toggle = () => select(id, !selected)
  return (
    <tr
      tabIndex={0}
      aria-selected={selected}
      onClick={(event) => {
        if (event.target === event.currentTarget.cells[0]) toggle()
        else if (opensRow(event)) open(row)
      }}
      onKeyDown={(event) => handleKey(event, () => open(row), toggle)}
      className={`${rowBase} cursor-pointer bg-panel focus-visible:-outline-offset-2 hover:bg-sunk aria-selected:bg-accent-soft max-md:grid-cols-[auto_[main]_minmax(0,1fr)_[side]_auto] max-md:py-2.5`}
    >
      <td
        className={`${cellBase} ${cells} max-md:-m-3 max-md:row-span-3 max-md:p-3 max-md:pt-3.75`}
      >
        <Checkbox aria-label={`Select ${label(row)}`} checked={selected} onChange={toggle} />
      </td>
      <Cells row={row} n={n} columns={columns} cells={cells} />
    </tr>
  )
}) as <Row>(props: SelectableRowProps<Row>) => ReactNode

/** Presses on controls, links and selected text do not open the row. */
const opensRow = (event: MouseEvent) =>
  !event.metaKey &&
  !event.ctrlKey &&
  !(event.target as Element).closest('a, button, input') &&
  !getSelection()?.toString()

function handleKey(
  event: KeyboardEvent<HTMLTableRowElement>,
  open: () => void,
  toggle: () => void,
) {
  if (event.target !== event.currentTarget) return
  if (event.key === 'Enter') open()
  if (event.key === ' ') {
    // Stops the space key from scrolling the page.
    event.preventDefault()
    toggle()
  }
  const { nextElementSibling, previousElementSibling, parentElement } = event.currentTarget
  const neighbour = {
    ArrowDown: nextElementSibling,
    ArrowUp: previousElementSibling,
    Home: parentElement!.firstElementChild,
    End: parentElement!.lastElementChild,
  }[event.key]
  if (neighbour instanceof HTMLElement) {
    event.preventDefault()
    neighbour.focus()
  }
}

interface SelectAllProps {
  chosen: number
  of: number
  onAll: (on: boolean) => void
}

export const SelectAll = ({ chosen, of, onAll }: SelectAllProps) => (
  <th
    scope="col"
    className={`${headCellClass} md:pl-5.5 max-md:flex max-md:items-center max-md:border-0 max-md:px-0`}
  >
    <Checkbox
      id="select-all"
      aria-label="Select all"
      // aria-disabled, as `disabled` would drop the focus while a page loads.
      aria-disabled={of === 0}
      checked={of > 0 && chosen === of}
      mixed={chosen > 0 && chosen < of}
      onCheckedChange={onAll}
    />
    <label htmlFor="select-all" className="pl-3 md:hidden">
      Select all
    </label>
  </th>
)

/** The chosen ids. Ignores rows that are not on screen. */
export function useSelection(shown: { id: number }[] | undefined) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const ids = shown?.map(({ id }) => id) ?? []
  const select = useCallback((id: number, on: boolean) => {
    choose((old) => {
      const next = new Set(old)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  return {
    selected: new Set(ids.filter((id) => chosen.has(id))),
    select,
    choose,
    setAll: (on: boolean) => choose(new Set(on ? ids : [])),
  }
}
