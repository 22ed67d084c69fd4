import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Preview } from '@attest/contract/import-previews'
import * as calls from '@attest/contract/import-previews'
import type { FastifyInstance } from 'fastify'
import type { Basics, Deps, SheetReading } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import { sendFile } from '../../http/files.ts'
import { mount, mountRaw } from '../../http/mount.ts'
import { extractSealed } from '../originals.ts'
import { editsOf, filledFields, rejectedCsv } from '../rejected-csv.ts'
import { NO_FILE, receiveUpload } from '../uploads.ts'
import { changePreview } from './change-preview.ts'
import { describePreview, listDescribed, listFirstRows, readContext } from './describe-preview.ts'
import { fileOf, makePreview, readingOf } from './make-preview.ts'
import { openPreview } from './open-preview.ts'
import { listByNumber, listTab, type PreviewRecord, rowPages } from './queries.ts'
import { totalOf } from './to-row.ts'

export function previewRoutes(app: FastifyInstance, deps: Deps): void {
  mountRaw(app, calls.createPreview, async ({ admin, request }) => {
    const { file } = await receiveUpload(request, deps.config)
    if (!file) throw new Refusal(400, NO_FILE)
    const previewId = randomUUID()
    await makePreview(deps, admin, previewId, file).finally(() => rm(file.path, { force: true }))
    return calls.createPreview.reply.parse(await showPreview(deps, previewId))
  })
  mount(app, calls.getPreview, ({ params }) => showPreview(deps, params.previewId))
  mount(app, calls.changePreview, async ({ params: { previewId }, body }) => {
    // Together: a changed cell must show its effect at once.
    const [{ preview, touched }, context] = await Promise.all([
      changePreview(deps, previewId, body),
      readContext(deps.db, previewId),
    ])
    const rows = touched ?? (await listFirstRows(deps.db, preview))
    return describePreview(deps, preview, context, rows)
  })
  mountRaw(app, calls.downloadRejected, async ({ params }, reply) => {
    const preview = await openPreview(deps, params.previewId)
    const name = `${path.parse(preview.file_name).name}-not-imported.csv`
    return sendFile(reply, name, 'csv', rejectedRowsCsv(deps, preview))
  })
  mount(app, calls.listPreviewRows, async ({ params: { previewId }, query }) => {
    const preview = await openPreview(deps, previewId)
    const rows = await listTab(deps.db, previewId, query)
    return {
      rows: await listDescribed(deps.db, preview, rows),
      total: totalOf(preview, query.kind),
    }
  })
}

async function showPreview(deps: Basics, previewId: string): Promise<Preview> {
  const preview = await openPreview(deps, previewId)
  const [context, rows] = await Promise.all([
    readContext(deps.db, previewId),
    listFirstRows(deps.db, preview),
  ])
  return describePreview(deps, preview, context, rows)
}

/** All rejected rows. They come from the file: a preview stores only the cells that fill a field. */
async function* rejectedRowsCsv(
  deps: SheetReading,
  preview: PreviewRecord,
): AsyncGenerator<string> {
  const rows: number[] = []
  const edited = new Set<string>()
  for await (const page of rowPages(deps.db, preview.id, 'rejected')) {
    for (const record of page) {
      rows.push(record.row)
      for (const field of filledFields(editsOf(record))) edited.add(field)
    }
  }
  const reading = readingOf(preview)
  const sealed = fileOf(deps.config, preview.id)
  const extract = { ...reading, rows }
  const { batches } = await extractSealed(deps, sealed, { fileName: preview.file_name, extract })
  yield* rejectedCsv(batches, reading, edited, async (numbers) => {
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
}
