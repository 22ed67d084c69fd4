import path from 'node:path'
import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/exports'
import * as calls from '@attest/contract/imports'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/schema.ts'
import type { Deps, SheetReading } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { sendFile } from '../http/files.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import {
  deleteOriginal,
  extractOriginal,
  findReading,
  type KeptReading,
  openOriginal,
} from './originals.ts'
import type { ImportRecord } from './queries.ts'
import * as queries from './queries.ts'
import { filledFields, rejectedCsv } from './rejected-csv.ts'

export function importFileRoutes(app: FastifyInstance, deps: Deps): void {
  const find = async (importId: string) =>
    (await queries.findImport(deps.db, importId)) ?? notFound('Import')

  mount(app, calls.listRejectedRows, async ({ params, query }) => {
    const { id, rejected } = await find(params.importId)
    return { rows: await queries.listRejections(deps.db, id, query), total: rejected }
  })
  mountRaw(app, calls.downloadRejectedRows, async ({ params, admin }, reply) => {
    const record = await find(params.importId)
    const name = `${path.parse(record.file_name).name}-not-imported.csv`
    const reading = await findReading(deps, record.id)
    if (reading) await logEvent(deps.db, 'import-file-downloaded', admin, deps.now(), name)
    const rows = reading
      ? rejectedInOwnColumns(deps, record, reading)
      : rejectedByNumber(deps.db, record.id)
    return sendFile(reply, name, 'csv', rows)
  })
  mountRaw(app, calls.downloadImportFile, async ({ params, admin }, reply) => {
    const { id, file_name } = await find(params.importId)
    const bytes = await openOriginal(deps, id)
    await logEvent(deps.db, 'import-file-downloaded', admin, deps.now(), file_name)
    return sendFile(reply, file_name, 'any', bytes)
  })
  mount(app, calls.deleteImportFile, async ({ params, admin }) => {
    const { id, file_name } = await find(params.importId)
    await deleteOriginal(deps, id)
    await logEvent(deps.db, 'import-file-deleted', admin, deps.now(), file_name)
  })
}

const PAGE = 1000

async function* rejectedInOwnColumns(
  deps: SheetReading,
  record: Pick<ImportRecord, 'id' | 'file_name'>,
  { edits, ...reading }: KeptReading,
): AsyncGenerator<string> {
  const { id } = record
  const editsOfRow = new Map(edits)
  const rows = await queries.rejectedRows(deps.db, id)
  const edited = new Set(rows.flatMap((row) => filledFields(editsOfRow.get(row) ?? {})))
  const { batches } = await extractOriginal(deps, record, { ...reading, rows })
  yield* rejectedCsv(batches, reading, edited, async (numbers) => {
    const rejections = await queries.listReasons(deps.db, id, numbers)
    return new Map(
      rejections.map(({ row, reason }) => [row, { edits: editsOfRow.get(row) ?? {}, reason }]),
    )
  })
}

async function* rejectedByNumber(db: Db, importId: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([['Row', 'Client Number', 'Reason']])
  for (let page = 1; ; page++) {
    const rows = await queries.listRejections(db, importId, { page, limit: PAGE })
    if (rows.length === 0) return
    yield csvLines(
      rows.map(({ row, client_number, reason }) => [String(row), client_number, reason]),
    )
  }
}
