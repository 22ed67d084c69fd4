import { setTimeout as sleep } from 'node:timers/promises'
import { HEARTBEAT_MS } from '@attest/contract/dashboard'
import { getUndo, undoImport } from '@attest/contract/import-undo'
import {
  cancelImport as cancelImportCall,
  emailImported as emailImportedCall,
  getImport,
  importClients,
  importProgress,
  listImports,
  MAX_OPENING_MS,
  type ProgressEvent,
} from '@attest/contract/imports'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import { type EventStream, eventStream } from '../http/event-stream.ts'
import { mount, mountRaw, prefersAsync } from '../http/mount.ts'
import { findStillAdmitted } from '../identity/guard.ts'
import { awaitSettled } from '../mailings/await-settled.ts'
import { cancelImport } from './cancel-import.ts'
import { describeImport, progressOf, SETTLE_LIMIT_MS } from './describe-import.ts'
import { emailImported } from './email-imported.ts'
import { importFileRoutes } from './file-routes.ts'
import { startFromPreview } from './preview/start-from-preview.ts'
import { findImport, type ImportRecord, listImportPage } from './queries.ts'
import { NO_FILE, receiveUpload } from './receive-upload.ts'
import { startImport } from './start-import.ts'
import { describeUndo } from './undo/describe-undo.ts'
import { startUndo } from './undo/start-undo.ts'

const POLL_EVERY_MS = 300
/** The messages of a whole mailing are counted. */
const POLL_MAILING_MS = 2000

const STILL_RUNS =
  'This import is not finished yet. It continues by itself; importing the file again creates no duplicates.'

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const describe = async (importId: string) =>
    describeImport(deps, (await findImport(deps.db, importId)) ?? notFound('Import'))

  mount(app, listImports, ({ query }) => listImportPage(deps.db, query))
  mount(app, getImport, ({ params }) => describe(params.importId))
  mount(app, cancelImportCall, async ({ params, admin }) => {
    await cancelImport(deps, admin, params.importId)
    return describe(params.importId)
  })
  mount(app, emailImportedCall, async ({ params, admin }) => {
    await emailImported(deps, admin, params.importId)
    return describe(params.importId)
  })
  mount(app, getUndo, ({ params, query }) => describeUndo(deps, params.importId, query))
  mount(app, undoImport, async ({ params, admin }) => {
    await startUndo(deps, admin, params.importId)
    return describe(params.importId)
  })
  importFileRoutes(app, deps)
  mountRaw(app, importClients, async ({ admin, request }, reply) => {
    const { file, ...fields } = await receiveUpload(request, deps.config)
    const { importId, previewId } = fields
    if (file) await startImport(deps, admin, fields, file)
    else if (previewId) await startFromPreview(deps, admin, { ...fields, previewId })
    else throw new Refusal(400, NO_FILE)
    if (prefersAsync(request))
      return reply.code(202).send(importClients.accepted.parse({ importId }))
    return importClients.reply.parse(await importResult(deps, importId))
  })
  mountRaw(app, importProgress, ({ params, admin }, reply) =>
    sendProgress(deps, { ...params, sessionId: admin.sessionId }, eventStream(reply)),
  )
}

async function importResult(deps: Deps, importId: string) {
  await deps.imports.ended(importId)
  const { mailing_id } = (await findImport(deps.db, importId)) ?? notFound('Import')
  if (mailing_id !== null) await awaitSettled(deps, mailing_id, SETTLE_LIMIT_MS)
  const record = (await findImport(deps.db, importId)) ?? notFound('Import')
  if (record.state === 'failed') throw new Refusal(500, record.error ?? 'Import failed')
  if (record.state === 'canceled') throw new Refusal(409, sayCanceled(record), CANCELED)
  // This process is stopping, or another one continues: the figures are not final.
  if (record.state === 'running') throw new Refusal(503, STILL_RUNS)
  return describeImport(deps, record)
}

async function sendProgress(
  deps: Deps,
  { importId, sessionId }: { importId: string; sessionId: string },
  stream: EventStream,
): Promise<void> {
  // No import is stored while the file is uploading or waits to be read.
  const giveUp = performance.now() + MAX_OPENING_MS
  let sent = ''
  let sentAt = 0
  try {
    while (!stream.gone.aborted) {
      const { pauseMs = POLL_EVERY_MS, ...event } = await nextEvent(
        deps,
        importId,
        performance.now() > giveUp,
      )
      const now = performance.now()
      // Otherwise the browser takes the stream for dead.
      if (JSON.stringify(event) !== sent || now - sentAt > HEARTBEAT_MS) {
        if (!(await findStillAdmitted(deps, sessionId))) break
        stream.send(event)
        sent = JSON.stringify(event)
        sentAt = now
      }
      if (event.completed || event.error) break
      await sleep(pauseMs)
    }
  } catch (error) {
    deps.log.error(error, 'the progress of an import cannot be read')
    stream.send(failed(0, 'Progress updates are not available.'))
  } finally {
    stream.end()
  }
}

async function nextEvent(
  deps: Deps,
  importId: string,
  overdue: boolean,
): Promise<ProgressEvent & { pauseMs?: number }> {
  const record = await findImport(deps.db, importId)
  if (!record) return overdue ? failed(0, 'Import not found') : going(0, false)
  const { state, progress } = await progressOf(deps, record)
  if (state === 'failed') return failed(progress, record.error ?? 'Import failed')
  if (state === 'canceled') return failed(progress, sayCanceled(record))
  const pauseMs = state === 'sending' ? POLL_MAILING_MS : POLL_EVERY_MS
  return { ...going(progress, state !== 'running' && state !== 'sending'), pauseMs }
}

const CANCELED = { code: 'import_canceled' }

const sayCanceled = ({ done_rows, total_rows }: ImportRecord) =>
  `This import was canceled after ${done_rows} of ${total_rows} rows. Their clients are saved, and nobody was emailed.`

const going = (progress: number, completed: boolean): ProgressEvent => ({
  type: 'progress',
  progress,
  completed,
})

const failed = (progress: number, error: string): ProgressEvent => ({
  ...going(progress, false),
  error,
})
