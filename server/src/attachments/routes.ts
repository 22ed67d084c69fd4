import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  addAttachment as addAttachmentCall,
  deleteAttachment as deleteAttachmentCall,
  downloadAttachment,
  listAttachments,
} from '@attest/contract/attachments'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findClient } from '../db/find-client.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { receiveForm } from '../http/receive-file.ts'
import { fromOf, type SignedIn } from '../http/signed-in.ts'
import { findStillAdmitted, identify } from '../identity/guard.ts'
import { type Actor, logEvent } from '../identity/security-log/log-event.ts'
import { ATTACHMENT_LIMITS, addAttachment } from './add-attachment.ts'
import { deleteAttachment } from './delete-attachment.ts'
import { mayBeShown } from './file-kind.ts'
import { fileToken, type Purpose, readFileToken } from './file-token.ts'
import { type AttachmentRecord, findAttachment, listAttachmentRows } from './queries.ts'

/** Larger pictures are not shown in the list: a thumbnail takes the whole file. */
const MAX_THUMBNAIL_BYTES = 1024 * 1024

export function attachmentRoutes(app: FastifyInstance, deps: Deps): void {
  const uploads = path.join(deps.config.DATA_DIR, 'uploads')

  mount(app, listAttachments, async ({ params, admin }) => {
    if (!(await findClient(deps.db, params.id))) notFound('User')
    const rows = await listAttachmentRows(deps.db, params.id)
    return rows.map((row) => asAttachment(deps, admin, row))
  })
  mountRaw(app, addAttachmentCall, async ({ params, admin, request }) => {
    const { file, fields } = await receiveForm(request, uploads, ATTACHMENT_LIMITS)
    if (!file) throw new Refusal(400, 'Please select a file to upload')
    const row = await addAttachment(deps, admin, params.id, { file, fields })
    return addAttachmentCall.reply.parse(asAttachment(deps, admin, row))
  })
  mount(app, deleteAttachmentCall, ({ params, admin }) => deleteAttachment(deps, admin, params.id))
  // The route guards itself: by a token for one file, or by a sign-in.
  const byToken = { config: { access: 'file' as const } }
  mountRaw(
    app,
    downloadAttachment,
    async ({ params, query, request }, reply) => {
      const { actor, purpose } = await admit(deps, request, params.id, query.token)
      const row = (await findAttachment(deps.db, params.id)) ?? notFound('File')
      const shown = query.token !== undefined
      const bytes = await openStored(deps, row.key)
      // Thumbnails are loaded by the page, so they are not logged.
      if (purpose !== 'list') await noteDownload(deps, actor, row, bytes)
      return sendStored(row, bytes, reply, shown)
    },
    byToken,
  )
}

/** The signed-in admin, or the one whose session made the token. */
async function admit(deps: Deps, request: FastifyRequest, id: number, token: string | undefined) {
  if (token === undefined) return { actor: await identify(deps, request), purpose: undefined }
  const terms = readFileToken(deps.secretKey, token, id, deps.now())
  const admin = terms && (await findStillAdmitted(deps, terms.sessionId))
  if (!admin) throw new Refusal(401, 'This address has expired. Please reload the page.')
  const actor = { id: admin.id, email: admin.email, ...fromOf(request) }
  return { actor, purpose: terms.purpose }
}

/** Always sandboxed: the file comes from a stranger. */
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
async function openStored(deps: Deps, key: string): Promise<Readable> {
  try {
    const bytes = await deps.store.getStream(key)
    await once(bytes, 'readable')
    return bytes
  } catch (error) {
    return unreadable(deps, error)
  }
}

function unreadable({ log }: Deps, error: unknown): never {
  log.error(error, 'a file cannot be read from the store')
  throw new Refusal(503, 'The file cannot be read just now. Please try again later.')
}

async function noteDownload(deps: Deps, by: Actor, row: AttachmentRecord, bytes: Readable) {
  // Without a listener, an error before the first read would end the process.
  bytes.on('error', () => {})
  try {
    await logEvent(deps.db, 'file-downloaded', by, deps.now(), row.original_name)
  } catch (error) {
    bytes.destroy()
    throw error
  }
  if (bytes.errored) unreadable(deps, bytes.errored)
}

function asAttachment({ secretKey, now }: Deps, admin: SignedIn, row: AttachmentRecord) {
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
