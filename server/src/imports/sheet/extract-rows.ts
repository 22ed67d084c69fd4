import { withoutHidden } from './hidden.ts'
import type { Table } from './table.ts'

/** A row's texts in the file's own columns. */
export interface TextRow {
  row: number
  texts: readonly string[]
}

export interface Extract {
  sheet: string
  includeHidden: boolean
  /** From 1. */
  rows: number[]
}

export function* extractRows(
  tables: readonly Table[],
  { sheet, includeHidden, rows }: Extract,
): Generator<TextRow> {
  const found = tables.find(({ name = '' }) => name === sheet)
  const table = found && (includeHidden ? found : withoutHidden(found))
  if (table) for (const row of rows) yield { row, texts: table.row(row - 1) }
}
