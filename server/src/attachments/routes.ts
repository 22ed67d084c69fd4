import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import * as calls from '@attest/contract/attachments'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { transact } from '../db/transact.ts'
import type { Deps, Identity, Timed } from '../deps.ts'
import { recordFileChange } from '../history/queries.ts'
import { InvalidInput, noClient, notFound, Refusal } from '../http/errors.ts'
import { type ReceivedFile, receiveForm, uploadsIn } from '../http/files.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { fromOf, type SignedIn } from '../http/signed-in.ts'
import { findStillAdmitted, identify } from '../identity/guard.ts'
import { type Actor, logEvent } from '../identity/security-log/queries.ts'
import { HOUR_MS, MINUTE_MS } from '../local-time.ts'
import { findClient, lockClient } from '../records/clients.ts'
import { keyFor } from '../secret-key.ts'
import { fileKindOf, mayBeShown } from './file-kind.ts'
import type { AttachmentRecord } from './queries.ts'
import * as queries from './queries.ts'

/** The list shows no larger pictures, since a thumbnail loads the whole file. */
const MAX_THUMBNAIL_BYTES = 1024 * 1024

export function attachmentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listAttachments, async ({ params, admin }) => {
    if (!(await findClient(deps.db, params.id))) noClient()
    const rows = await queries.listAttachmentRows(deps.db, params.id)
    return rows.map((row) => asAttachment(deps, admin, row))
  })
  mountRaw(app, calls.addAttachment, async ({ params, admin, request }) => {
    const { file, fields } = await receiveForm(request, uploadsIn(deps.config), ATTACHMENT_LIMITS)
    if (!file) throw new Refusal(400, 'Please select a file to upload')
    const row = await addAttachment(deps, admin, params.id, { file, fields })
    return calls.addAttachment.reply.parse(asAttachment(deps, admin, row))
  })
  mount(app, calls.deleteAttachment, ({ params, admin }) =>
    deleteAttachment(deps, admin, params.id),
  )
  // The route guards itself: by a token for one file, or by a sign-in.
  const byToken = { config: { access: 'file' as const } }
  mountRaw(
    app,
    calls.downloadAttachment,
    async ({ params, query, request }, reply) => {
      const { actor, purpose } = await admit(deps, request, params.id, query.token)
      const row = (await queries.findAttachment(deps.db, params.id)) ?? notFound('File')
      const shown = query.token !== undefined
      const bytes = await openStored(deps, row.key)
      // Thumbnails are loaded by the page, so they are not logged.
      if (purpose !== 'list') await noteDownload(deps, actor, row, bytes)
      return sendStored(row, bytes, reply, shown)
    },
    byToken,
  )
}

/** Returns the signed-in admin, or the one whose session made the token. */
async function admit(
  deps: Identity,
  request: FastifyRequest,
  id: number,
  token: string | undefined,
) {
  if (token === undefined) return { actor: await identify(deps, request), purpose: undefined }
  const terms = readFileToken(deps.secretKey, token, id, deps.now())
  const admin = terms && (await findStillAdmitted(deps, terms.sessionId))
  if (!admin) throw new Refusal(401, 'This address has expired. Please reload the page.')
  const actor = { id: admin.id, email: admin.email, ...fromOf(request) }
  return { actor, purpose: terms.purpose }
}

/** Always sends a sandbox, since the file comes from a stranger. */
function sendStored(row: AttachmentRecord, bytes: Readable, reply: FastifyReply, shown: boolean) {
  const type = shown && mayBeShown(row.mime_type) ? 'inline' : 'attachment'
  return reply
    .header('content-disposition', contentDisposition(row.original_name, { type }))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-length', row.file_size)
    .type(row.mime_type)
    .send(bytes)
}

/** Waits for the first bytes, since a missing file shows only when it is read. Otherwise a Refusal 503. */
async function openStored(deps: Pick<Deps, 'log' | 'store'>, key: string): Promise<Readable> {
  try {
    const bytes = await deps.store.getStream(key)
    await once(bytes, 'readable')
    return bytes
  } catch (error) {
    return unreadable(deps.log, error)
  }
}

function unreadable(log: Deps['log'], error: unknown): never {
  log.error(error, 'a file cannot be read from the store')
  throw new Refusal(503, 'The file cannot be read just now. Please try again later.')
}

async function noteDownload(
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  by: Actor,
  row: AttachmentRecord,
  bytes: Readable,
) {
  // Without a listener, an error before the first read would end the process.
  bytes.on('error', () => {})
  try {
    await logEvent(deps.db, 'file-downloaded', by, deps.now(), row.original_name)
  } catch (error) {
    bytes.destroy()
    throw error
  }
  if (bytes.errored) unreadable(deps.log, bytes.errored)
}

function asAttachment(
  { secretKey, now }: Pick<Deps, 'now' | 'secretKey'>,
  admin: SignedIn,
  row: AttachmentRecord,
) {
  const { id, admin_email, mime_type, file_size } = row
  const address = (purpose: Purpose) =>
    `/api/admin/attachments/${id}/download?token=${fileToken(secretKey, id, { sessionId: admin.sessionId, purpose, now: now() })}`
  const shown = mayBeShown(mime_type)
  return {
    ...row,
    uploaded_by_admin: { email: admin_email },
    preview_url: shown ? address('view') : null,
    thumbnail_url: shown && file_size <= MAX_THUMBNAIL_BYTES ? address('list') : null,
  }
}

const ATTACHMENT_LIMITS = {
  maxBytes: calls.MAX_ATTACHMENT_BYTES,
  tooLarge: 'File size must be less than 50MB',
}

/** After this time, a file without a row is a failed upload. */
const UPLOAD_MS = HOUR_MS

/** Stores the bytes first, since a row must have bytes. */
async function addAttachment(
  deps: Pick<Deps, 'db' | 'log' | 'now' | 'store'>,
  admin: SignedIn,
  clientId: number,
  { file, fields }: { file: ReceivedFile; fields: object },
) {
  try {
    if (!(await findClient(deps.db, clientId))) noClient()
    const parsed = calls.AttachmentFields.safeParse(fields)
    if (!parsed.success) throw new InvalidInput(parsed.error)
    const { category, description } = parsed.data
    const mime = await fileKindOf(file)
    const key = `${clientId}/${randomUUID()}`
    await queries.noteUpload(deps.db, key, new Date(deps.now().getTime() + UPLOAD_MS).toISOString())
    await deps.store.moveFromFs(file.path, key).catch((error) => notKept(deps.log, error))
    return await transact(deps.db, async (tx) => {
      // Guards against a deletion of the client in the meantime.
      if (!(await lockClient(tx, clientId))) noClient()
      const author = { adminEmail: admin.email, at: deps.now().toISOString() }
      const row = await queries.insertAttachment(tx, {
        key,
        client_id: clientId,
        original_name: file.fileName,
        mime_type: mime,
        file_size: file.size,
        hash: file.hash,
        category: category ?? calls.ATTACHMENT_CATEGORIES[calls.endingOf(file.fileName)] ?? 'other',
        description,
        uploaded_at: author.at,
        admin_email: author.adminEmail,
      })
      await queries.forgetRemoval(tx, key)
      await recordFileChange(tx, author, 'file_uploaded', row)
      return row
    })
  } finally {
    await rm(file.path, { force: true })
  }
}

function notKept(log: Deps['log'], error: Error): never {
  log.error(error, 'a file cannot be put into the store')
  throw new Refusal(503, 'The file could not be stored just now. Nothing was saved.')
}

async function deleteAttachment(deps: Timed, admin: SignedIn, id: number): Promise<void> {
  const now = deps.now()
  const author = { adminEmail: admin.email, at: now.toISOString() }
  await transact(deps.db, async (tx) => {
    const row = (await queries.removeAttachment(tx, id)) ?? notFound('File')
    await recordFileChange(tx, author, 'file_deleted', row)
    await logEvent(tx, 'file-deleted', admin, now, row.original_name)
  })
}

const MOST_MS = HOUR_MS
/** Tokens of the same ten minutes are equal, so a list read again reloads no picture. */
const STEP_MS = 10 * MINUTE_MS

/** view: an admin opens one file. list: the page shows thumbnails. */
type Purpose = 'view' | 'list'

const sign = (secretKey: string, text: string) =>
  createHmac('sha256', keyFor(secretKey, 'file')).update(text).digest('base64url')

/** Opens one file for at most an hour within its session: an `<img>` cannot send a sign-in. */
function fileToken(
  secretKey: string,
  id: number,
  { sessionId, purpose, now }: { sessionId: string; purpose: Purpose; now: Date },
): string {
  const expires = Math.ceil((now.getTime() + MOST_MS - STEP_MS) / STEP_MS) * STEP_MS
  const terms = `${expires}.${sessionId}.${purpose}`
  return `${terms}.${sign(secretKey, `${id}.${terms}`)}`
}

function readFileToken(secretKey: string, token: string, id: number, now: Date) {
  const [expires = '', sessionId = '', purpose = '', signature = ''] = token.split('.')
  const right = Buffer.from(sign(secretKey, `${id}.${expires}.${sessionId}.${purpose}`))
  const given = Buffer.from(signature)
  const genuine = right.length === given.length && timingSafeEqual(right, given)
  if (!genuine || Number(expires) <= now.getTime()) return undefined
  return { sessionId, purpose: purpose as Purpose }
}
