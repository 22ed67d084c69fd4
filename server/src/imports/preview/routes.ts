import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  changePreview as changePreviewCall,
  createPreview,
  downloadRejected,
  getPreview,
  listPreviewRows,
} from '@attest/contract/import-previews'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mount, mountRaw } from '../../http/mount.ts'
import { receiveSheet } from '../receive-upload.ts'
import { changePreview } from './change-preview.ts'
import { describePreview } from './describe-preview.ts'
import { listDescribed } from './list-described.ts'
import { makePreview } from './make-preview.ts'
import { openPreview } from './open-preview.ts'
import { listTab } from './queries.ts'
import { rejectedCsv } from './rejected-file.ts'
import { totalOf } from './totals.ts'

export function previewRoutes(app: FastifyInstance, deps: Deps): void {
  const uploads = path.join(deps.config.DATA_DIR, 'uploads')

  mountRaw(app, createPreview, async ({ admin, request }) => {
    const { file } = await receiveSheet(request, uploads)
    const previewId = randomUUID()
    await makePreview(deps, admin, previewId, file).finally(() => rm(file.path, { force: true }))
    return createPreview.reply.parse(
      await describePreview(deps, await openPreview(deps, previewId)),
    )
  })
  mount(app, getPreview, async ({ params }) =>
    describePreview(deps, await openPreview(deps, params.previewId)),
  )
  mount(app, changePreviewCall, async ({ params: { previewId }, body }) => {
    const { preview, touched } = await changePreview(deps, previewId, body)
    return describePreview(deps, preview, touched)
  })
  mountRaw(app, downloadRejected, async ({ params }, reply) => {
    const preview = await openPreview(deps, params.previewId)
    const name = `${path.parse(preview.file_name).name}-not-imported.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition(name, { type: 'attachment' }))
      .send(Readable.from(rejectedCsv(deps, preview)))
  })
  mount(app, listPreviewRows, async ({ params: { previewId }, query }) => {
    const preview = await openPreview(deps, previewId)
    const rows = await listTab(deps.db, previewId, query)
    return {
      rows: await listDescribed(deps.db, preview, rows),
      total: totalOf(preview, query.kind),
    }
  })
}
