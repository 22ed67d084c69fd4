import type { ReadTable, Table } from './table.ts'

/** Positions from 0. */
export interface Hidden {
  rows: Set<number>
  columns: Set<number>
}

const noneHidden = (): Hidden => ({ rows: new Set(), columns: new Set() })

/** Reads a sheet's XML in an .xlsx as bytes: it may be too large for a text. */
export function hiddenInXml(xml: Buffer): Hidden {
  const hidden = noneHidden()
  for (const mark of [' hidden="1"', ' hidden="true"']) {
    for (let at = xml.indexOf(mark); at >= 0; at = xml.indexOf(mark, at + 1)) {
      const tag = xml.toString('latin1', xml.lastIndexOf('<', at), xml.indexOf('>', at))
      const number = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1])
      if (/^<(\w+:)?row /.test(tag)) hidden.rows.add(number('r') - 1)
      if (/^<(\w+:)?col /.test(tag)) addColumns(hidden, number('min') - 1, number('max') - 1)
    }
  }
  return hidden
}

/** “All columns to the right” is one range. */
const LAST_COLUMN = 500

function addColumns({ columns }: Hidden, first: number, last: number) {
  for (let column = first; column <= Math.min(last, LAST_COLUMN); column++) columns.add(column)
}

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
