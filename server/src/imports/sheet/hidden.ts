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
  let row = 0
  for (const tag of tagsOf(xml, 'row')) {
    // Some programs number no rows.
    row = numberIn(tag, 'r') ?? row + 1
    if (HIDDEN.test(tag) || / ht="0(?:\.0+)?"/.test(tag)) hidden.rows.add(row - 1)
  }
  for (const tag of tagsOf(xml, 'col')) {
    const isHidden = HIDDEN.test(tag) || / width="0(?:\.0+)?"/.test(tag)
    if (isHidden) addColumns(hidden, numberIn(tag, 'min')! - 1, numberIn(tag, 'max')! - 1)
  }
  return hidden
}

const HIDDEN = / hidden="(?:1|true)"/

function numberIn(tag: string, name: string): number | undefined {
  const digits = new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function* tagsOf(xml: Buffer, name: string): Generator<string> {
  for (let at = xml.indexOf(name); at >= 0; at = xml.indexOf(name, at + 1)) {
    const before = xml.toString('latin1', Math.max(0, at - 20), at)
    if (
      /<(?:\w+:)?$/.test(before) &&
      /[\s>/]/.test(String.fromCharCode(xml[at + name.length] ?? 0))
    )
      yield xml.toString('latin1', at, xml.indexOf('>', at))
  }
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
