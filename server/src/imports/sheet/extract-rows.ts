import type { Table } from './table.ts'

/** A row's texts in the file's own columns. */
export interface TextRow {
  row: number
  texts: readonly string[]
}

export interface Extract {
  sheet: string
  /** From 1. */
  rows: number[]
}

export function* extractRows(
  tables: readonly Table[],
  { sheet, rows }: Extract,
): Generator<TextRow> {
  const table = tables.find(({ name = '' }) => name === sheet)
  if (table) for (const row of rows) yield { row, texts: table.row(row - 1) }
}
