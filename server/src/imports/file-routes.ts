import path from 'node:path'
import {
  deleteImportFile,
  downloadImportFile,
  downloadRejectedRows,
  listRejectedRows,
} from '@attest/contract/imports'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { sendFile } from '../http/send-file.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { deleteOriginal, findReading, openOriginal } from './originals.ts'
import { findImport, listRejections } from './queries.ts'
import { rejectedByNumber, rejectedInOwnColumns } from './rejected-rows.ts'

export function importFileRoutes(app: FastifyInstance, deps: Deps): void {
  const find = async (importId: string) =>
    (await findImport(deps.db, importId)) ?? notFound('Import')

  mount(app, listRejectedRows, async ({ params, query }) => {
    const { id, rejected } = await find(params.importId)
    return { rows: await listRejections(deps.db, id, query), total: rejected }
  })
  mountRaw(app, downloadRejectedRows, async ({ params, admin }, reply) => {
    const record = await find(params.importId)
    const name = `${path.parse(record.file_name).name}-not-imported.csv`
    const reading = await findReading(deps, record.id)
    if (reading) await logEvent(deps.db, 'import-file-downloaded', admin, deps.now(), name)
    const rows = reading
      ? rejectedInOwnColumns(deps, record, reading)
      : rejectedByNumber(deps, record.id)
    return sendFile(reply, name, 'csv', rows)
  })
  mountRaw(app, downloadImportFile, async ({ params, admin }, reply) => {
    const { id, file_name } = await find(params.importId)
    const bytes = await openOriginal(deps, id)
    await logEvent(deps.db, 'import-file-downloaded', admin, deps.now(), file_name)
    return sendFile(reply, file_name, 'any', bytes)
  })
  mount(app, deleteImportFile, async ({ params, admin }) => {
    const { id, file_name } = await find(params.importId)
    await deleteOriginal(deps, id)
    await logEvent(deps.db, 'import-file-deleted', admin, deps.now(), file_name)
  })
}
