import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import type { Deps } from '../deps.ts'
import { draftFile } from '../draft-file.ts'
import { type KeptReading, openOriginal } from './originals.ts'
import { type ImportRecord, listReasons, listRejections, rejectedRows } from './queries.ts'
import { filledFields, rejectedCsv } from './rejected-csv.ts'

const PAGE = 1000

export async function* rejectedInOwnColumns(
  deps: Deps,
  { id, file_name }: Pick<ImportRecord, 'id' | 'file_name'>,
  { edits, ...reading }: KeptReading,
): AsyncGenerator<string> {
  const folder = path.join(deps.config.DATA_DIR, 'uploads')
  const plain = draftFile(folder, '.original')
  const source = { path: plain, fileName: file_name, target: `${plain}.rows`, ...reading }
  const editsOfRow = new Map(edits)
  const rows = await rejectedRows(deps.db, id)
  const edited = new Set(rows.flatMap((row) => filledFields(editsOfRow.get(row) ?? {})))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(await openOriginal(deps, id), createWriteStream(plain, { mode: 0o600 }))
    yield* rejectedCsv(deps, source, rows, edited, async (numbers) => {
      const rejections = await listReasons(deps.db, id, numbers)
      return new Map(
        rejections.map(({ row, reason }) => [row, { edits: editsOfRow.get(row) ?? {}, reason }]),
      )
    })
  } finally {
    await rm(plain, { force: true })
  }
}

export async function* rejectedByNumber({ db }: Deps, importId: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([['Row', 'Client Number', 'Reason']])
  for (let page = 1; ; page++) {
    const rows = await listRejections(db, importId, { page, limit: PAGE })
    if (rows.length === 0) return
    yield csvLines(
      rows.map(({ row, client_number, reason }) => [String(row), client_number, reason]),
    )
  }
}
