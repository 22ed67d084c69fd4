import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, timestamp } from './fields.ts'
import { EmailError } from './mailings.ts'

export const MAX_OPENING_MS = 120_000

export const IMPORT_EXTENSIONS = ['.csv', '.xlsx', '.xls', '.xlsm', '.ods', '.tsv', '.txt'] as const

/** What an import does not read or heed. Formulas and misfits have a count of cells, misfits also their column. */
export const SheetNote = z.union([
  z.enum(['macros', 'links']),
  z.templateLiteral(['formulas ', z.int()]),
  z.templateLiteral(['inactive ', z.int()]),
  z.templateLiteral(['misfits ', z.int(), ' ', z.string()]),
])
export type SheetNote = z.infer<typeof SheetNote>

export const importParams = z.object({ importId: z.uuid() })

/** Rows count from 1, as in a spreadsheet. */
export const RejectedRow = z.object({ row: z.int(), client_number: z.string(), reason: z.string() })
export type RejectedRow = z.infer<typeof RejectedRow>

export const ImportState = z.enum([
  'running',
  'sending',
  'completed',
  'failed',
  'canceled',
  'undoing',
  'undone',
])

const outcome = {
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** null when the import made no mailing. */
  mailingId: z.nullable(z.int()),
}

const ImportOutcome = z.object({
  ...outcome,
  /** created + updated + unchanged. */
  successful: z.int(),
  /** Clients whose row holds a value that they have replaced. The import leaves it out. */
  kept: z.int(),
  /** The first 1,000 rejected rows; empty while the import runs. */
  results: z.array(RejectedRow),
  /** null when nobody was emailed. */
  bulkUpdate: z.nullable(
    z.object({
      emailsSent: z.int(),
      /** Accepted emails: fewer than emailsSent where clients share an address and a letter. */
      emails: z.int(),
      emailsFailed: z.int(),
      smtpProvider: z.string(),
      emailDetails: z.array(EmailError),
    }),
  ),
  /** Why emails wait, in words. */
  bulkUpdateError: z.nullable(z.string()),
})

/**
 * Multipart: `importId` (a UUID made by the caller), `file` or `previewId`, `send` ('false': no emails) and `roundId`. 400:
 * not a readable sheet, no rows or missing columns; 409: `preview_changed`, or `confirm_import` with a question, unless
 * `anyway` is its message; 413: over IMPORT_MB; 503: too many files wait. An error stores nothing.
 */
export const importClients = endpoint('POST /api/admin/import', {
  upload: 'multipart',
  reply: ImportOutcome,
  accepted: z.object({ importId: z.uuid() }),
})

/** Names the administrators who ran, canceled and undid the import, with times. The undo's figures count clients. */
const record = {
  importId: z.uuid(),
  file_name: z.string(),
  error: z.nullable(z.string()),
  total_rows: z.int(),
  done_rows: z.int(),
  admin_email: z.string(),
  created_at: timestamp,
  finished_at: z.nullable(timestamp),
  canceled_by: z.nullable(z.string()),
  undone_by: z.nullable(z.string()),
  undone_at: z.nullable(timestamp),
  undo_total: z.int(),
  undo_done: z.int(),
  undo_removed: z.int(),
  undo_restored: z.int(),
  undo_kept: z.int(),
}

export const Import = z.extend(ImportOutcome, {
  ...record,
  state: ImportState,
  progress: z.int().check(z.minimum(0), z.maximum(100)),
  /** Names of sheets and columns that have content, but were not read. */
  notRead: z.object({ sheets: z.array(z.string()), headers: z.array(z.string()) }),
  notes: z.array(SheetNote),
  /** Clients to email, without those emailed since, and in how many emails. 0 once the import has a mailing. */
  recipients: z.int(),
  recipientEmails: z.int(),
  /** Clients of the file who had answered and are asked again. */
  alreadyAnswered: z.int(),
  /** Null: the import cannot be undone. */
  undo_until: z.nullable(timestamp),
  /** The imported file; null: not kept. */
  file: z.nullable(z.object({ until: timestamp })),
})
export type Import = z.infer<typeof Import>

export const oneImport = { params: importParams, reply: Import }

export const getImport = endpoint('GET /api/admin/imports/:importId', oneImport)

export const ImportSummary = z.object({
  ...record,
  ...outcome,
  /** Emails of a finished import may still be in flight: see the mailing. */
  state: z.enum(['running', 'finished', 'failed', 'canceled', 'undoing', 'undone']),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const listImports = endpoint('GET /api/admin/imports', {
  query: z.object(pageQuery),
  reply: z.object({ imports: z.array(ImportSummary), total: z.int() }),
})

export const ProgressEvent = z.object({
  type: z.literal('progress'),
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  completed: z.boolean(),
  error: z.optional(z.string()),
})
export type ProgressEvent = z.infer<typeof ProgressEvent>

/** text/event-stream of ProgressEvent. */
export const importProgress = endpoint('GET /api/admin/import-progress/:importId', {
  params: importParams,
})

/** Stops after the current batch of rows: imported rows stay, and nobody is emailed. 409 `import_ended`. */
export const cancelImport = endpoint('POST /api/admin/imports/:importId/cancel', oneImport)

/** Emails the clients of an import that sent no emails. A repeated call sends nothing. 409: a mailing is running. */
export const emailImported = endpoint('POST /api/admin/imports/:importId/email', oneImport)

export const listRejectedRows = endpoint('GET /api/admin/imports/:importId/rejected', {
  params: importParams,
  query: z.object(pageQuery),
  reply: z.object({ rows: z.array(RejectedRow), total: z.int() }),
})

/** A CSV file with the file's own columns; once the file is not kept, only row, client number and reason. */
export const downloadRejectedRows = endpoint('GET /api/admin/imports/:importId/rejected/file', {
  params: importParams,
})

/** The imported file, unchanged. 404 once it is not kept. */
export const downloadImportFile = endpoint('GET /api/admin/imports/:importId/file', {
  params: importParams,
})

export const deleteImportFile = endpoint('DELETE /api/admin/imports/:importId/file', {
  params: importParams,
})
