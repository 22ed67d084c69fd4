import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExportFormat } from './exports.ts'
import { timestamp } from './fields.ts'
import { importParams } from './imports.ts'

/** Headings are always kept. `changed`: only rows with a correction. */
export const CorrectedRows = z.enum(['all', 'changed'])
export type CorrectedRows = z.infer<typeof CorrectedRows>

/**
 * The imported sheet with the clients' corrections: a workbook as XLSX, text with its own delimiter. 410
 * `file_not_kept`: the file is not kept any more.
 */
export const correctedSheet = endpoint('GET /api/admin/imports/:importId/corrected', {
  params: importParams,
  query: z.object({ rows: z._default(CorrectedRows, 'all') }),
})

/**
 * One line for each corrected detail, with its old and new value. `since`: a day or a moment; absent: the last download
 * of the administrator, if there is one. A complete download is remembered unless it begins later than the one before.
 */
export const exportCorrections = endpoint('GET /api/admin/corrections', {
  query: z.object({ format: ExportFormat, since: z.optional(z.union([z.iso.date(), timestamp])) }),
})

/** When the administrator last downloaded corrections; the next list begins at `since`, a little earlier. */
export const lastCorrections = endpoint('GET /api/admin/corrections/last', {
  reply: z.object({ at: z.nullable(timestamp), since: timestamp }),
})
