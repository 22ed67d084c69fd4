import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEARTBEAT_MS } from '@attest/contract/dashboard'
import { getUndo, undoImport } from '@attest/contract/import-undo'
import * as calls from '@attest/contract/imports'
import { MAX_OPENING_MS, type ProgressEvent } from '@attest/contract/imports'
import type { FastifyInstance } from 'fastify'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Deps, Sending } from '../deps.ts'
import { conflict, notFound, Refusal } from '../http/errors.ts'
import { type EventStream, eventStream } from '../http/event-stream.ts'
import type { ReceivedFile } from '../http/files.ts'
import { mount, mountRaw, prefersAsync } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { findStillAdmitted } from '../identity/guard.ts'
import { makeMailing } from '../mailings/make-mailing.ts'
import { countRecipients } from '../mailings/recipients.ts'
import { awaitSettled, refuseWhileRunning } from '../mailings/running-mailing.ts'
import { describeImport, progressOf, SETTLE_LIMIT_MS } from './describe-import.ts'
import { importFileRoutes } from './file-routes.ts'
import { keepOriginal, sealFile } from './originals.ts'
import { startFromPreview } from './preview/start-from-preview.ts'
import type { ImportRecord } from './queries.ts'
import * as queries from './queries.ts'
import { readingFacts } from './stored.ts'
import { describeUndo, startUndo } from './undo/undo.ts'
import { type ImportFields, NO_FILE, receiveUpload, recordImport } from './uploads.ts'

const POLL_EVERY_MS = 300
/** The messages of a whole mailing are counted. */
const POLL_MAILING_MS = 2000

const STILL_RUNS =
  'This import is not finished yet. It continues by itself; importing the file again creates no duplicates.'

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const describe = async (importId: string) =>
    describeImport(deps, (await queries.findImport(deps.db, importId)) ?? notFound('Import'))

  mount(app, calls.listImports, ({ query }) => queries.listImportPage(deps.db, query))
  mount(app, calls.getImport, ({ params }) => describe(params.importId))
  mount(app, calls.cancelImport, async ({ params, admin }) => {
    await cancelImport(deps, admin, params.importId)
    return describe(params.importId)
  })
  mount(app, calls.emailImported, async ({ params, admin }) => {
    await emailImported(deps, admin, params.importId)
    return describe(params.importId)
  })
  mount(app, getUndo, ({ params, query }) => describeUndo(deps, params.importId, query))
  mount(app, undoImport, async ({ params, admin }) => {
    await startUndo(deps, admin, params.importId)
    return describe(params.importId)
  })
  importFileRoutes(app, deps)
  mountRaw(app, calls.importClients, async ({ admin, request }, reply) => {
    const { file, ...fields } = await receiveUpload(request, deps.config)
    const { importId, previewId } = fields
    if (file) await startImport(deps, admin, fields, file)
    else if (previewId) await startFromPreview(deps, admin, { ...fields, previewId })
    else throw new Refusal(400, NO_FILE)
    if (prefersAsync(request))
      return reply.code(202).send(calls.importClients.accepted.parse({ importId }))
    return calls.importClients.reply.parse(await importResult(deps, importId))
  })
  mountRaw(app, calls.importProgress, ({ params, admin }, reply) =>
    sendProgress(deps, { ...params, sessionId: admin.sessionId }, eventStream(reply)),
  )
}

async function importResult(
  deps: Pick<Deps, 'bulkDb' | 'config' | 'db' | 'imports' | 'now' | 'sender'>,
  importId: string,
) {
  await deps.imports.ended(importId)
  const { mailing_id } = (await queries.findImport(deps.db, importId)) ?? notFound('Import')
  if (mailing_id !== null) await awaitSettled(deps, mailing_id, SETTLE_LIMIT_MS)
  const record = (await queries.findImport(deps.db, importId)) ?? notFound('Import')
  if (record.state === 'failed') throw new Refusal(500, record.error ?? 'Import failed')
  if (record.state === 'canceled') throw new Refusal(409, sayCanceled(record), CANCELED)
  // This process is stopping, or another one continues: the figures are not final.
  if (record.state === 'running') throw new Refusal(503, STILL_RUNS)
  return describeImport(deps, record)
}

async function sendProgress(
  deps: Pick<Deps, 'bulkDb' | 'config' | 'db' | 'log' | 'now' | 'sender'>,
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
  deps: Sending,
  importId: string,
  overdue: boolean,
): Promise<ProgressEvent & { pauseMs?: number }> {
  const record = await queries.findImport(deps.db, importId)
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

/**
 * A repeated importId gets the existing import.
 * @throws Refusal 400 if the file is no list of clients; 409 if the round is closed; 503 if too many files wait
 */
async function startImport(
  deps: Pick<Deps, 'config' | 'db' | 'imports' | 'log' | 'now' | 'secretKey' | 'sheets'>,
  admin: SignedIn,
  { importId, send, roundId }: ImportFields,
  { path, fileName, hash }: ReceivedFile,
): Promise<void> {
  const target = `${path}.rows`
  try {
    if (await queries.findImport(deps.db, importId)) return
    const sheet = await deps.sheets.read({
      path,
      fileName,
      target,
      ...(await readingFacts(deps.db)),
    })
    const row = {
      id: importId,
      file_name: fileName,
      file_hash: hash,
      admin_email: admin.email,
      send,
      roundId,
      incomplete: false,
      total_rows: sheet.totalRows,
      sheets_not_read: sheet.notRead.sheets,
      headers_not_read: sheet.notRead.headers,
      notes: [...sheet.notes],
    }
    const record = await transact(deps.db, (tx) => recordImport(tx, deps, row, target))
    if (record) {
      deps.imports.begin(record)
      const { sheet: name, columns, headerRow } = sheet
      const reading = { sheet: name, includeHidden: true, columns, headerRow, edits: [] }
      await keepOriginal(deps, importId, reading, (kept) => sealFile(deps.secretKey, path, kept))
    }
  } finally {
    await Promise.all([path, target].map((file) => rm(file, { force: true })))
  }
}

/** A batch that is being written is finished first. Throws Refusal 404; 409 `import_ended`. */
async function cancelImport(
  deps: Pick<Deps, 'bulkDb' | 'db' | 'imports' | 'now'>,
  admin: SignedIn,
  importId: string,
): Promise<void> {
  const { id } = (await queries.findImport(deps.db, importId)) ?? notFound('Import')
  const finished_at = deps.now().toISOString()
  const end = { state: 'canceled', canceled_by: admin.email, finished_at } as const
  if (!(await queries.endImport(deps.bulkDb, id, end)))
    conflict('import_ended', 'This import has already ended.')
  await rm(deps.imports.rowsFileOf(id), { force: true })
}

/** @throws Refusal 404; 409 if the import runs or was undone, a mailing is running, or nobody can be emailed */
async function emailImported(deps: Sending, admin: SignedIn, importId: string): Promise<void> {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const selection = { importId }
  await transact(deps.bulkDb, async (tx) => {
    // Also keeps a second call waiting.
    await lockBulkWriters(tx)
    // An undo that began now would not cancel these emails.
    const { state, mailing_id } = (await queries.lockImport(tx, importId)) ?? notFound('Import')
    if (mailing_id !== null) return
    if (state !== 'finished' && state !== 'failed' && state !== 'canceled')
      conflict('import_not_ended', 'This import still runs, or was undone.')
    await refuseWhileRunning(tx)
    if ((await countRecipients(tx, selection)) === 0)
      conflict('no_recipients', 'No client of this import can be emailed.')
    const mailing = await makeMailing(tx, deps.config, { kind: 'import', selection, author })
    await queries.updateImport(tx, importId, { mailing_id: mailing.id })
  })
  deps.sender.sendNow()
}
