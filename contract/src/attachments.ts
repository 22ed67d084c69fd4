import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, optionalText, timestamp } from './fields.ts'

/** 50 MB as the product means it: 1 MB = 1024². */
export const MAX_ATTACHMENT_BYTES = 50 * 1024 * 1024

export const AttachmentCategory = z.enum(['document', 'spreadsheet', 'image', 'other'])
export type AttachmentCategory = z.infer<typeof AttachmentCategory>

/** The endings that are taken, each with the category it is put under unless told otherwise. */
export const ATTACHMENT_CATEGORIES: Readonly<Record<string, AttachmentCategory>> = {
  pdf: 'document',
  doc: 'document',
  docx: 'document',
  txt: 'document',
  rtf: 'document',
  odt: 'document',
  xls: 'spreadsheet',
  xlsx: 'spreadsheet',
  csv: 'spreadsheet',
  ods: 'spreadsheet',
  jpeg: 'image',
  jpg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  svg: 'image',
}

/** The ending of a file's name in lower case, without the dot; '' if it has none. */
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
  /** For an `<img>`: an address with a token for this one file that lives an hour at most. null: not to be shown. */
  preview_url: z.nullable(z.string()),
  /** As `preview_url`, for the list, which loads it by itself: that is not noted. null: shown as an icon. */
  thumbnail_url: z.nullable(z.string()),
})
export type Attachment = z.infer<typeof Attachment>

/** Newest first. */
export const listAttachments = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/attachments',
  params: idParams,
  reply: z.array(Attachment),
})

/** What may come beside the file. */
export const AttachmentFields = z.object({
  description: optionalText,
  category: z.optional(AttachmentCategory),
})

/** Multipart: `description` and `category`, then `file`. 400: another type; 413: over 50 MB. */
export const addAttachment = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/attachments',
  params: idParams,
  upload: 'multipart',
  reply: Attachment,
})

/** The file, to be saved. With `token` from such an address, instead of a sign-in, an image to be shown. */
export const downloadAttachment = endpoint({
  method: 'GET',
  path: '/api/admin/attachments/:id/download',
  params: idParams,
  query: z.object({ token: z.optional(z.string()) }),
})

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/api/admin/attachments/:id',
  params: idParams,
  reply: z.object({ message: z.string() }),
})
