import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, optionalText, timestamp } from './fields.ts'

/** 1 MB = 1024². */
export const MAX_ATTACHMENT_BYTES = 50 * 1024 * 1024

export const AttachmentCategory = z.enum(['document', 'spreadsheet', 'image', 'other'])
export type AttachmentCategory = z.infer<typeof AttachmentCategory>

const ENDINGS: Partial<Record<AttachmentCategory, string[]>> = {
  document: ['pdf', 'doc', 'docx', 'txt', 'rtf', 'odt'],
  spreadsheet: ['xls', 'xlsx', 'csv', 'ods'],
  image: ['jpeg', 'jpg', 'png', 'gif', 'webp', 'svg'],
}

export const ATTACHMENT_CATEGORIES = Object.fromEntries(
  Object.entries(ENDINGS).flatMap(([category, endings]) => endings.map((end) => [end, category])),
) as Readonly<Record<string, AttachmentCategory>>

export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const Attachment = z.object({
  id: z.int(),
  original_name: z.string(),
  mime_type: z.string(),
  /** Bytes. */
  file_size: z.int(),
  category: AttachmentCategory,
  description: z.nullable(z.string()),
  uploaded_at: timestamp,
  uploaded_by_admin: z.object({ email: z.string() }),
  /** An image address with a token, valid for an hour at most; null for other types. */
  preview_url: z.nullable(z.string()),
  /** The same for the list: the security log leaves its downloads out. Null: show an icon. */
  thumbnail_url: z.nullable(z.string()),
})
export type Attachment = z.infer<typeof Attachment>

export const listAttachments = endpoint('GET /api/admin/users/:id/attachments', {
  params: idParams,
  reply: z.array(Attachment),
})

export const AttachmentFields = z.object({
  description: optionalText,
  category: z.optional(AttachmentCategory),
})

/** Multipart: `description`, `category`, then `file`. 400: rejected type; 413: over 50 MB. */
export const addAttachment = endpoint('POST /api/admin/users/:id/attachments', {
  params: idParams,
  upload: 'multipart',
  reply: Attachment,
})

/** With a `token` instead of a sign-in, an image is shown inline. */
export const downloadAttachment = endpoint('GET /api/admin/attachments/:id/download', {
  params: idParams,
  query: z.object({ token: z.optional(z.string()) }),
})

export const deleteAttachment = endpoint('DELETE /api/admin/attachments/:id', { params: idParams })
