import { rm } from 'node:fs/promises'
import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import type { ColumnField } from '@attest/contract/import-previews'
import type { Deps } from '../../deps.ts'
import { REASON_HEADER } from '../sheet/choose-table.ts'
import type { Cells } from '../sheet/client-fields.ts'
import type { TextRow } from '../sheet/extract-rows.ts'
import { readBatches } from '../sheet/rows-file.ts'
import { listDescribed } from './list-described.ts'
import { fileOf, rowsFileOf } from './make-preview.ts'
import { listByNumber, type PreviewRecord, type RowRecord, rowPages } from './queries.ts'

/**
 * All rejected rows as CSV, in the file's own columns with corrections made so far, and why each is rejected. The rows
 * come from the file: a preview stores only the cells that fill a field.
 */
export async function* rejectedCsv(deps: Deps, preview: PreviewRecord): AsyncGenerator<string> {
  const rows: number[] = []
  for await (const page of rowPages(deps.db, preview.id, 'rejected'))
    for (const { row } of page) rows.push(row)
  const path = fileOf(deps, preview.id)
  const target = rowsFileOf(deps, preview.id)
  try {
    const extract = { sheet: preview.sheet, includeHidden: preview.include_hidden, rows }
    await deps.sheets.read({ path, fileName: preview.file_name, target, extract })
    // As recognized: the file may spread them over several lines.
    const headers = preview.columns.map(({ header }) => header)
    yield BYTE_ORDER_MARK + csvLines([[...headers, REASON_HEADER]])
    for await (const batch of readBatches<TextRow>(target))
      yield await linesOf(deps, preview, batch)
  } finally {
    await rm(target, { force: true })
  }
}

async function linesOf({ db }: Deps, preview: PreviewRecord, batch: TextRow[]) {
  const numbers = batch.map(({ row }) => row)
  const records = await listByNumber(db, preview.id, numbers)
  const edits = new Map(records.map((record) => [record.row, editsOf(record)]))
  const described = await listDescribed(db, preview, records)
  const reasons = new Map(described.map(({ row, reason }) => [row, reason ?? '']))
  return csvLines(
    batch.map(({ row, texts }) => [
      ...corrected(texts, preview, edits.get(row) ?? {}),
      reasons.get(row) ?? '',
    ]),
  )
}

/** Either number may come from the same columns: once one is edited, both are written. */
function editsOf({ cells, edits }: Pick<RowRecord, 'cells' | 'edits'>): Cells {
  if (edits.phone_number === undefined && edits.alt_number === undefined) return edits
  const { phone_number = '', alt_number = '' } = cells
  return { phone_number, alt_number, ...edits }
}

/** An edited cell goes into the first column of its field and replaces the others. */
function corrected(
  texts: readonly string[],
  { columns, sheet }: Pick<PreviewRecord, 'columns' | 'sheet'>,
  edits: Cells,
): string[] {
  const fields = columns.map(({ field }) => field)
  const isEdited = Object.keys(edits).length > 0
  // Surplus cells are notes beside a workbook's table; in text, a person must put them right.
  const width = sheet || isEdited ? fields.length : Math.max(fields.length, texts.length)
  return Array.from({ length: width }, (_, column) => {
    const field = fields[column] ?? 'ignored'
    const whole = field.startsWith('address_') ? 'address' : field
    const edited = (edits as Record<string, string>)[whole]
    if (edited === undefined) return texts[column] ?? ''
    return column === fields.indexOf(whole as ColumnField) ? edited : ''
  })
}
