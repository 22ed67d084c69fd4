import type { ReadTable, Table } from './table.ts'

/** Positions from 0. */
export interface Hidden {
  rows: Set<number>
  columns: Set<number>
}

export const noneHidden = (): Hidden => ({ rows: new Set(), columns: new Set() })

type Flags = readonly ({ hidden?: boolean } | undefined)[]

/** As the library reports them for an .xls file. */
export const hiddenInLists = (rows: Flags = [], columns: Flags = []): Hidden => ({
  rows: hiddenOf(rows),
  columns: hiddenOf(columns),
})

const hiddenOf = (flags: Flags) =>
  new Set([...flags.entries()].filter(([, flag]) => flag?.hidden).map(([index]) => index))

export function withoutHidden(table: Table): Table {
  const { hidden } = table
  if (!hidden) return table
  return {
    ...table,
    row: (index) =>
      hidden.rows.has(index)
        ? []
        : table.row(index).map((text, column) => (hidden.columns.has(column) ? '' : text)),
  }
}

export function countHidden(
  { hidden, row, rowCount }: Table,
  headers: number,
): ReadTable['hidden'] {
  const { rows, columns } = hidden ?? noneHidden()
  const hasText = (text = '') => text.trim() !== ''
  return {
    rows: [...rows].filter(
      (index) => index > headers && index < rowCount && row(index).some(hasText),
    ).length,
    columns: [...columns].filter((column) => hasText(row(headers)[column])).length,
  }
}
