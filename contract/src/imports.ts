import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { EmailError } from './mailings.ts'

/** 10 MB as the product means it: 1 MB = 1024². */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024

/** How long a file may wait in line and be read before the import call answers. */
export const MAX_OPENING_MS = 120_000

export const IMPORT_EXTENSIONS = ['.csv', '.xlsx', '.xls'] as const

const importParams = z.object({ importId: z.uuid() })

/** A refused row: its number in the sheet, counted from 1 as a spreadsheet shows it. */
export const RefusedRow = z.object({
  row: z.int(),
  client_number: z.string(),
  reason: z.string(),
})
export type RefusedRow = z.infer<typeof RefusedRow>

export const ImportState = z.enum(['running', 'sending', 'completed', 'failed'])

const ImportOutcome = z.object({
  /** Created, updated and unchanged together. */
  successful: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Of these, clients of whom the file still says what they have corrected themselves: their word stays. */
  kept: z.int(),
  refused: z.int(),
  /** The first 1,000 refused rows. */
  results: z.array(RefusedRow),
  /** null when no mail was to be sent, or there was nobody to send it to. */
  bulkUpdate: z.nullable(
    z.object({
      emailsSent: z.int(),
      emailsFailed: z.int(),
      smtpProvider: z.string(),
      emailDetails: z.array(EmailError),
    }),
  ),
  /** The mailing that the import made; null when it made none. */
  mailingId: z.nullable(z.int()),
  /** Why some mail has not gone out, in words. */
  bulkUpdateError: z.nullable(z.string()),
})

/**
 * Multipart: `importId` (a UUID of the caller's), `file`, and `send` ('false' leaves the mailing out).
 * 400: not a readable sheet, no rows or missing columns; 413: over 10 MB; 503: too many files wait to be
 * read. Nothing is stored then.
 */
export const importClients = endpoint({
  method: 'POST',
  path: '/api/admin/import',
  upload: 'multipart',
  reply: ImportOutcome,
  accepted: z.object({ importId: z.uuid() }),
})

export const Import = z.extend(ImportOutcome, {
  importId: z.uuid(),
  state: ImportState,
  file_name: z.string(),
  progress: z.int().check(z.minimum(0), z.maximum(100)),
  totalRows: z.int(),
  /** What of the file holds something and was left out: other sheets of the workbook, and columns by their heads. */
  notRead: z.object({ sheets: z.array(z.string()), heads: z.array(z.string()) }),
  /** How many of the file's clients had already answered and are asked again. */
  alreadyAnswered: z.int(),
  error: z.nullable(z.string()),
  created_at: timestamp,
})
export type Import = z.infer<typeof Import>

export const getImport = endpoint({
  method: 'GET',
  path: '/api/admin/imports/:importId',
  params: importParams,
  reply: Import,
})

/** One `data:` line of the progress stream. */
export const ProgressEvent = z.object({
  type: z.literal('progress'),
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  completed: z.boolean(),
  /** While the file waits to be read: its place in line, from 1. */
  place: z.optional(z.int()),
  error: z.optional(z.string()),
})
export type ProgressEvent = z.infer<typeof ProgressEvent>

/** text/event-stream of ProgressEvent. */
export const importProgress = endpoint({
  method: 'GET',
  path: '/api/admin/import-progress/:importId',
  params: importParams,
})
