import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExportFormat } from './exports.ts'
import { timestamp } from './fields.ts'
import { importParams } from './imports.ts'

/** `changed`: only rows with a correction. Both keep the headings. */
export const CorrectedRows = z.enum(['all', 'changed'])
export type CorrectedRows = z.infer<typeof CorrectedRows>

/**
 * The imported sheet with the clients' corrections: a workbook as XLSX, text with the file's own delimiter.
 * 410 `file_not_kept`: the file is not kept any more.
 */
export const correctedSheet = endpoint('GET /api/admin/imports/:importId/corrected', {
  params: importParams,
  query: z.object({ rows: z._default(CorrectedRows, 'all') }),
})

/**
 * One line for each corrected detail, with its old and new value. `since`: a day or a moment; missing: the
 * administrator's last download, if any. The server remembers a complete download that leaves no gap after the last.
 */
export const exportCorrections = endpoint('GET /api/admin/corrections', {
  query: z.object({ format: ExportFormat, since: z.optional(z.union([z.iso.date(), timestamp])) }),
})

/** When the administrator last downloaded corrections; the next list begins at `since`, a little earlier. */
export const lastCorrections = endpoint('GET /api/admin/corrections/last', {
  reply: z.object({ at: z.nullable(timestamp), since: timestamp }),
})
