import type { PreviewRow } from '@attest/contract/import-previews'
import type { Db } from '../../db/schema.ts'
import { describeRow } from './describe-row.ts'
import { planPreview } from './plan-preview.ts'
import { listByLikeness, type PreviewRecord, type RowRecord } from './queries.ts'

/** Rows as the import will treat them, given all rows with confusable numbers. */
export async function listDescribed(
  db: Db,
  preview: PreviewRecord,
  rows: readonly RowRecord[],
): Promise<PreviewRow[]> {
  const keys = new Set(rows.map(({ likeness }) => likeness).filter((key) => key !== ''))
  const confusable = await listByLikeness(db, preview.id, [...keys])
  const wanted = new Set(rows.map(({ row }) => row))
  const others = confusable.filter(({ row }) => !wanted.has(row))
  const all = [...rows, ...others].toSorted((a, b) => a.row - b.row)
  const planned = await planPreview(db, all, preview)
  return planned.filter(({ given }) => wanted.has(given.row)).map(describeRow)
}
