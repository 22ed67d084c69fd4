import { rm } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import { unsealTo } from '../originals.ts'
import { editsOf, filledFields, rejectedCsv } from '../rejected-csv.ts'
import { listDescribed } from './describe-preview.ts'
import { fileOf, previewDraft, readingOf } from './make-preview.ts'
import { listByNumber, type PreviewRecord, rowPages } from './queries.ts'

/** All rejected rows. They come from the file: a preview stores only the cells that fill a field. */
export async function* rejectedRowsCsv(deps: Deps, preview: PreviewRecord): AsyncGenerator<string> {
  const rows: number[] = []
  const edited = new Set<string>()
  for await (const page of rowPages(deps.db, preview.id, 'rejected')) {
    for (const record of page) {
      rows.push(record.row)
      for (const field of filledFields(editsOf(record))) edited.add(field)
    }
  }
  const plain = previewDraft(deps, '.plain')
  const source = {
    path: plain,
    fileName: preview.file_name,
    target: previewDraft(deps, '.rows'),
    ...readingOf(preview),
  }
  try {
    await unsealTo(deps, fileOf(deps, preview.id), plain)
    yield* rejectedCsv(deps, source, rows, edited, async (numbers) => {
      const records = await listByNumber(deps.db, preview.id, numbers)
      const described = await listDescribed(deps.db, preview, records)
      const reasons = new Map(described.map(({ row, reason }) => [row, reason ?? '']))
      return new Map(
        records.map((record) => [
          record.row,
          { edits: editsOf(record), reason: reasons.get(record.row) ?? '' },
        ]),
      )
    })
  } finally {
    await rm(plain, { force: true })
  }
}
