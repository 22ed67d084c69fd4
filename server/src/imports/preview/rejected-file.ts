import { rm } from 'node:fs/promises'
import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import type { ColumnField } from '@attest/contract/import-previews'
import type { Deps } from '../../deps.ts'
import { REASON_HEADER } from '../sheet/choose-table.ts'
import type { TextRow } from '../sheet/extract-rows.ts'
import { readBatches } from '../sheet/rows-file.ts'
import { listDescribed } from './list-described.ts'
import { fileOf } from './make-preview.ts'
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
  const target = `${path}.rejected`
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
  const edits = new Map(records.map((record) => [record.row, record.edits]))
  const described = await listDescribed(db, preview, records)
  const reasons = new Map(described.map(({ row, reason }) => [row, reason ?? '']))
  const fields = preview.columns.map(({ field }) => field)
  return csvLines(
    batch.map(({ row, texts }) => [
      ...corrected(texts, fields, edits.get(row) ?? {}),
      reasons.get(row) ?? '',
    ]),
  )
}

function corrected(
  texts: readonly string[],
  fields: readonly (ColumnField | null)[],
  edits: RowRecord['edits'],
): string[] {
  return Array.from({ length: Math.max(fields.length, texts.length) }, (_, column) => {
    const edited = (edits as Record<string, string>)[fields[column] ?? '']
    return edited ?? texts[column] ?? ''
  })
}
