import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import {
  ATTACHMENT_CATEGORIES,
  AttachmentFields,
  endingOf,
  MAX_ATTACHMENT_BYTES,
} from '@attest/contract/attachments'
import { findClient, lockClient } from '../db/find-client.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { recordFileChange } from '../history/queries.ts'
import { InvalidInput, notFound, Refusal } from '../http/errors.ts'
import type { ReceivedFile } from '../http/receive-file.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { fileKindOf } from './file-kind.ts'
import { forgetRemoval, insertAttachment, noteUpload } from './queries.ts'

export const ATTACHMENT_LIMITS = {
  maxBytes: MAX_ATTACHMENT_BYTES,
  tooLarge: 'File size must be less than 50MB',
}

/** After this time, a file without a row is a failed upload. */
const UPLOAD_MS = 60 * 60 * 1000

/** Stores the bytes first: a row must have bytes. */
export async function addAttachment(
  deps: Deps,
  admin: SignedIn,
  clientId: number,
  { file, fields }: { file: ReceivedFile; fields: object },
) {
  try {
    if (!(await findClient(deps.db, clientId))) notFound('User')
    const parsed = AttachmentFields.safeParse(fields)
    if (!parsed.success) throw new InvalidInput(parsed.error)
    const { category, description } = parsed.data
    const mime = await fileKindOf(file)
    const key = `${clientId}/${randomUUID()}`
    await noteUpload(deps.db, key, new Date(deps.now().getTime() + UPLOAD_MS).toISOString())
    await deps.store.moveFromFs(file.path, key).catch((error) => notKept(deps, error))
    return await transact(deps.db, async (tx) => {
      // Guards against a deletion of the client in the meantime.
      if (!(await lockClient(tx, clientId))) notFound('User')
      const author = { adminEmail: admin.email, at: deps.now().toISOString() }
      const row = await insertAttachment(tx, {
        key,
        client_id: clientId,
        original_name: file.fileName,
        mime_type: mime,
        file_size: file.size,
        hash: file.hash,
        category: category ?? ATTACHMENT_CATEGORIES[endingOf(file.fileName)] ?? 'other',
        description,
        uploaded_at: author.at,
        admin_email: author.adminEmail,
      })
      await forgetRemoval(tx, key)
      await recordFileChange(tx, author, 'file_uploaded', row)
      return row
    })
  } finally {
    await rm(file.path, { force: true })
  }
}

function notKept({ log }: Deps, error: Error): never {
  log.error(error, 'a file cannot be put into the store')
  throw new Refusal(503, 'The file could not be stored just now. Nothing was saved.')
}
